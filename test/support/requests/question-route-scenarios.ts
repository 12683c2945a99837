/** The scenarios of gaps and checks. */
import { CheckObject } from "../../../src/api/question-schemas.ts";
import { invalid, missing, type RouteScenario, unknown } from "./route-scenario.ts";
import type { World } from "./route-world.ts";

const expertPath = ({ expert }: World) => `/v1/experts/${expert}`;
const check = { question: "How often are filters changed?", contains: ["six months"] };
const ofExpert = { scopes: ["manage"], unreachable: "expert_not_found" } as const;

export const questionRouteScenarios: Readonly<Record<string, RouteScenario>> = {
  "GET /v1/experts/:id/introduction": {
    ...ofExpert,
    scopes: ["query"],
    path: (world) => `${expertPath(world)}/introduction`,
    answers: 200,
  },
  "GET /v1/experts/:id/gaps": { ...ofExpert, path: (world) => `${expertPath(world)}/gaps?limit=5`, answers: 200 },
  "DELETE /v1/experts/:id/gaps": { ...ofExpert, path: (world) => `${expertPath(world)}/gaps`, answers: 200 },
  "GET /v1/experts/:id/checks": { ...ofExpert, path: (world) => `${expertPath(world)}/checks`, answers: 200 },
  "POST /v1/experts/:id/checks": {
    ...ofExpert,
    path: (world) => `${expertPath(world)}/checks`,
    body: () => check,
    answers: 201,
    json: "strict",
    refused: [
      missing("question"),
      missing("contains"),
      ...["", " ", "x".repeat(8001), 7].map((value) => invalid("question", value)),
      invalid("contains", []),
      invalid("contains", [""], "contains[0]"),
      invalid("cites", "manual"),
      invalid("refused", true),
      unknown("answers"),
    ],
  },
  "POST /v1/experts/:id/check-runs": { ...ofExpert, path: (world) => `${expertPath(world)}/check-runs`, answers: 200 },
  "DELETE /v1/experts/:id/checks/:cid": {
    ...ofExpert,
    path: async (world) => {
      const made = await world.request("POST", `${expertPath(world)}/checks`, { body: check });
      return `${expertPath(world)}/checks/${made.as(CheckObject).id}`;
    },
    answers: 200,
  },
};
