/** Threads with the model of sense. They end when idle, with their memory, and are replaced when they die or must be stopped. */
import type { RankedDocument, Reranker, RerankInput } from "../answering/sent-texts.ts";
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
    return askOnce<readonly SenseVector[]>(thread, "sense", request, signal);
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

export interface RerankTask {
  readonly input: RerankInput;
  readonly sense: boolean;
}

interface ThreadedRerankerParts extends Omit<RerankTask, "input"> {
  /** rerank-worker.ts, which in an executable only a file beside the program's entry can name. */
  readonly entry: URL;
}

export function threadedReranker({ entry, sense }: ThreadedRerankerParts): Reranker & { close(): void } {
  const turns = createMutex();
  const thread = idleThread(entry);
  const rank: Reranker["rank"] = async (input, signal) => {
    signal.throwIfAborted();
    const task: RerankTask = { input, sense };
    return askOnce<readonly RankedDocument[]>(thread, "rerank", task, signal);
  };
  return { rank: (input, signal) => turns.run(() => rank(input, signal)), close: thread.discard };
}
