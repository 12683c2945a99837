import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { QuotaService } from "../limits/quota-service.ts";
import type { UsageService } from "../usage/usage-service.ts";
import type { RankedDocument, RerankInput } from "./reranking.ts";

/** In a thread of its own. */
export interface Reranker {
  /** @throws the signal's reason when aborted */
  rank(input: RerankInput, signal: AbortSignal): Promise<readonly RankedDocument[]>;
}

export interface RerankAccount {
  readonly workspaceId: WorkspaceId;
  readonly keyId: KeyId;
}

export interface RerankService {
  /** Counts as one question of no expert. @throws Fault `quota_exceeded`; the signal's reason when aborted */
  rerank(input: RerankInput, account: RerankAccount, signal: AbortSignal): Promise<readonly RankedDocument[]>;
}

interface RerankServiceParts {
  readonly reranker: Reranker;
  readonly usage: Pick<UsageService, "record">;
  readonly quotas: Pick<QuotaService, "reserve">;
}

export function createRerankService({ reranker, usage, quotas }: RerankServiceParts): RerankService {
  return {
    rerank: async (input, { workspaceId, keyId }, signal) => {
      const reserved = await quotas.reserve(workspaceId);
      try {
        const ranked = await reranker.rank(input, signal);
        await usage.record({ workspaceId, keyId, expertId: null, at: reserved.at, add: { query: 1 } });
        reserved.counted();
        return ranked;
      } finally {
        reserved.release();
      }
    },
  };
}
