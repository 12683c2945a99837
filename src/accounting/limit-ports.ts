import type { Awaitable } from "../kernel/awaitable.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { OwnQuotas, Quotas } from "./quota.ts";

export interface QuotaStore {
  own(workspace: WorkspaceId): Awaitable<OwnQuotas>;
  setOwn(workspace: WorkspaceId, own: OwnQuotas): Awaitable<void>;
}

export interface RequestOfMonth {
  readonly workspace: WorkspaceId;
  readonly month: string;
  readonly limit: number | null;
}

/** Of a calendar month (UTC): counted requests and those in progress. */
export interface RequestCounts {
  /** Null: the limit is reached. Otherwise the number with this request, if there is a limit. */
  begin(request: RequestOfMonth): Awaitable<number | null>;
  giveBack(workspace: WorkspaceId, month: string): Awaitable<void>;
  /** Corrects counts that killed processes left. */
  recount(month: string): Awaitable<void>;
}

export type LimitsInForce = Readonly<Record<string, number>>;

export function limitsInForce(
  service: { readonly rateLimit: number; readonly maxConcurrent: number; readonly maxQueuedSources: number },
  { requests, sources, bytes }: Quotas,
): LimitsInForce {
  return {
    concurrent_requests: service.maxConcurrent,
    ...(service.rateLimit > 0 && { requests_per_minute: service.rateLimit }),
    ...(service.maxQueuedSources > 0 && { queued_sources: service.maxQueuedSources }),
    ...(requests !== null && { requests_per_month: requests }),
    ...(sources !== null && { sources }),
    ...(bytes !== null && { stored_bytes: bytes }),
  };
}
