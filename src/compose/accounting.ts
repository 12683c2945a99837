import { Gate } from "../accounting/gate.ts";
import { limitsInForce } from "../accounting/limit-ports.ts";
import { createQuotaService, type NearQuota, type QuotaService } from "../accounting/quota-service.ts";
import { createRateLimiter } from "../accounting/rate-limiter.ts";
import { createUsageService } from "../accounting/usage-service.ts";
import type { Gates } from "../http/edge/concurrency-guard.ts";
import { createThrottle } from "../http/edge/throttle.ts";
import { whenKnown } from "../kernel/awaitable.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import { atEachLook } from "../runner/job-kind.ts";
import type { AnswerThreads } from "../worker/answer-threads.ts";
import type { Foundation } from "./foundation.ts";

export function composeGates({ live }: Foundation): Gates {
  const gate = () => new Gate({ permits: () => live().maxConcurrent });
  return { questions: gate(), documents: gate() };
}

export type Accounting = ReturnType<typeof composeAccounting>;

export function composeAccounting(
  { stores, clock, live, log, meters }: Foundation,
  gates: Gates,
  threads: Pick<AnswerThreads, "stats"> | null,
) {
  const underWay = () => gates.questions.taken + gates.questions.waiting - (threads?.stats().load ?? 0);
  const standard = () => live().quotas;
  // Not awaited: the request is answered whether or not the notice can be written.
  const tellNear = (workspace: WorkspaceId, notice: NearQuota) => {
    const told = stores.webhooks.tellQuota(workspace, notice);
    if (told instanceof Promise) void told.catch((error: unknown) => log.error("webhook.quota_not_told", error));
  };
  return {
    usage: meters.usage(createUsageService(stores.usage, clock, underWay)),
    quotas: createQuotaService({
      store: stores.quotas,
      requests: stores.requests,
      clock,
      standard,
      tellNear,
      onLost: (error) => log.warn("limits.request_not_taken_back", { error: String(error) }),
    }),
  };
}

const rateLimited = 10_000;

/** Milliseconds. */
const settleInterval = 1000;
const recountInterval = 600_000;

export function composeLimits({ stores, clock, live, runner }: Foundation, quotas: QuotaService, gates: Gates) {
  const { rates: buckets } = stores;
  const perMinute = (setting: "rateLimit" | "failedAuthLimit") =>
    createRateLimiter({ clock, perMinute: () => live()[setting], capacity: rateLimited, buckets });
  const [keys, wrongKeys] = [perMinute("rateLimit"), perMinute("failedAuthLimit")];
  const settle = () => Promise.all([keys.settle(), wrongKeys.settle(), buckets?.tidy()]);
  const recount = () => stores.requests.recount(new Date(clock.now()).toISOString().slice(0, 7));
  // Other nodes learn what was allowed here; counts that killed nodes left are corrected.
  runner.add({ name: "limits", ...atEachLook(settle), every: settleInterval, failed: "limits.not_settled" });
  runner.add({ name: "limits", ...atEachLook(recount), every: recountInterval, failed: "limits.not_recounted" });
  return {
    throttle: createThrottle({ keys, wrongKeys }),
    gates,
    limitsOf: (workspace: WorkspaceId) => whenKnown(quotas.quotas(workspace), (found) => limitsInForce(live(), found)),
  };
}
