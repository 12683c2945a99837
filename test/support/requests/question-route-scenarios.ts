/** The scenarios of gaps and checks. */
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { CheckObject } from "../../../src/api/question-schemas.ts";
import { invalid, missing, type RouteScenario, unknown } from "./route-scenario.ts";
import type { World } from "./route-world.ts";

const expertPath = ({ expert }: World) => `/v1/experts/${expert}`;
const check = { question: "How often are filters changed?", contains: ["six months"] };
const search = { query: "changing filters", k: 3 };
const searchRefused = [
  missing("query"),
  ...["", " ", "x".repeat(8001), 7].map((value) => invalid("query", value)),
  ...[0, 101, 1.5, "8"].map((value) => invalid("k", value)),
  invalid("top_k", 3),
  invalid("mode", "vector"),
  invalid("filter", { year: { $near: 1 } }, "filter.year.$near"),
  unknown("generate"),
];
const reranking = {
  scopes: ["query"],
  unreachable: null,
  body: () => ({ query: "changing filters", documents: ["Paint the door.", { text: "Change the filter." }] }),
  answers: 200,
  json: "lenient",
  refused: [
    missing("query"),
    missing("documents"),
    ...["", " ", 7].map((value) => invalid("query", value)),
    ...[[], "a text", Array.from({ length: 1001 }, () => "a")].map((value) => invalid("documents", value)),
    invalid("documents", ["a", 1], "documents[1]"),
    { with: { documents: ["a".repeat(500_001)] }, param: "documents", code: "payload_too_large" },
    invalid("top_n", 0),
    invalid("return_documents", "yes"),
  ],
} as const satisfies Partial<RouteScenario>;
const freshQuery = async (world: World) => {
  const path = expertPath(world);
  await world.request("PATCH", path, { body: { settings: { keep_questions: true } } });
  const asked = await world.request("POST", `${path}/query`, { body: { question: check.question } });
  await world.request("PATCH", path, { body: { settings: { keep_questions: false } } });
  return `/v1/queries/${asked.as(AnswerObject).id}`;
};
const freshCheck = async (world: World) => {
  const made = await world.request("POST", `${expertPath(world)}/checks`, { body: check });
  return `${expertPath(world)}/checks/${made.as(CheckObject).id}`;
};
const keptTurn = {
  id: "turn-one",
  question: { question: check.question, k: 3 },
  state: "done",
  text: "Every six months [1].",
  citations: [],
  answer: { answer: "Every six months [1]." },
  problem: null,
};
const conversation = ({ expert }: World) => ({ expert_id: expert, revision: 0, turns: [keptTurn] });
const freshId = () => `/v1/conversations/${crypto.randomUUID()}`;
const ofConversation = {
  scopes: ["query"],
  unreachable: "conversation_not_found",
  path: async (world: World) => {
    const path = freshId();
    await world.request("PUT", path, { body: conversation(world) });
    return path;
  },
  answers: 200,
} as const;
const ofKey = { scopes: ["query"], unreachable: null, path: () => "/v1/conversations", answers: 200 } as const;
const ofExpert = { scopes: ["manage"], unreachable: "expert_not_found" } as const;

export const questionRouteScenarios: Readonly<Record<string, RouteScenario>> = {
  "GET /v1/experts/:id/introduction": {
    ...ofExpert,
    scopes: ["query"],
    path: (world) => `${expertPath(world)}/introduction`,
    answers: 200,
  },
  "POST /v1/experts/:id/search": {
    ...ofExpert,
    scopes: ["query"],
    path: (world) => `${expertPath(world)}/search`,
    body: () => search,
    answers: 200,
    json: "strict",
    refused: searchRefused,
  },
  "POST /v1/search": {
    scopes: ["query"],
    unreachable: null,
    path: () => "/v1/search",
    body: () => search,
    answers: 200,
    json: "strict",
    refused: [
      ...searchRefused,
      ...[[], "manual", Array.from({ length: 51 }, () => "manual")].map((value) => invalid("experts", value)),
      { with: { experts: ["manual", "nobody"] }, param: "experts[1]", code: "expert_not_found" },
    ],
  },
  "GET /v1/queries/:qid": { scopes: ["query"], unreachable: "query_not_found", path: freshQuery, answers: 200 },
  "POST /v1/queries/:qid/feedback": {
    scopes: ["query"],
    unreachable: "query_not_found",
    path: async (world) => `${await freshQuery(world)}/feedback`,
    body: () => ({ verdict: "wrong", note: "It is every month." }),
    answers: 200,
    json: "strict",
    refused: [missing("verdict"), invalid("verdict", "good"), invalid("note", "x".repeat(2001)), unknown("reason")],
  },
  "GET /v1/conversations": ofKey,
  "PATCH /v1/conversations": {
    ...ofKey,
    body: () => ({ keep: true }),
    json: "strict",
    refused: [missing("keep"), invalid("keep", "yes"), unknown("kept")],
  },
  "GET /v1/conversations/:cid": ofConversation,
  "DELETE /v1/conversations/:cid": ofConversation,
  "PUT /v1/conversations/:cid": {
    ...ofConversation,
    path: freshId,
    unreachable: "expert_not_found",
    body: conversation,
    json: "strict",
    refused: [
      ...["expert_id", "revision", "turns"].map(missing),
      ...[-1, 0.5, "1"].map((value) => invalid("revision", value)),
      { with: { revision: 1 }, param: "revision", code: "conversation_changed" },
      ...[[], "a text", Array.from({ length: 1001 }, () => keptTurn)].map((value) => invalid("turns", value)),
      invalid("turns", [{ ...keptTurn, state: "open" }], "turns[0].state"),
      invalid("turns", [{ ...keptTurn, question: { question: " " } }], "turns[0].question.question"),
      { with: { turns: [{ ...keptTurn, text: "a".repeat(1_000_001) }] }, param: "turns", code: "payload_too_large" },
      unknown("title"),
    ],
  },
  "POST /v1/vector_stores/:id/search": {
    scopes: ["query"],
    unreachable: "expert_not_found",
    path: ({ expert }) => `/v1/vector_stores/${expert}/search`,
    body: () => ({ query: "changing filters", rewrite_query: true, ranking_options: { ranker: "auto" } }),
    answers: 200,
    json: "lenient",
    refused: [
      missing("query"),
      ...["", 7, []].map((value) => invalid("query", value)),
      ...[0, 51].map((value) => invalid("max_num_results", value)),
      ...[{ year: 1 }, { type: "and", filters: 1 }].map((value) => invalid("filters", value)),
      invalid("filters", { type: "or", filters: [{ type: "like", key: "a", value: "b" }] }, "filters.filters[0]"),
      invalid("ranking_options", { score_threshold: 2 }, "ranking_options.score_threshold"),
    ],
  },
  "POST /v1/rerank": { ...reranking, path: () => "/v1/rerank" },
  "POST /v2/rerank": { ...reranking, path: () => "/v2/rerank" },
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
  "PATCH /v1/experts/:id/checks/:cid": {
    ...ofExpert,
    path: freshCheck,
    body: () => ({ contains: ["every month"] }),
    answers: 200,
    json: "strict",
    refused: [
      { with: { contains: [] }, param: "contains", code: "missing_required_parameter" },
      ...["", " ", "x".repeat(8001), 7, null].map((value) => invalid("question", value)),
      invalid("contains", [""], "contains[0]"),
      invalid("cites", "manual"),
      invalid("refused", true),
      unknown("answers"),
    ],
  },
  "DELETE /v1/experts/:id/checks/:cid": { ...ofExpert, path: freshCheck, answers: 200 },
};
