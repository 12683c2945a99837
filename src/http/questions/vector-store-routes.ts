import { type Static, Type } from "@sinclair/typebox";
import type { RetrievedPassage } from "../../answering/answer.ts";
import { wholeAnswer } from "../../answering/answer-service.ts";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import { namedObject, nullable, oneOf, unit } from "../../api/schema-parts.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import { isFields } from "../../kernel/json.ts";
import { readJson } from "../body/request-body.ts";
import { costlyErrors } from "../description/operation.ts";
import { questionFrom } from "../native/query-routes.ts";
import { lenient } from "../openai/lenient-body.ts";
import { OpenObject, optional } from "../openai/shared-schemas.ts";
import { routesOf } from "../route.ts";

const route = routesOf("OpenAI");
const query = Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" });

const RankingOptions = Type.Object(
  { score_threshold: optional(unit) },
  { $id: "RankingOptions", additionalProperties: true },
);

const VectorStoreSearch = Type.Object(
  {
    query: Type.Union([query, Type.Array(query, { minItems: 1, maxItems: 16 })]),
    max_num_results: optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    filters: optional({ ...OpenObject, description: "`{type, key, value}`, or `and` and `or` of such `filters`." }),
    ranking_options: optional(RankingOptions),
  },
  { $id: "VectorStoreSearch", additionalProperties: true, examples: [{ query: "How often are filters changed?" }] },
);

const VectorStoreText = namedObject("VectorStoreText", { type: Type.Literal("text"), text: Type.String() });

const VectorStoreResult = namedObject("VectorStoreResult", {
  file_id: Type.String({ description: "The id of the source." }),
  filename: Type.String({ description: "The title of the source." }),
  score: unit,
  attributes: Type.Unsafe<Record<string, string | number | boolean>>(OpenObject),
  content: Type.Array(VectorStoreText),
});

export const VectorStoreResults = namedObject("VectorStoreResults", {
  object: oneOf(["vector_store.search_results.page"]),
  search_query: Type.Array(Type.String()),
  data: Type.Array(VectorStoreResult, { description: "Best first." }),
  has_more: Type.Boolean(),
  next_page: nullable(Type.String()),
});

const vectorStoreSearch = lenient(VectorStoreSearch);
const comparisons = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "nin"];
const deepest = 16;

/** @throws Fault `invalid_parameter` */
function nativeFilter(given: unknown, path: string, depth = 0): Record<string, unknown> {
  const { type, key, value, filters } = isFields(given) ? given : {};
  if (depth > deepest) throw invalidParameter(path, `Filters may be nested at most ${deepest} levels deep.`);
  if ((type === "and" || type === "or") && Array.isArray(filters))
    return { [`$${type}`]: filters.map((each, at) => nativeFilter(each, `${path}.filters[${at}]`, depth + 1)) };
  if (typeof key === "string" && typeof type === "string" && comparisons.includes(type))
    return { [key]: { [`$${type}`]: value } };
  throw invalidParameter(
    path,
    `"${path}" must be {"type": "${comparisons.join("|")}", "key", "value"} or {"type": "and|or", "filters"}.`,
  );
}

function resultFrom({ sourceId, title, score, metadata, text }: RetrievedPassage) {
  const attributes = Object.entries(metadata).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  const content = [{ type: "text" as const, text }];
  return { file_id: sourceId, filename: title, score, attributes: Object.fromEntries(attributes), content };
}

const searchVectorStore = route("POST /v1/vector_stores/:id/search", "searchVectorStore", {
  summary: "Search an expert, as a vector store of OpenAI's API",
  scope: "query",
  description:
    "The passages that fit the query best, in the form that OpenAI's clients read. The vector store is the expert, by slug, id or alias. Several queries are searched " +
    "for together. It counts as a question.",
  body: { "application/json": VectorStoreSearch },
  answers: { 200: { says: "The passages, best first.", schema: VectorStoreResults } },
  errors: [...costlyErrors, "expert_not_found"],
  lane: "questions",
  answer: async ({ access, request, findExpert }, { answers }): Promise<Static<typeof VectorStoreResults>> => {
    const expert = await findExpert();
    const asked = vectorStoreSearch.parse(await readJson(request));
    const queries = [asked.query].flat();
    const { max_num_results: k, filters, ranking_options: options } = asked;
    const search = {
      question: queries.join("\n"),
      k: k ?? 10,
      generate: false,
      ...(filters != null && { filter: nativeFilter(filters, "filters") }),
      ...(options?.score_threshold != null && { min_score: options.score_threshold }),
    };
    const found = await wholeAnswer(answers.answer(questionFrom(search, expert, access.keyId), request.signal));
    const data = found.retrieved.map(resultFrom);
    const object = "vector_store.search_results.page";
    return { object, search_query: queries, data, has_more: false, next_page: null };
  },
});

export const vectorStoreRoutes = [searchVectorStore];
