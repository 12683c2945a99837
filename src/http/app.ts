import { type AnyElysia, Elysia } from "elysia";
import type { AnswerAgent } from "../api/agent-messages.ts";
import type { ExpertService } from "../experts/expert-service.ts";
import type { Log } from "../kernel/log.ts";
import { createTurnTaking } from "../kernel/mutex.ts";
import { description } from "./description/description.ts";
import { docsRoutes } from "./description/docs-routes.ts";
import { handbookRoutes } from "./description/handbook-routes.ts";
import { authentication } from "./edge/authentication.ts";
import { concurrencyGuard, type Gates } from "./edge/concurrency-guard.ts";
import { crossOrigin } from "./edge/cors.ts";
import { faultBoundary } from "./edge/faults.ts";
import { hostGuard } from "./edge/host-guard.ts";
import { idempotency } from "./edge/idempotency.ts";
import { readableAddresses, singleSlashes } from "./edge/readable-address.ts";
import { accessLog, type FinishedRequest, notingExperts, requestIds, requestWatch } from "./edge/request-watch.ts";
import { routeMap } from "./edge/route-map.ts";
import { securityHeaders } from "./edge/security-headers.ts";
import { drainGuard } from "./edge/service-state.ts";
import type { Throttle } from "./edge/throttle.ts";
import { expertsRoutes } from "./native/experts-routes.ts";
import { keepersRoutes } from "./native/keepers-routes.ts";
import { keysRoutes } from "./native/keys-routes.ts";
import { queryRoutes } from "./native/query-routes.ts";
import { sitesRoutes } from "./native/sites-routes.ts";
import { sourcesRoutes } from "./native/sources-routes.ts";
import { systemReportRoutes } from "./native/system-report-routes.ts";
import {
  getCapabilities,
  type MetricsParts,
  metricsRoute,
  type Readiness,
  systemRoutes,
} from "./native/system-routes.ts";
import { tablesRoutes } from "./native/tables-routes.ts";
import { usageRoutes } from "./native/usage-routes.ts";
import { webhooksRoutes } from "./native/webhooks-routes.ts";
import { createCompletion } from "./openai/dialects/completions-routes.ts";
import { createChatCompletion, createResponse } from "./openai/dialects/dialect-routes.ts";
import { createEmbedding } from "./openai/embeddings-routes.ts";
import { modelsRoutes } from "./openai/models-routes.ts";
import { rememberTurns } from "./openai/remembered-turns.ts";
import { type FetchAs, ownRoutes } from "./own-routes.ts";
import { checksRoutes } from "./questions/checks-routes.ts";
import { conversationsRoutes } from "./questions/conversations-routes.ts";
import { gapsRoutes } from "./questions/gaps-routes.ts";
import { recentAnswersRoutes } from "./questions/recent-answers-routes.ts";
import { rerankRoutes } from "./questions/rerank-routes.ts";
import { searchRoutes } from "./questions/search-routes.ts";
import { vectorStoreRoutes } from "./questions/vector-store-routes.ts";
import { type Route, served } from "./route.ts";
import type { AppServices, RouteParts, SharedParts } from "./route-parts.ts";
import { archivesRoutes } from "./surfaces/archives-routes.ts";
import { backupsRoutes } from "./surfaces/backups-routes.ts";
import { type ConsoleFiles, consoleRoutes, lostPage } from "./surfaces/console-routes.ts";
import { mcpRoute } from "./surfaces/mcp-routes.ts";
import { sessionRoutes } from "./surfaces/session-routes.ts";
import { workspacesRoutes } from "./surfaces/workspaces-routes.ts";
import type { LimitsOf } from "./system-parts.ts";

export interface AppLimits {
  readonly throttle: Throttle;
  readonly gates: Gates;
  readonly limitsOf: LimitsOf;
}

export interface AppObservers {
  readonly log: Log;
  /** When a request comes, before anything else, and when one that waited goes on. */
  readonly requestCame: () => void;
  readonly requestGoesOn: () => void;
  readonly meter: (finished: FinishedRequest) => void;
  readonly metrics: MetricsParts;
}

export interface AppReach {
  readonly corsOrigins: () => readonly string[];
  /** Null: the address in the request. */
  readonly publicUrl: string | null;
  readonly hostNames: ReadonlySet<string> | "any";
  readonly tls: boolean;
  readonly consoleFiles: ConsoleFiles;
}

