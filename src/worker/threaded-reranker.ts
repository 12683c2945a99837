import type { RankedDocument, Reranker, RerankInput } from "../answering/sent-texts.ts";
import { createMutex } from "../kernel/mutex.ts";
import { askOnce, idleThread } from "./idle-thread.ts";

export interface RerankTask {
  readonly input: RerankInput;
  readonly sense: boolean;
}

interface ThreadedRerankerParts extends Omit<RerankTask, "input"> {
  /** rerank-worker.ts, which in an executable only a file beside the program's entry can name. */
  readonly entry: URL;
}

/** One request at a time; the thread starts with the first and ends when idle. */
export function threadedReranker({ entry, sense }: ThreadedRerankerParts): Reranker & { close(): void } {
  const turns = createMutex();
  const thread = idleThread(entry);
  const rank: Reranker["rank"] = async (input, signal) => {
    signal.throwIfAborted();
    const task: RerankTask = { input, sense };
    const answer = await askOnce<readonly RankedDocument[]>(thread, "rerank", task, signal);
    if (answer.type !== "done") throw answer.error;
    return answer.value;
  };
  return { rank: (input, signal) => turns.run(() => rank(input, signal)), close: thread.discard };
}
