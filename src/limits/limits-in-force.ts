import type { Quotas } from "./quota.ts";

export interface ServiceLimits {
  readonly rateLimit: number;
  readonly maxConcurrent: number;
  readonly maxQueuedSources: number;
}

export type LimitsInForce = Readonly<Record<string, number>>;

export function limitsInForce(service: ServiceLimits, { requests, sources, bytes }: Quotas): LimitsInForce {
  return {
    concurrent_requests: service.maxConcurrent,
    ...(service.rateLimit > 0 && { requests_per_minute: service.rateLimit }),
    ...(service.maxQueuedSources > 0 && { queued_sources: service.maxQueuedSources }),
    ...(requests !== null && { requests_per_month: requests }),
    ...(sources !== null && { sources }),
    ...(bytes !== null && { stored_bytes: bytes }),
  };
}
