/** One scenario per route of `/v1`, and of `/mcp`. The scenario tests fail for a route without one. */
import type { ExpertId } from "../../../src/kernel/ids.ts";
import { archiveRouteScenarios } from "./archive-route-scenarios.ts";
import { expertRouteScenarios } from "./expert-route-scenarios.ts";
import { invalid, missing, type RouteScenario, unknown } from "./route-scenario.ts";
import type { World } from "./route-world.ts";
import { scanRouteScenarios } from "./scan-route-scenarios.ts";
import { webhookRouteScenarios } from "./webhook-route-scenarios.ts";

/** A shared database has backups of its own, which the service does not make. */
const isShared = process.env.DOCENT_TEST_SERVICE === "postgres";

const freshKey = async ({ docent, workspace }: World, expertIds: readonly ExpertId[] | null = null) => {
  const { key } = await docent.keys.create({ workspaceId: workspace, name: "fresh", expertIds });
  return `/v1/keys/${key.id}`;
};
const keyPaths = {
  path: (world: World) => freshKey(world),
  pathHere: (world: World) => freshKey(world, [world.ids.expert]),
};

const chat = { model: "manual", messages: [{ role: "user", content: "How often are filters changed?" }] };
export const routeScenarios: Readonly<Record<string, RouteScenario>> = {
  ...expertRouteScenarios,
  ...scanRouteScenarios,
  ...webhookRouteScenarios,
  ...archiveRouteScenarios,
  "GET /v1/capabilities": { scopes: null, path: () => "/v1/capabilities", answers: 200, unreachable: null },
  "GET /v1/handbook": { scopes: null, path: () => "/v1/handbook", answers: 200, unreachable: null },
  "GET /v1/handbook/:page": {
    scopes: null,
    path: () => "/v1/handbook/getting-started",
    answers: 200,
    unreachable: null,
  },
  "GET /v1/system": { scopes: ["admin"], path: () => "/v1/system", answers: 200, unreachable: null },
  "GET /v1/system/findings": { scopes: ["admin"], path: () => "/v1/system/findings", answers: 200, unreachable: null },
  "POST /v1/system/backups": {
    scopes: ["admin"],
    path: () => "/v1/system/backups",
    answers: isShared ? 400 : 201,
    unreachable: null,
  },
  "PATCH /v1/system/backups": {
    scopes: ["admin"],
    path: () => "/v1/system/backups",
    body: () => ({ every_hours: 24 }),
    answers: isShared ? 400 : 200,
    unreachable: null,
  },
  "GET /v1/workspaces": { scopes: ["admin"], path: () => "/v1/workspaces", answers: 200, unreachable: null },
  "POST /v1/workspaces": {
    scopes: ["admin"],
    path: () => "/v1/workspaces",
    body: () => ({ name: `team-${crypto.randomUUID().slice(0, 8)}` }),
    answers: 201,
    unreachable: null,
    json: "strict",
    refused: [missing("name"), unknown("colour")],
  },
  "PATCH /v1/workspaces/:workspace": {
    scopes: ["admin"],
    path: () => "/v1/workspaces/default",
    body: () => ({ sources: null }),
    answers: 200,
    unreachable: null,
    json: "strict",
    refused: [invalid("sources", -1), unknown("colour")],
  },
  "POST /v1/system/model": {
    // This world has no language model; test/http/model-failures.test.ts has one that does.
    scopes: ["admin"],
    path: () => "/v1/system/model",
    answers: 400,
    unreachable: null,
  },
  "GET /v1/session": { scopes: null, path: () => "/v1/session", answers: 200, unreachable: null },
  "POST /v1/session/code": { scopes: null, path: () => "/v1/session/code", answers: 201, unreachable: null },
  "POST /v1/chat/completions": {
    scopes: ["query"],
    path: () => "/v1/chat/completions",
    answers: 200,
    unreachable: "model_not_found",
    body: () => chat,
    json: "lenient",
    refused: [
      missing("model"),
      missing("messages"),
      invalid("messages", []),
      invalid("stream", "yes"),
      invalid("n", 2),
      { with: { model: "nobody" }, param: "model", code: "model_not_found" },
    ],
  },
  "POST /v1/completions": {
    scopes: ["query"],
    path: () => "/v1/completions",
    answers: 200,
    unreachable: "model_not_found",
    body: () => ({ model: "manual", prompt: "How often are filters changed?" }),
    json: "lenient",
    refused: [
      missing("model"),
      missing("prompt"),
      ...["", " ", [], [1, 2], Array.from({ length: 17 }, () => "a")].map((value) => invalid("prompt", value)),
      invalid("prompt", ["a", ""], "prompt"),
      invalid("echo", "yes"),
      ...["n", "best_of"].map((name) => invalid(name, 2)),
      invalid("logprobs", 1),
      invalid("suffix", "after it"),
      { with: { prompt: "x".repeat(8001) }, param: "prompt", code: "context_length_exceeded" },
      { with: { model: "nobody" }, param: "model", code: "model_not_found" },
    ],
  },
  "POST /v1/responses": {
    scopes: ["query"],
    path: () => "/v1/responses",
    answers: 200,
    unreachable: "model_not_found",
    body: () => ({ model: "manual", input: "How often are filters changed?" }),
    json: "lenient",
    refused: [missing("model"), { with: { model: "nobody" }, param: "model", code: "model_not_found" }],
  },
  "POST /v1/embeddings": {
    // There is no embedding model in this world; test/memory/embeddings.test.ts has one.
    scopes: ["query"],
    path: () => "/v1/embeddings",
    answers: 400,
    unreachable: null,
    body: () => ({ model: "nomic-embed-text", input: "How often are filters changed?" }),
    json: "lenient",
    refused: [missing("model"), missing("input"), invalid("model", "any"), invalid("input", [1, 2])],
  },
  "GET /v1/models": { scopes: null, path: () => "/v1/models", answers: 200, unreachable: null },
  "GET /v1/models/:model": {
    scopes: null,
    path: () => "/v1/models/manual",
    answers: 200,
    unreachable: "model_not_found",
  },
  "GET /v1/models/*": {
    scopes: null,
    path: () => "/v1/models/house/manual",
    answers: 200,
    unreachable: "model_not_found",
  },
  "POST /mcp": {
    scopes: null,
    path: () => "/mcp",
    answers: 200,
    unreachable: null,
    body: () => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_experts", arguments: {} },
    }),
    headers: { accept: "application/json, text/event-stream" },
  },
  "GET /v1/keys": { scopes: ["admin"], path: () => "/v1/keys?limit=100", answers: 200, unreachable: null },
  "POST /v1/keys": {
    scopes: ["admin"],
    path: () => "/v1/keys",
    answers: 201,
    unreachable: null,
    json: "strict",
    body: () => ({ name: "kiosk", scopes: ["query"] }),
    refused: [
      missing("name"),
      missing("scopes"),
      ...["", " ", "x".repeat(129), 7, null].map((value) => invalid("name", value)),
      ...[[], ["query", "query"], "query", null].map((value) => invalid("scopes", value)),
      invalid("scopes", ["everything"], "scopes[0]"),
      ...[[], "manual", null].map((value) => invalid("expert_ids", value)),
      { with: { expert_ids: ["manual", "nobody"] }, param: "expert_ids[1]", code: "expert_not_found" },
      ...["tomorrow", "2027-01-31", "2027-02-31T99:00:00Z", "2020-01-01T00:00:00Z", 7].map((value) =>
        invalid("expires_at", value),
      ),
      unknown("secret"),
    ],
  },
  "GET /v1/keys/:id": { scopes: ["admin"], ...keyPaths, answers: 200, unreachable: "key_not_found" },
  "PATCH /v1/keys/:id": {
    scopes: ["admin"],
    ...keyPaths,
    answers: 200,
    unreachable: "key_not_found",
    body: () => ({ name: "kitchen" }),
    json: "strict",
    refused: [
      ...["", " ", "x".repeat(129), 7, null].map((value) => invalid("name", value)),
      ...["tomorrow", "2020-01-01T00:00:00Z", 7].map((value) => invalid("expires_at", value)),
      unknown("scopes"),
    ],
  },
  "DELETE /v1/keys/:id": { scopes: ["admin"], ...keyPaths, answers: 200, unreachable: "key_not_found" },
  "GET /v1/usage": { scopes: null, path: () => "/v1/usage?group_by=day", answers: 200, unreachable: null },
};
