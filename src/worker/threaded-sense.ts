/**
 * The SenseEncoder over a thread of its own. The thread starts with the first batch, ends when there has been none for a
 * while, and with it what the model holds, and is replaced when it dies or has to be stopped in the middle.
 */
import { createMutex } from "../kernel/mutex.ts";
import type { SenseEncoder, SenseText, SenseVector } from "../memory/sense/sense.ts";
import { idleThread } from "./idle-thread.ts";
import type { SenseReply, SenseRequest } from "./sense-messages.ts";

export interface ThreadedSense extends SenseEncoder {
  close(): void;
}

export interface ThreadedSenseParts {
  /** The address of sense-worker.ts, which only a file beside the program's entry can name in a binary. */
  readonly entry: URL;
  /** The name of the model that the thread opens. */
  readonly model: string;
}

/** Passages at once: some tenths of a second at most, what a question may have to share a core with them. */
const batch = 8;

export function threadedSense({ entry, model }: ThreadedSenseParts): ThreadedSense {
  const turns = createMutex();
  const thread = idleThread(entry);
  const encode = async (texts: readonly SenseText[], signal: AbortSignal) => {
    signal.throwIfAborted();
    if (texts.length === 0) return [];
    const { vectors, error, isFit } = await ask(thread.wake(), texts, signal);
    if (!isFit) thread.discard();
    thread.rest();
    if (vectors === null) throw error;
    return vectors;
  };
  return {
    model,
    batch,
    encode: (texts, signal) => turns.run(() => encode(texts, signal)),
    close: thread.discard,
  };
}

interface Outcome {
  readonly vectors: readonly SenseVector[] | null;
  readonly error: unknown;
  /** Whether the thread can take another batch. */
  readonly isFit: boolean;
}

async function ask(thread: Worker, texts: readonly SenseText[], signal: AbortSignal): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const lost = (error: unknown) => resolve({ vectors: null, error, isFit: false });
  const onAbort = () => lost(signal.reason);
  const onClose = () => lost(new Error("the sense thread ended"));
  thread.onmessage = ({ data }: MessageEvent<SenseReply>) => {
    if (data.kind === "done") resolve({ vectors: data.vectors, error: null, isFit: true });
    else lost(new Error(data.description));
  };
  thread.onerror = (event) => lost(new Error(`the sense thread failed: ${event.message}`));
  thread.addEventListener("close", onClose, { once: true });
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  else thread.postMessage({ texts } satisfies SenseRequest);
  const outcome = await promise;
  thread.removeEventListener("close", onClose);
  signal.removeEventListener("abort", onAbort);
  return outcome;
}
