/** The Elysia app: every route and everything that stands around them. It listens nowhere yet. */
import { Elysia } from "elysia";
import type { AnswerService } from "../answering/answer-service.ts";
import type { ExpertService } from "../experts/expert-service.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { KeyDelegation } from "../keys/key-delegation.ts";
import type { KeyService } from "../keys/key-service.ts";
import type { ReplyStore } from "../keys/ports.ts";
import type { QuotaService } from "../limits/quota-service.ts";
import type { Embedder } from "../memory/ports.ts";
import type { SourceService } from "../sources/source-service.ts";
import type { UsageService } from "../usage/usage-service.ts";
import { authentication } from "./authentication.ts";
import { chatRoutes } from "./chat-routes.ts";
import { concurrencyGuard, type Gates } from "./concurrency-guard.ts";
import { crossOrigin } from "./cors.ts";
import { description } from "./description.ts";
import { docsRoutes } from "./docs-routes.ts";
import { embeddingsRoutes } from "./embeddings-routes.ts";
import { expertsRoutes } from "./experts-routes.ts";
import { faultBoundary } from "./faults.ts";
import { hostGuard } from "./host-guard.ts";
import { idempotency } from "./idempotency.ts";
import { keysRoutes } from "./keys-routes.ts";
import { type MetricsParts, metricsRoute } from "./metrics-route.ts";
import { modelsRoutes } from "./models-routes.ts";
import { queryRoutes } from "./query-routes.ts";
import { readableAddresses } from "./readable-address.ts";
import { requestIds } from "./request-id.ts";
import { accessLog, type FinishedRequest, notingExperts, requestWatch } from "./request-watch.ts";
import { responsesRoutes } from "./responses-routes.ts";
import { securityHeaders } from "./security-headers.ts";
import { drainGuard, type ServiceState } from "./service-state.ts";
import { sourcesRoutes } from "./sources-routes.ts";
import { type Abilities, capabilitiesRoute, type LimitsOf, systemRoutes } from "./system-routes.ts";
import type { Throttle } from "./throttle.ts";
import { usageRoutes } from "./usage-routes.ts";

export interface AppParts {
  readonly keys: KeyService;
  readonly delegation: KeyDelegation;
  readonly replies: ReplyStore;
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly answers: AnswerService;
  readonly usage: UsageService;
  readonly quotas: QuotaService;
  readonly throttle: Throttle;
  readonly gates: Gates;
  /** Hears of every finished request. */
  readonly meter: (finished: FinishedRequest) => void;
  readonly metrics: Pick<MetricsParts, "expose" | "access">;
  /** Null: none is configured. */
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly log: Log;
  readonly state: ServiceState;
  /** Whether the disk takes writes. */
  readonly hasRoom: () => boolean;
  readonly abilities: Abilities;
  /** The limits that count for a workspace now, by the names that capabilities lists them under. */
  readonly limitsOf: LimitsOf;
  readonly corsOrigins: () => readonly string[];
  readonly publicUrl: string | null;
  /** The names that it may be addressed by. */
  readonly hostNames: ReadonlySet<string> | "any";
  /** Whether it speaks TLS itself. */
  readonly tls: boolean;
}

export function createApp(parts: AppParts) {
  const { keys, sources, usage, log, state, abilities } = parts;
  const { experts, expertOf } = notingExperts(parts.experts);
  const auth = authentication(keys, parts.throttle);
  const guard = concurrencyGuard(parts.gates);
  const replies = idempotency(parts.replies, parts.clock);
  // The framework looks for the path behind the 11th character of an address, for speed; `http://nas/` has its path before.
  const handler = { standardHostname: parts.tls };
  const app: Elysia = new Elysia({ name: "docent", handler }).headers(securityHeaders(parts.tls));
  const methodsAt = (path: string) =>
    methods.filter((method) => app.routes.some((route) => route.method === method && matches(route.path, path)));
  return app
    .use(requestIds(parts.ids))
    .use(requestWatch({ expertOf, watchers: [accessLog(log), parts.meter] }))
    .use(faultBoundary(log, methodsAt))
    .use(hostGuard(parts.hostNames))
    .use(drainGuard(state))
    .use(readableAddresses())
    .use(crossOrigin(parts.corsOrigins))
    .use(description(abilities.versions.version))
    .use(docsRoutes())
    .use(systemRoutes({ state, hasRoom: parts.hasRoom }))
    .use(metricsRoute({ ...parts, ...parts.metrics }))
    .use(capabilitiesRoute(auth, abilities, parts.limitsOf))
    .use(expertsRoutes({ auth, experts, replies }))
    .use(sourcesRoutes({ auth, guard, experts, sources, replies, limits: abilities.limits }))
    .use(queryRoutes({ ...parts, experts, auth, guard }))
    .use(chatRoutes({ ...parts, experts, auth, guard }))
    .use(responsesRoutes({ ...parts, experts, auth, guard }))
    .use(embeddingsRoutes({ ...parts, auth, guard }))
    .use(modelsRoutes(auth, experts))
    .use(usageRoutes({ auth, usage, quotas: parts.quotas }))
    .use(keysRoutes({ ...parts, auth }));
}

const methods = ["GET", "POST", "PATCH", "DELETE"] as const;

/** Whether a route's pattern covers a path. Only asked when no route answered, so it need not be fast. */
function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [stepsOf(pattern), stepsOf(path)];
  const fits = wanted.every(
    (step, i) => step === "*" || (given[i] !== undefined && (step.startsWith(":") || step === given[i])),
  );
  return fits && (wanted.at(-1) === "*" || wanted.length === given.length);
}

/** A trailing slash equals none. */
function stepsOf(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}

export type App = ReturnType<typeof createApp>;
