import type { Static } from "@sinclair/typebox";
import type { RetrievedPassage } from "../../answering/answer.ts";
import { wholeAnswer } from "../../answering/answer-service.ts";
import { plainQuestion, type Question } from "../../answering/asked-question.ts";
import { AnswerObject, answerEvents, QueryRequest } from "../../api/answer-schemas.ts";
import { deprecationHeaders } from "../../api/deprecations.ts";
import { IntroductionObject } from "../../api/expert-schemas.ts";
import {
  type AnswerParts,
  answerView,
  citationView,
  introductionView,
  retrievalView,
  retrievedView,
} from "../../api/native-views.ts";
import { errorBody, faultOf } from "../../api/schema-parts.ts";
import type { Expert } from "../../experts/expert.ts";
import { timestamp } from "../../kernel/clock.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import type { KeyId } from "../../kernel/ids.ts";
import { parseFilter } from "../../kernel/stores/source-filter.ts";
import { sseResponse } from "../body/sse.ts";
import { answeringErrors } from "../description/operation.ts";
import { asSent } from "../edge/readable-address.ts";
import { routesOf } from "../route.ts";
import { type NativeView, nativeEvents } from "./native-events.ts";

const route = routesOf("Questions");
type Query = Static<typeof QueryRequest>;

export function questionFrom(query: Query, expert: Expert, keyId: KeyId): Question {
  if (query.k !== undefined && query.top_k !== undefined) {
    throw invalidParameter("top_k", "top_k is the old name of k; give only one of them.");
  }
  const text = query.question.trim();
  if (text === "") throw new Fault("invalid_parameter", "The question is empty.", { param: "question" });
  return {
    ...plainQuestion,
    expert,
    keyId,
    surface: "query",
    text,
    history: (query.messages ?? []).map(({ role, content }) => ({ role, text: content })),
    k: query.k ?? query.top_k ?? null,
    minScore: query.min_score ?? null,
    filter: query.filter === undefined ? null : parseFilter(query.filter),
    mode: query.mode ?? "auto",
    generate: query.generate ?? true,
    wantsPassages: passagesIn(query) !== null,
  };
}

function passagesIn({ include = [] }: Pick<Query, "include">): AnswerParts["passages"] {
  if (include.includes("passages")) return "passages";
  return include.includes("retrieved") ? "retrieved" : null;
}

/** Passages that nobody named come under their old name. */
function oldNamesIn(query: Query): Record<string, string> {
  const isUnnamed = query.generate === false && passagesIn(query) === null;
  const { include = [], ...fields } = query;
  return deprecationHeaders(QueryRequest, { ...fields, include: isUnnamed ? [...include, "retrieved"] : include });
}

function passagesAs({ passages: name, scores }: AnswerParts, found: readonly RetrievedPassage[]) {
  return name === null ? {} : { [name]: found.map((passage) => retrievedView(passage, scores)) };
}

/** @param began by `performance.now()` */
function partsOf({ include = [] }: Query, began: number): AnswerParts {
  return {
    passages: passagesIn({ include }),
    scores: include.includes("scores"),
    expansion: include.includes("expansion"),
    totalMs: include.includes("timings") ? Math.round((performance.now() - began) * 1000) / 1000 : null,
  };
}

function nativeView(parts: () => AnswerParts, requestId: string): NativeView {
  return {
    start: ({ id, createdAt }) => ({ id, created_at: timestamp(createdAt) }),
    retrieval: ({ retrieval, retrieved }) => ({
      retrieval: retrievalView(retrieval),
      ...passagesAs(parts(), retrieved),
    }),
    citation: citationView,
    answer: (answer) => answerView(answer, parts()),
    error: (error) => errorBody(faultOf(error), requestId),
  };
}

const introduceExpert = route("GET /v1/experts/:id/introduction", "introduceExpert", {
  summary: "What is in an expert's sources, and what it can be asked",
  scope: "query",
  description:
    "The sources added last, with their headings and dates, and up to four questions that the expert answers from them: each was asked, and " +
    "is here because the answer cites the section that the question is about. Nothing is counted as usage.",
  answers: { 200: { says: "The introduction.", schema: IntroductionObject } },
  errors: ["expert_not_found"],
  lane: "questions",
  answer: async ({ request, findExpert }, { introduce }) => {
    const expert = await findExpert();
    return introductionView(expert.id, await introduce(expert, request.signal));
  },
});

const askExpert = route("POST /v1/experts/:id/query", "queryExpert", {
  summary: "Ask an expert",
  scope: "query",
  description:
    "The answer carries citations: `content[start:end] == quote` in Unicode code points of the cited source's content. " +
    "Where a source has a number in brackets itself, `answer` has U+2060 behind that bracket, and `quote` never has. " +
    "When the memory does not hold the answer, the expert abstains: `abstained` is true and there are no citations. " +
    "With `stream` the reply is server-sent events: `start`, `retrieval`, `delta`, `citation`, `done`, or `error`.",
  body: { "application/json": QueryRequest },
  answers: { 200: { says: "The answer.", schema: AnswerObject, events: answerEvents } },
  errors: [...answeringErrors, "expert_not_found"],
  lane: "questions",
  answer: async ({ access, permit, request, server, set, readBody, findExpert }, { answers }) => {
    const began = performance.now();
    const expert = await findExpert();
    const query = await readBody();
    Object.assign(set.headers, oldNamesIn(query));
    const question = questionFrom(query, expert, access.keyId);
    const parts = () => partsOf(query, began);
    if (query.stream !== true) return answerView(await wholeAnswer(answers.answer(question, request.signal)), parts());
    const left = new AbortController();
    const events = answers.answer(question, AbortSignal.any([request.signal, left.signal]));
    server?.timeout(asSent(request), 0);
    const frames = nativeEvents(events, nativeView(parts, String(set.headers["x-request-id"])));
    return sseResponse(frames, { onEnd: () => left.abort(), permit });
  },
});

export const queryRoutes = [askExpert, introduceExpert];
