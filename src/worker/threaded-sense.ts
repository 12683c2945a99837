/**
 * The SenseEncoder over a thread of its own. The thread starts with the first batch. It ends after a while without one,
 * which frees the model's memory. It is replaced when it dies or has to be stopped in the middle of a batch.
 */
import { createMutex } from "../kernel/mutex.ts";
import type { SenseEncoder, SenseText, SenseVector } from "../memory/sense/sense.ts";
import { type IdleThread, idleThread } from "./idle-thread.ts";
import { askIdle, type ThreadAnswer } from "./thread-asking.ts";

export interface ThreadedSense extends SenseEncoder {
  close(): void;
}

export interface ThreadedSenseParts {
  /** The address of sense-worker.ts, which only a file beside the program's entry can name in a binary. */
  readonly entry: URL;
  /** The name of the model that the thread opens. */
  readonly model: string;
}

/**
 * Number of passages at once: they take a few tenths of a second at most, during which a question may share a core with
 * them.
 */
const batch = 8;

export function threadedSense({ entry, model }: ThreadedSenseParts): ThreadedSense {
  const turns = createMutex();
  const thread = idleThread(entry);
  const encode = async (texts: readonly SenseText[], signal: AbortSignal) => {
    signal.throwIfAborted();
    if (texts.length === 0) return [];
    const answer = await encodeIn(thread, texts, signal);
    if (answer.type !== "done") throw answer.error;
    return answer.value;
  };
  return {
    model,
    batch,
    encode: (texts, signal) => turns.run(() => encode(texts, signal)),
    close: thread.discard,
  };
}

function encodeIn(
  thread: IdleThread,
  texts: readonly SenseText[],
  signal: AbortSignal,
): Promise<ThreadAnswer<readonly SenseVector[]>> {
  return askIdle(thread, (awake) => ({
    name: "sense",
    signal,
    post: () => awake.postMessage({ texts } satisfies SenseRequest),
    read: (reply: SenseReply) =>
      reply.kind === "done"
        ? { type: "done", value: reply.vectors }
        : { type: "lost", error: new Error(reply.description) },
  }));
}

export interface SenseRequest {
  readonly texts: readonly SenseText[];
}

export type SenseReply =
  | { readonly kind: "done"; readonly vectors: readonly SenseVector[] }
  /** Something is wrong with us. */
  | { readonly kind: "broken"; readonly description: string };
