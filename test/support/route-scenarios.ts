/** What every route of `/v1`, and `/mcp`, is asked in the scenario tests. A route that is not in this table fails them. */
import { ExpertObject } from "../../src/http/native/expert-schemas.ts";
import { SourceObject } from "../../src/http/native/source-schemas.ts";
import type { FaultCode } from "../../src/kernel/fault.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import type { Scope } from "../../src/keys/key.ts";
import { newSecret } from "../../src/keys/key-secret.ts";
import type { Holder, Outsider } from "./access-matrix.ts";
import { repeatableRandom, type ServiceWish, startService, type TestService } from "./service.ts";

/** A service in which there is one of everything. */
export interface World extends TestService {
  /** The slug of an expert with a ready source. */
  readonly expert: string;
  readonly source: string;
  /** What each sends as `Authorization`; null: nothing. */
  readonly authorization: Readonly<Record<Outsider | Holder, string | null>>;
  /** Ids of what not everybody may see. */
  readonly ids: { readonly expert: ExpertId; readonly ownerKey: string };
}

export interface RouteScenario {
  /** One of these scopes is needed; null: any key will do. */
  readonly scopes: readonly Scope[] | null;
  /** Where to ask, made anew for each question. */
  path(world: World): string | Promise<string>;
  /** Where a key that is limited to the expert asks, when elsewhere there is nothing that it can reach. */
  pathHere?(world: World): string;
  /** A body that is accepted, made anew as well. */
  body?(world: World): unknown;
  /** What the route needs beside the key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: number;
  /** How an object that the key cannot reach is answered; null where the route names none. */
  readonly unreachable: FaultCode | null;
  /** Whether the body is JSON alone, and whether it takes fields that it does not know. */
  readonly json?: "strict" | "lenient";
  /** Changes to the accepted body, and what is wrong then. */
  readonly refused?: readonly Refused[];
}

export interface Refused {
  readonly with: Readonly<Record<string, unknown>>;
  readonly param: string;
  readonly code: FaultCode;
}

const invalid = (param: string, value: unknown, at = param): Refused => ({
  with: { [param]: value },
  param: at,
  code: "invalid_parameter",
});
const missing = (param: string): Refused => ({
  with: { [param]: undefined },
  param,
  code: "missing_required_parameter",
});
const unknown = (param: string): Refused => ({ with: { [param]: 1 }, param, code: "unknown_parameter" });

const expertFields: readonly Refused[] = [
  ...["", " ", "x".repeat(129), 7, null].map((value) => invalid("name", value)),
  ...["", "Upper", "-a", "a-", "a b", "x".repeat(65), 1].map((value) => invalid("slug", value)),
  ...["x".repeat(2001), null].map((value) => invalid("description", value)),
  ...["x".repeat(8001), []].map((value) => invalid("instructions", value)),
  ...["", "e", "no such tag", 3].map((value) => invalid("language", value)),
  invalid("aliases", "gpt-4o"),
  invalid("aliases", ["fine", "not fine"], "aliases[1]"),
  invalid(
    "aliases",
    Array.from({ length: 17 }, (_, i) => `alias-${i}`),
  ),
  invalid("settings", { k: 0 }, "settings.k"),
  invalid("settings", { k: 101 }, "settings.k"),
  invalid("settings", { k: 1.5 }, "settings.k"),
  invalid("settings", { k: "8" }, "settings.k"),
  invalid("settings", { min_score: -0.1 }, "settings.min_score"),
  invalid("settings", { min_confidence: 1.1 }, "settings.min_confidence"),
  invalid("settings", { refusal_text: "" }, "settings.refusal_text"),
  invalid("settings", { chat_footer: "yes" }, "settings.chat_footer"),
  { with: { settings: { kk: 1 } }, param: "settings.kk", code: "unknown_parameter" },
  invalid("metadata", { nested: { a: 1 } }, "metadata.nested"),
  invalid("metadata", { "line\nbreak": { a: 1 } }, "metadata.line\nbreak"),
  invalid("metadata", { none: null }, "metadata.none"),
  invalid("metadata", { list: [1] }, "metadata.list"),
  invalid("metadata", { large: "x".repeat(16_384) }),
  unknown("nam"),
];

