/** The scenarios of the routes for pages that were read from pictures. */
import { invalid, missing, type RouteScenario, unknown } from "./route-scenario.ts";
import type { World } from "./route-world.ts";

const sourcePath = ({ expert, source }: World) => `/v1/experts/${expert}/sources/${source}`;

export const scanRouteScenarios: Readonly<Record<string, RouteScenario>> = {
  "GET /v1/experts/:id/sources/:sid/pages/:page": {
    scopes: ["query", "ingest", "manage"],
    path: (world) => `${sourcePath(world)}/pages/1`,
    answers: 404,
    unreachable: "expert_not_found",
  },
  "POST /v1/experts/:id/sources/:sid/corrections": {
    scopes: ["ingest"],
    unreachable: "expert_not_found",
    path: (world) => `${sourcePath(world)}/corrections`,
    answers: 400,
    json: "strict",
    body: () => ({ version: 1, corrections: [{ page: 1, line: 1, text: "Words." }] }),
    refused: [
      ...["version", "corrections"].map((field) => missing(field)),
      invalid("version", 0),
      invalid("corrections", []),
      invalid("corrections", [{ page: 0, line: 1, text: "" }], "corrections[0].page"),
      invalid("corrections", [{ page: 1, line: 1, text: "x".repeat(2001) }], "corrections[0].text"),
      invalid(
        "corrections",
        [{ page: 1, line: 1, text: "", words: { first: 1, last: 0 } }],
        "corrections[0].words.last",
      ),
      unknown("lines"),
    ],
  },
};