export interface AppParts extends SharedParts {
  readonly services: AppServices;
  readonly limits: AppLimits;
  readonly observers: AppObservers;
  readonly reach: AppReach;
  readonly readiness: Readiness;
  readonly answerAgent: AnswerAgent;
}

export interface ServedApi {
  readonly app: Elysia;
  readonly fetchAs: FetchAs;
}

export function createApp(given: AppParts): ServedApi {
  // The framework looks for the path after the 11th character of an address; in `http://nas/` it comes earlier.
  const handler = { standardHostname: given.reach.tls };
  const app: Elysia = new Elysia({ name: "docent", handler }).headers(securityHeaders(given.reach.tls));
  const { experts, expertOf } = notingExperts(given.services.experts);
  const parts = routeParts(given, experts);
  const { reach: origins, answerAgent } = given;
  const fetchAs = ownRoutes(parts, given.observers.log);
  // Routes that need no key come first: what reads keys works only for the routes behind it.
  const plugins = [
    ...edgePlugins(given, app, expertOf),
    ...openRoutes(given, parts),
    served(
      [...nativeRoutes, ...dialectRoutes(parts), mcpRoute({ origins, fetchAs, answerAgent }), ...serviceRoutes],
      parts,
    ),
  ];
  for (const plugin of plugins) app.use(plugin);
  return { app, fetchAs };
}

function routeParts(given: AppParts, experts: ExpertService): RouteParts {
  const { services, limits, readiness, abilities, observers, reach, system, handbook, clock, ids } = given;
  const parts = {
    ...services,
    auth: authentication(services.keys, services.sessions, limits.throttle),
    guard: concurrencyGuard(limits.gates, observers.requestGoesOn),
    replies: idempotency(services.replies, clock),
    limits: abilities.limits,
    limitsOf: limits.limitsOf,
    state: readiness.state,
    turns: createTurnTaking(),
    publicUrl: reach.publicUrl,
    throttle: limits.throttle,
    secure: isSecure(reach),
    experts,
    abilities,
    system,
    handbook,
    clock,
    ids,
  };
  return { ...parts, remember: rememberTurns(parts, observers.log) };
}

type Plugins = readonly AnyElysia[];

function edgePlugins(
  { observers, reach, readiness, ids }: AppParts,
  app: Elysia,
  expertOf: ReturnType<typeof notingExperts>["expertOf"],
): Plugins {
  const { log, meter, requestCame } = observers;
  const routes = routeMap(() => app.routes);
  return [
    singleSlashes((request) => app.handle(request)),
    requestIds(ids),
    requestWatch({ requestCame, expertOf, watchers: [accessLog(log), meter] }),
    faultBoundary(log, routes, readiness.state, lostPage(reach.consoleFiles)),
    hostGuard(reach.hostNames),
    drainGuard(readiness.state),
    readableAddresses(),
    crossOrigin(reach.corsOrigins, routes),
  ];
}

function openRoutes({ observers, reach, readiness, abilities, handbook }: AppParts, parts: RouteParts): Plugins {
  return [
    systemRoutes(readiness, observers.log),
    description(abilities.versions.version),
    docsRoutes(handbook),
    consoleRoutes(reach.consoleFiles),
    served([...sessionRoutes, metricsRoute(observers.metrics), getCapabilities], parts),
  ];
}

const nativeRoutes = [
  ...expertsRoutes,
  ...sourcesRoutes,
  ...sitesRoutes,
  ...keepersRoutes,
  ...queryRoutes,
  ...searchRoutes,
  ...tablesRoutes,
  ...rerankRoutes,
  ...vectorStoreRoutes,
  ...recentAnswersRoutes,
  ...conversationsRoutes,
  ...gapsRoutes,
  ...checksRoutes,
];

function dialectRoutes({ embedder }: RouteParts): readonly Route[] {
  const model = embedder?.model ?? null;
  return [createChatCompletion, createCompletion, createResponse, createEmbedding(model), ...modelsRoutes];
}

const serviceRoutes = [
  ...systemReportRoutes,
  ...backupsRoutes,
  ...workspacesRoutes,
  ...archivesRoutes,
  ...handbookRoutes,
  ...webhooksRoutes,
  ...usageRoutes,
  ...keysRoutes,
];

function isSecure({ tls, publicUrl }: AppReach): boolean {
  return tls || publicUrl?.startsWith("https:") === true;
}
