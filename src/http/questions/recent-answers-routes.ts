import { AnswerObject } from "../../api/answer-schemas.ts";
import { FeedbackObject, NewFeedback } from "../../api/question-schemas.ts";
import type { Access } from "../../keys/key.ts";
import { routesOf } from "../route.ts";
import type { RouteParts } from "../route-parts.ts";

const route = routesOf("Questions");

function find({ recentAnswers, experts }: RouteParts, access: Access, id: string) {
  return recentAnswers.find(id, (expert) => experts.lookUp(access, expert));
}

const getQuery = route("GET /v1/queries/:qid", "getQuery", {
  summary: "Get a recent answer",
  scope: "query",
  description:
    "An answer of the last 24 hours, as it was sent. Answers are kept only if the expert's setting `keep_questions` is on, the newest 500 " +
    "of an expert, and deleted with any source that they cite or show.",
  answers: { 200: { says: "The answer.", schema: AnswerObject } },
  errors: ["query_not_found"],
  answer: async ({ access, params }, parts) => (await find(parts, access, params.qid)).recent.answer,
});

const judgeQuery = route("POST /v1/queries/:qid/feedback", "judgeQuery", {
  summary: "Say whether an answer was right",
  scope: "query",
  description:
    "The question of a wrong answer is listed among the gaps. A right answer becomes a check that its sources are cited, or that the expert " +
    "abstains, if the key has the scope `manage`.",
  body: { "application/json": NewFeedback },
  answers: { 200: { says: "What followed.", schema: FeedbackObject } },
  errors: ["query_not_found", "storage_full"],
  answer: async ({ access, params, readBody }, parts) => {
    const kept = await find(parts, access, params.qid);
    const { verdict, note = null } = await readBody();
    const mayCheck = access.scopes.includes("admin") || access.scopes.includes("manage");
    const { gap, check } = await parts.recentAnswers.judge(kept, { verdict, note, mayCheck });
    return { object: "feedback", query_id: kept.recent.id, verdict, note, gap, check_id: check };
  },
});

export const recentAnswersRoutes = [getQuery, judgeQuery];
