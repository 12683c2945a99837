/** The thread ends when idle, with its memory, and is replaced when it dies or must be stopped. */
import { createMutex } from "../kernel/mutex.ts";
import type { SenseEncoder, SenseText, SenseVector } from "../memory/sense.ts";
import { askOnce, idleThread } from "./idle-thread.ts";

export interface ThreadedSense extends SenseEncoder {
  close(): void;
}

/** Some tenths of a second, during which a question may share the core. */
const batch = 8;

export function threadedSense({ entry, model }: { entry: URL; model: string }): ThreadedSense {
  const turns = createMutex();
  const thread = idleThread(entry);
  const encode = async (texts: readonly SenseText[], signal: AbortSignal) => {
    signal.throwIfAborted();
    if (texts.length === 0) return [];
    const request: SenseRequest = { texts };
    const answer = await askOnce<readonly SenseVector[]>(thread, "sense", request, signal);
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

export interface SenseRequest {
  readonly texts: readonly SenseText[];
}
