import { type Static, Type } from "@sinclair/typebox";
import type { Answer } from "../../answering/answer.ts";
import { type AnswerService, wholeAnswer } from "../../answering/answer-service.ts";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import { QueryRequest, RetrievalObject, RetrievedObject } from "../../api/answer-schemas.ts";
import { deprecationHeaders } from "../../api/deprecations.ts";
import { retrievalView, retrievedView } from "../../api/native-views.ts";
import { namedObject, oneOf, strict } from "../../api/schema-parts.ts";
import type { Expert } from "../../experts/expert.ts";
import { type ExpertService, expertsNamed } from "../../experts/expert-service.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import type { Access } from "../../keys/key.ts";
import { costlyErrors } from "../description/operation.ts";
import { questionFrom } from "../native/query-routes.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Questions");
const mostSearchedExperts = 50;

const { k, top_k, min_score, filter, mode } = QueryRequest.properties;

const searchFields = {
  query: Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" }),
  k,
  top_k,
  min_score,
  filter,
  mode,
  include: Type.Optional(Type.Array(oneOf(["scores"]), { maxItems: 1 })),
};

const otherNames = {
  ...QueryRequest.otherNames,
  query: ["question", "q", "text", "input", "search", "prompt"],
};

const SearchRequest = Type.Object(searchFields, {
  $id: "SearchRequest",
  ...strict,
  otherNames,

  examples: [{ query: "replacing filters", k: 8 }],
});
type SearchRequest = Static<typeof SearchRequest>;

const SearchAllRequest = Type.Object(
  {
    ...searchFields,
    experts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        minItems: 1,
        maxItems: mostSearchedExperts,
        description: `By id, slug or alias; all that the key can reach when not given, at most ${mostSearchedExperts}.`,
      }),
    ),
  },
  {
    $id: "SearchAllRequest",
    ...strict,

    otherNames: { ...otherNames, experts: ["expert", "expert_ids", "models"] },
    examples: [{ query: "replacing filters", experts: ["heating-manual", "house"], k: 8 }],
  },
);

export const FoundPassages = namedObject("FoundPassages", {
  object: Type.Literal("list"),
  data: Type.Array(RetrievedObject),
  retrieval: RetrievalObject,
});

const PassageOfExpert = namedObject("PassageOfExpert", { expert_id: Type.String(), ...RetrievedObject.properties });

const SearchedExpert = namedObject("SearchedExpert", { expert_id: Type.String(), retrieval: RetrievalObject });

export const FoundInExperts = namedObject("FoundInExperts", {
  object: Type.Literal("list"),
  data: Type.Array(PassageOfExpert, { description: "The best `k` of all, by score." }),
  experts: Type.Array(SearchedExpert, { description: "Each expert that was searched." }),
});

const scoreOrder = (a: { readonly score: number }, b: { readonly score: number }) => b.score - a.score;

interface Search {
  readonly expert: Expert;
  readonly access: Access;
  readonly fields: SearchRequest;
}

function search(answers: AnswerService, { expert, access, fields }: Search, signal: AbortSignal): Promise<Answer> {
  const { query, include: _, ...given } = fields;
  const question = questionFrom({ ...given, question: query, generate: false }, expert, access.keyId);
  return wholeAnswer(answers.answer(question, signal));
}

function passagesOf({ retrieved }: Answer, { include }: SearchRequest) {
  return retrieved.map((passage) => retrievedView(passage, include?.includes("scores") === true));
}

/** @throws Fault `invalid_parameter` if there are too many */
async function allOf(experts: ExpertService, access: Access): Promise<readonly Expert[]> {
  const page = { limit: mostSearchedExperts, order: "asc", after: null, skip: 0 } as const;
  const { items, totalCount } = await experts.list(access, page);
  if (totalCount <= mostSearchedExperts) return items;
  throw invalidParameter(
    "experts",
    `The key reaches ${totalCount} experts; at most ${mostSearchedExperts} are searched at once. Name them in "experts".`,
  );
}

/** One after the other, so that a search of many takes the room of one. */
async function searchAll(
  answers: AnswerService,
  { wanted, access, fields }: Omit<Search, "expert"> & { readonly wanted: readonly Expert[] },
  signal: AbortSignal,
): Promise<Static<typeof FoundInExperts>> {
  const data: Static<typeof FoundInExperts>["data"] = [];
  const searched: Static<typeof FoundInExperts>["experts"] = [];
  for (const expert of wanted) {
    const found = await search(answers, { expert, access, fields }, signal);
    data.push(...passagesOf(found, fields).map((passage) => ({ expert_id: expert.id, ...passage })));
    searched.push({ expert_id: expert.id, retrieval: retrievalView(found.retrieval) });
  }
  const most = searched.reduce((k, { retrieval }) => Math.max(k, retrieval.k), 0);
  const best = data.toSorted(scoreOrder).slice(0, most);
  return { object: "list", data: best.map((passage, i) => ({ ...passage, rank: i + 1 })), experts: searched };
}

const searchExpert = route("POST /v1/experts/:id/search", "searchExpert", {
  summary: "Search an expert",
  scope: "query",
  description:
    "The passages that fit the query best, without an answer. It counts as a request, like a question with `generate` false.",
  body: { "application/json": SearchRequest },
  answers: { 200: { says: "The passages, best first.", schema: FoundPassages } },
  errors: [...costlyErrors, "expert_not_found"],
  lane: "questions",
  answer: async ({ access, request, set, readBody, findExpert }, { answers }) => {
    const expert = await findExpert();
    const fields = await readBody();
    Object.assign(set.headers, deprecationHeaders(SearchRequest, fields));
    const found = await search(answers, { expert, access, fields }, request.signal);
    return { object: "list", data: passagesOf(found, fields), retrieval: retrievalView(found.retrieval) };
  },
});

const searchExperts = route("POST /v1/search", "searchExperts", {
  summary: "Search several experts",
  scope: "query",
  description:
    "The best passages of several experts, merged by score. Without `experts`, all that the key can reach are searched. It counts as one request for each expert.",
  body: { "application/json": SearchAllRequest },
  answers: { 200: { says: "The passages, best first, each with its expert.", schema: FoundInExperts } },
  errors: [...costlyErrors, "expert_not_found"],
  lane: "questions",
  answer: async ({ access, request, set, readBody }, { experts, answers }) => {
    const { experts: names, ...fields } = await readBody();
    Object.assign(set.headers, deprecationHeaders(SearchRequest, fields));
    const wanted = await (names === undefined ? allOf(experts, access) : expertsNamed(experts, access, names));
    return searchAll(answers, { wanted, access, fields }, request.signal);
  },
});

export const searchRoutes = [searchExpert, searchExperts];
