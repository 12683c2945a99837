/** The scenarios of the routes under `/v1/experts`. */
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SiteObject } from "../../../src/api/site-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { questionRouteScenarios } from "./question-route-scenarios.ts";
import { invalid, missing, type Refused, type RouteScenario, unknown } from "./route-scenario.ts";
import type { World } from "./route-world.ts";
import { tableRouteScenarios } from "./table-route-scenarios.ts";

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
  const { id } = (await world.request("POST", `${path}?wait=60`, { body })).as(SourceObject);
  return `${path}/${id}`;
};

const formWith = (file: File) => {
  const form = new FormData();
  form.set("file", file);
  return form;
};

const keepersPath = (world: World) => `${expertPath(world)}/keepers`;

/** The guard refuses it before anything leaves the process. */
const siteAddress = "http://127.0.0.1:9/docs/";
const freshSite = async (world: World) => {
  const path = `${expertPath(world)}/sites`;
  const { id } = (await world.request("POST", path, { body: { url: siteAddress } })).as(SiteObject);
  return `${path}/${id}`;
};

const reading = ["query", "ingest", "manage"] as const;
const noSite = { scopes: ["ingest"], unreachable: "expert_not_found" } as const;
const readable = { scopes: reading, answers: 200, unreachable: "expert_not_found" } as const;
const noSource = { scopes: ["ingest"], unreachable: "expert_not_found" } as const;

export const expertRouteScenarios: Readonly<Record<string, RouteScenario>> = {
  ...questionRouteScenarios,
  ...tableRouteScenarios,
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
    path: (world) => `${expertPath(world)}/sources?wait=60`,
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
  "POST /v1/experts/:id/files": {
    ...noSource,
    path: (world) => `${expertPath(world)}/files?wait=60`,
    body: () => formWith(new File([freshText().text], "fresh.txt")),
    answers: 201,
  },
  "POST /v1/experts/:id/sources/batch": {
    ...noSource,
    path: (world) => `${expertPath(world)}/sources/batch`,
    body: () => ({ sources: [freshText(), { txt: "refused" }] }),
    answers: 200,
    json: "strict",
    refused: [
      missing("sources"),
      ...[[], "text", Array.from({ length: 101 }, freshText)].map((value) => invalid("sources", value)),
      unknown("wait"),
    ],
  },
  "POST /v1/experts/:id/sites": {
    scopes: ["ingest"],
    path: (world) => `${expertPath(world)}/sites`,
    answers: 202,
    unreachable: "expert_not_found",
    body: () => ({ url: siteAddress }),
    json: "strict",
    refused: [
      missing("url"),
      ...["ftp://host/", "no address", "http://user:secret@host/"].map((value) => invalid("url", value)),
      ...[0, 10_001, 1.5, "7"].map((value) => invalid("max_pages", value)),
      ...[-1, 21].map((value) => invalid("max_depth", value)),
      ...[0, 9000].map((value) => invalid("every_hours", value)),
      invalid("type", "film"),
      unknown("recursive"),
    ],
  },
  "GET /v1/experts/:id/sites": { ...readable, path: (world) => `${expertPath(world)}/sites?limit=5` },
  "GET /v1/experts/:id/sites/:site": { ...noSite, scopes: reading, path: freshSite, answers: 200 },
  "DELETE /v1/experts/:id/sites/:site": { ...noSite, path: freshSite, answers: 200 },
  "POST /v1/experts/:id/sites/:site/crawl": {
    ...noSite,
    path: async (world) => `${await freshSite(world)}/crawl`,
    answers: 200,
  },
  "POST /v1/experts/:id/sites/:site/cancel": {
    ...noSite,
    path: async (world) => `${await freshSite(world)}/cancel`,
    answers: 200,
  },
  "GET /v1/experts/:id/sources": { ...readable, path: (world) => `${expertPath(world)}/sources?status=ready` },
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
  "POST /v1/experts/:id/sources/:sid/versions/:version/put-back": {
    ...noSource,
    path: async (world) => `${await freshSource(world)}/versions/1/put-back`,
    answers: 200,
  },
  "GET /v1/experts/:id/keepers": { ...noSource, scopes: reading, path: keepersPath, answers: 200 },
  "POST /v1/experts/:id/keepers/:keeper/confirm": {
    ...noSource,
    scopes: ["manage"],
    path: (world) => `${keepersPath(world)}/fld_00000001/confirm`,
    answers: 409,
  },
  "POST /v1/experts/:id/keepers/:keeper/dismiss": {
    ...noSource,
    scopes: ["manage"],
    path: (world) => `${keepersPath(world)}/fld_00000001/dismiss`,
    answers: 409,
  },
  "POST /v1/experts/:id/keepers/:keeper/release": {
    ...noSource,
    path: (world) => `${keepersPath(world)}/fld_00000001/release`,
    answers: 200,
    json: "strict",
    body: () => ({ sources: ["src_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
    refused: [missing("sources"), invalid("sources", ["src_1"], "sources[0]"), unknown("ids")],
  },
  "GET /v1/experts/:id/sources/:sid/content": { ...readable, path: (world) => `${sourcePath(world)}/content` },
  "GET /v1/experts/:id/sources/:sid/file": { ...readable, path: (world) => `${sourcePath(world)}/file` },
  "GET /v1/experts/:id/sources/events": { ...readable, path: (world) => `${expertPath(world)}/sources/events` },
  "GET /v1/experts/:id/sources/:sid/events": { ...readable, path: (world) => `${sourcePath(world)}/events` },
  "GET /v1/experts/:id/sources/:sid/passages": { ...readable, path: (world) => `${sourcePath(world)}/passages` },
  "GET /v1/experts/:id/sources/:sid/chunks": { ...readable, path: (world) => `${sourcePath(world)}/chunks` },
  "GET /v1/experts/:id/sources/:sid/versions": { ...readable, path: (world) => `${sourcePath(world)}/versions` },
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
};
