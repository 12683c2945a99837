import type { RankedDocument, Reranker, RerankInput } from "../answering/reranking.ts";
import { createMutex } from "../kernel/mutex.ts";
import { askIdle, idleThread } from "./idle-thread.ts";

export interface RerankTask {
  readonly input: RerankInput;
  readonly sense: boolean;
}

export type RerankReply =
  | { readonly kind: "done"; readonly ranked: readonly RankedDocument[] }
  | { readonly kind: "broken"; readonly description: string };

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
    const answer = await askIdle<RerankReply, readonly RankedDocument[]>(thread, (awake) => ({
      name: "rerank",
      signal,
      post: () => awake.postMessage({ input, sense } satisfies RerankTask),
      read: (reply) =>
        reply.kind === "done"
          ? { type: "done", value: reply.ranked }
          : { type: "lost", error: new Error(reply.description) },
    }));
    if (answer.type !== "done") throw answer.error;
    return answer.value;
  };
  return { rank: (input, signal) => turns.run(() => rank(input, signal)), close: thread.discard };
}
