/** The scenarios of webhooks. */
import { NewWebhookObject } from "../../../src/api/webhook-schemas.ts";
import { invalid, missing, type RouteScenario, unknown } from "./route-scenario.ts";
import type { World } from "./route-world.ts";

// An event that does not happen here, so that nothing is sent while a test compares what the database holds.
const body = { url: "http://127.0.0.1:9/", events: ["quota.near"] };
/** The same one each time, because a workspace has few. */
const made = new WeakMap<object, Promise<string>>();
const known = (world: World) => {
  const path = made.get(world.docent) ?? create(world);
  made.set(world.docent, path);
  return path;
};
const create = async (world: World) => {
  const { id } = (await world.request("POST", "/v1/webhooks", { body })).as(NewWebhookObject);
  return `/v1/webhooks/${id}`;
};

export const webhookRouteScenarios: Readonly<Record<string, RouteScenario>> = {
  "GET /v1/webhooks": { scopes: ["admin"], path: () => "/v1/webhooks", answers: 200, unreachable: null },
  "POST /v1/webhooks": {
    scopes: ["admin"],
    path: () => "/v1/webhooks",
    body: () => body,
    answers: 201,
    unreachable: null,
    json: "strict",
    refused: [
      missing("url"),
      ...["", "ftp://example.org", "https://user@example.org", 7].map((value) => invalid("url", value)),
      invalid("events", []),
      invalid("events", ["source.gone"], "events[0]"),
      unknown("secret"),
    ],
  },
  "PATCH /v1/webhooks/:id": {
    scopes: ["admin"],
    path: known,
    body: () => ({ events: ["quota.near"] }),
    answers: 200,
    unreachable: "webhook_not_found",
    json: "strict",
    refused: [
      ...["", "ftp://example.org", "https://user@example.org", 7, null].map((value) => invalid("url", value)),
      invalid("events", []),
      invalid("events", ["source.gone"], "events[0]"),
      unknown("secret"),
    ],
  },
  "DELETE /v1/webhooks/:id": { scopes: ["admin"], path: create, answers: 200, unreachable: "webhook_not_found" },
  "POST /v1/webhooks/:id/test": {
    scopes: ["admin"],
    path: async (world) => `${await known(world)}/test`,
    answers: 200,
    unreachable: "webhook_not_found",
  },
};
