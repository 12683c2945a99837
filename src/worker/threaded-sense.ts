/** The thread ends when idle, with its memory, and is replaced when it dies or must be stopped. */
import { createMutex } from "../kernel/mutex.ts";
import type { SenseEncoder, SenseText, SenseVector } from "../memory/sense.ts";
import { askIdle, type IdleThread, idleThread, type ThreadAnswer } from "./idle-thread.ts";

export interface ThreadedSense extends SenseEncoder {
  close(): void;
}

export interface ThreadedSenseParts {
  readonly entry: URL;
  readonly model: string;
}

/** Some tenths of a second, during which a question may share the core. */
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
  | { readonly kind: "broken"; readonly description: string };
