import type { RouteScenario } from "./route-scenario.ts";
import type { World } from "./route-world.ts";

const expertPath = ({ ids }: World) => `/v1/experts/${ids.expert}`;

/** The service runs a process for each, which this world has not: test/http/native/archives-routes.test.ts has it. */
export const archiveRouteScenarios: Readonly<Record<string, RouteScenario>> = {
  "GET /v1/experts/:id/export": {
    scopes: ["manage"],
    path: (world) => `${expertPath(world)}/export`,
    answers: 503,
    unreachable: "expert_not_found",
  },
  "POST /v1/experts/import": {
    scopes: ["admin"],
    path: () => "/v1/experts/import",
    body: () => "an archive",
    answers: 503,
    unreachable: null,
  },
};