const expertPath = ({ expert }: World) => `/v1/experts/${expert}`;
const sourcePath = ({ expert, source }: World) => `/v1/experts/${expert}/sources/${source}`;
const freshExpert = async (world: World) => {
  const { id } = (await world.request("POST", "/v1/experts", { body: { name: "Fresh" } })).as(ExpertObject);
  return `/v1/experts/${id}`;
};
let freshNumber = 0;
const freshText = () => ({ text: `A fresh text, number ${freshNumber++}.` });
const brokenFile = () => new TextEncoder().encode(`%PDF-1.7 broken, number ${freshNumber++}`);
const freshSource = async (world: World, body: unknown = freshText()) => {
  const path = `${expertPath(world)}/sources`;
  const { id } = (await world.request("POST", `${path}?wait=10`, { body })).as(SourceObject);
  return `${path}/${id}`;
};

const freshKey = ({ docent, workspace }: World, expertIds: readonly ExpertId[] | null = null) =>
  `/v1/keys/${docent.keys.create({ workspaceId: workspace, name: "fresh", expertIds }).key.id}`;
const keyPaths = {
  path: (world: World) => freshKey(world),
  pathHere: (world: World) => freshKey(world, [world.ids.expert]),
};

const chat = { model: "manual", messages: [{ role: "user", content: "How often are filters changed?" }] };
const reading = ["query", "ingest", "manage"] as const;
const noSource = { scopes: ["ingest"], unreachable: "expert_not_found" } as const;

