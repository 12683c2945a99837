/** Builds the counting of usage and the limits on requests and workspaces. */
import type { LiveConfig } from "../config/load-config.ts";
import { createThrottle } from "../http/edge/throttle.ts";
import type { Clock } from "../kernel/clock.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import { createGate } from "../limits/gate.ts";
import { limitsInForce } from "../limits/limits-in-force.ts";
import { createQuotaService, type NearQuota, type QuotaService } from "../limits/quota-service.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { quotaRows } from "../storage/rows/quota-rows.ts";
import { usageRows } from "../storage/rows/usage-rows.ts";
import { createUsageService, type UsageService } from "../usage/usage-service.ts";
import type { Foundation } from "./foundation.ts";

export interface Accounting {
  readonly usage: UsageService;
  readonly quotas: QuotaService;
}

export function composeAccounting({ database, stores, clock, live, log, meters }: Foundation): Accounting {
  const usage = usageRows(database);
  const standard = () => live().quotas;
  // Nobody waits for the notice: a request is answered whether or not it can be written.
  const tellNear = (workspace: WorkspaceId, notice: NearQuota) => {
    const told = stores.webhooks.tellQuota(workspace, notice);
    if (told instanceof Promise) void told.catch((error: unknown) => log.error("webhook.quota_not_told", error));
  };
  return {
    usage: meters.usage(createUsageService(usage, clock)),
    quotas: createQuotaService({ store: quotaRows(database), usage, clock, standard, tellNear }),
  };
}

/** The number of keys and addresses that the rate limiter keeps. */
const rateLimited = 10_000;

export function composeLimits(quotas: QuotaService, clock: Clock, live: () => LiveConfig) {
  const perMinute = (setting: "rateLimit" | "failedAuthLimit") =>
    createRateLimiter({ clock, perMinute: () => live()[setting], capacity: rateLimited });
  const gate = () => createGate({ permits: () => live().maxConcurrent });
  return {
    throttle: createThrottle({ keys: perMinute("rateLimit"), wrongKeys: perMinute("failedAuthLimit") }),
    gates: { questions: gate(), documents: gate() },
    limitsOf: (workspace: WorkspaceId) => limitsInForce(live(), quotas.quotas(workspace)),
  };
}
