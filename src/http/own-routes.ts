/** The same API for callers inside of this process: what the edge checks, they have passed, and nothing is counted twice. */
import { Elysia } from "elysia";
import type { OwnFetch } from "../api/agent-messages.ts";
import type { Log } from "../kernel/log.ts";
import type { Access } from "../keys/key.ts";
import { knownAccess } from "./edge/authentication.ts";
import { faultBoundary } from "./edge/faults.ts";
import { requestIds } from "./edge/request-watch.ts";
import { routeMap } from "./edge/route-map.ts";
import { expertsRoutes } from "./native/experts-routes.ts";
import { queryRoutes } from "./native/query-routes.ts";
import { sitesRoutes } from "./native/sites-routes.ts";
import { sourcesRoutes } from "./native/sources-routes.ts";
import { tablesRoutes } from "./native/tables-routes.ts";
import { served } from "./route.ts";
import type { RouteParts } from "./route-parts.ts";

export type FetchAs = (access: Access) => OwnFetch;

/** The routes are made for the first request: without agents there is none. */
export function ownRoutes(parts: RouteParts, log: Log): FetchAs {
  const callers = new WeakMap<Request, Access>();
  let app: Elysia | null = null;
  return (access) => async (address, init) => {
    const request = new Request(address, init);
    callers.set(request, access);
    app ??= routesFor({ ...parts, auth: knownAccess((asking) => callers.get(asking)!) }, log);
    return app.handle(request);
  };
}

function routesFor(parts: RouteParts, log: Log): Elysia {
  const app: Elysia = new Elysia({ name: "own-routes" });
  const routes = routeMap(() => app.routes);
  const lostPage = () => undefined;
  const edge = [requestIds(parts.ids), faultBoundary(log, routes, parts.state, lostPage)];
  const native = [...expertsRoutes, ...sourcesRoutes, ...sitesRoutes, ...queryRoutes, ...tablesRoutes];
  for (const plugin of [...edge, served(native, parts)]) app.use(plugin);
  return app;
}