export const routeScenarios: Readonly<Record<string, RouteScenario>> = {
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
    // This world keeps no backups; test/http/native/system-report-routes.test.ts has one that does.
    scopes: ["admin"],
    path: () => "/v1/system/backups",
    answers: 400,
    unreachable: null,
  },
  "GET /v1/session": { scopes: null, path: () => "/v1/session", answers: 200, unreachable: null },
  "GET /v1/experts": { scopes: null, path: () => "/v1/experts?limit=100", answers: 200, unreachable: null },
  "POST /v1/experts": {
    scopes: ["manage"],
    path: () => "/v1/experts",
    answers: 201,
    unreachable: null,
    body: () => ({ name: "Another", metadata: { team: "ops", year: 2026, open: true, tags: ["a"] } }),
    json: "strict",
    refused: [...expertFields, missing("name")],
  },
  "GET /v1/experts/:id": { scopes: null, path: expertPath, answers: 200, unreachable: "expert_not_found" },
  "PATCH /v1/experts/:id": {
    scopes: ["manage"],
    path: expertPath,
    answers: 200,
    unreachable: "expert_not_found",
    body: () => ({ description: "The house, explained." }),
    json: "strict",
    refused: expertFields,
  },
  "DELETE /v1/experts/:id": {
    scopes: ["manage"],
    path: freshExpert,
    pathHere: () => "/v1/experts/doomed",
    answers: 200,
    unreachable: "expert_not_found",
  },
  "POST /v1/experts/:id/sources": {
    scopes: ["ingest"],
    path: (world) => `${expertPath(world)}/sources?wait=10`,
    answers: 201,
    unreachable: "expert_not_found",
    body: freshText,
    refused: [
      missing("text"),
      ...["", 7, null].map((value) => invalid("text", value)),
      ...["", "x".repeat(501)].map((value) => invalid("title", value)),
      ...[
        "ftp://host/file",
        "no address",
        "javascript:alert(1)",
        "http://a\njavascript:b",
        " http://a",
        "http://a b",
        `http://${"x".repeat(2048)}`,
      ].map((value) => invalid("url", value)),
      ...["", "x".repeat(257), 12].map((value) => invalid("external_id", value)),
      invalid("type", "film"),
      invalid("metadata", { nested: {} }, "metadata.nested"),
      unknown("txt"),
    ],
  },
  "GET /v1/experts/:id/sources": {
    scopes: reading,
    path: (world) => `${expertPath(world)}/sources?status=ready`,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "GET /v1/experts/:id/sources/:sid": {
    scopes: reading,
    path: sourcePath,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "PATCH /v1/experts/:id/sources/:sid": {
    ...noSource,
    path: sourcePath,
    answers: 200,
    json: "strict",
    body: () => ({ title: "Manual, second edition", url: null, metadata: { year: 2026 } }),
    refused: [
      ...["", "x".repeat(501), null].map((value) => invalid("title", value)),
      ...["ftp://host/file", 7].map((value) => invalid("url", value)),
      invalid("metadata", { nested: {} }, "metadata.nested"),
      invalid("metadata", { large: "x".repeat(16_384) }),
      unknown("text"),
    ],
  },
  "DELETE /v1/experts/:id/sources/:sid": { ...noSource, path: (world) => freshSource(world), answers: 200 },
  "POST /v1/experts/:id/sources/:sid/retry": {
    ...noSource,
    path: async (world) => `${await freshSource(world, brokenFile())}/retry`,
    answers: 200,
  },
  "POST /v1/experts/:id/sources/:sid/cancel": {
    ...noSource,
    path: async (world) => `${await freshSource(world)}/cancel`,
    answers: 409,
  },
  "GET /v1/experts/:id/sources/:sid/content": {
    scopes: reading,
    path: (world) => `${sourcePath(world)}/content`,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "GET /v1/experts/:id/sources/:sid/file": {
    scopes: reading,
    path: (world) => `${sourcePath(world)}/file`,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "GET /v1/experts/:id/sources/:sid/chunks": {
    scopes: reading,
    path: (world) => `${sourcePath(world)}/chunks`,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "GET /v1/experts/:id/sources/:sid/versions": {
    scopes: reading,
    path: (world) => `${sourcePath(world)}/versions`,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "POST /v1/experts/:id/sources/:sid/link": {
    scopes: reading,
    path: (world) => `${sourcePath(world)}/link`,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "POST /v1/experts/:id/query": {
    scopes: ["query"],
    path: (world) => `${expertPath(world)}/query`,
    answers: 200,
    unreachable: "expert_not_found",
    body: () => ({ question: "How often are filters changed?" }),
    json: "strict",
    refused: [
      missing("question"),
      ...["", "  \n ", "x".repeat(8001), 42, null, ["why"]].map((value) => invalid("question", value)),
      ...[0, 101, 2.5, "8", -1, null].map((value) => invalid("k", value)),
      invalid("top_k", 101),
      { with: { k: 3, top_k: 3 }, param: "top_k", code: "invalid_parameter" },
      ...[-0.01, 1.01, "1"].map((value) => invalid("min_score", value)),
      ...["year", [], null].map((value) => invalid("filter", value)),
      invalid("filter", { year: { $above: 1 } }, "filter.year.$above"),
      ...["semantic", "vector", "hybrid", 1].map((value) => invalid("mode", value)),
      ...["yes", 1].map((value) => invalid("generate", value)),
      invalid("stream", "true"),
      invalid("include", "retrieved"),
      invalid("include", ["everything"], "include[0]"),
      unknown("querstion"),
    ],
  },
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
  "DELETE /v1/keys/:id": { scopes: ["admin"], ...keyPaths, answers: 200, unreachable: "key_not_found" },
  "GET /v1/usage": { scopes: null, path: () => "/v1/usage?group_by=day", answers: 200, unreachable: null },
};

export async function startWorld(wish: ServiceWish = {}): Promise<World> {
  const service = await startService(wish);
  const { docent, request, workspace } = service;
  const expert = (await request("POST", "/v1/experts", { body: { name: "Manual", aliases: ["house/manual"] } })).as(
    ExpertObject,
  );
  const reach = { workspaceId: workspace, expertIds: null };
  const manual = docent.experts.find(reach, expert.id);
  const empty = docent.experts.create(reach, { name: "Empty" });
  const document = { title: "Manual", text: "# Filters\n\nReplace the filter every six months." };
  const added = await request("POST", `/v1/experts/${expert.id}/sources?wait=10`, { body: document });
  const revoked = docent.keys.create({ workspaceId: workspace, name: "revoked" });
  docent.keys.revoke(workspace, revoked.key.id);
  const bearer = (key: string) => `Bearer ${key}`;
  const only = (scope: Scope) => bearer(service.key({ scopes: [scope] }));
  return {
    ...service,
    expert: expert.slug,
    source: added.as(SourceObject).id,
    authorization: {
      nobody: null,
      malformed: `Basic ${service.owner}`,
      unknown: bearer(newSecret(repeatableRandom(7))),
      revoked: bearer(revoked.secret),
      expired: bearer(service.key({ expiresAt: service.clock.now() })),
      query: only("query"),
      ingest: only("ingest"),
      manage: only("manage"),
      admin: only("admin"),
      stranger: bearer(service.key({ workspace: docent.workspaces.create("elsewhere").id })),
      here: bearer(service.key({ experts: [manual.id, docent.experts.create(reach, { name: "Doomed" }).id] })),
      elsewhere: bearer(service.key({ experts: [empty.id] })),
    },
    ids: { expert: manual.id, ownerKey: docent.keys.find(service.owner)?.id ?? "" },
  };
}
