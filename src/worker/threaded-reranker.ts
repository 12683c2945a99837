import type { RankedDocument, Reranker, RerankInput } from "../answering/reranking.ts";
import { createMutex } from "../kernel/mutex.ts";
import { askIdle, idleThread } from "./idle-thread.ts";

export interface RerankTask {
  readonly input: RerankInput;
  readonly sense: boolean;
}

export type RerankReply =
  | { readonly kind: "done"; readonly ranked: readonly RankedDocument[] }
  /** A fault of the program, not of the request. */
  | { readonly kind: "broken"; readonly description: string };

interface ThreadedRerankerParts extends Omit<RerankTask, "input"> {
  /** The address of rerank-worker.ts, which only a file beside the program's entry can name in a binary. */
  readonly entry: URL;
}

/** The thread starts with the first request, takes one after the other, and ends after a while without one. */
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
