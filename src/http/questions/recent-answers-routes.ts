import { Elysia } from "elysia";
import { AnswerObject } from "../../api/answer-schemas.ts";
import { FeedbackObject, NewFeedback } from "../../api/question-schemas.ts";
import { checked } from "../../api/validation.ts";
import type { Access } from "../../keys/key.ts";
import { readBody } from "../body/request-body.ts";
import { operation } from "../description/operation.ts";
import type { RouteParts } from "../route-parts.ts";

const newFeedback = checked(NewFeedback);

export function recentAnswersRoutes({ auth, experts, recentAnswers }: RouteParts) {
  const find = (access: Access, id: string) => recentAnswers.find(id, (expert) => experts.lookUp(access, expert));
  return new Elysia({ name: "recent-answers-routes", prefix: "/v1/queries/:qid" })
    .use(auth)
    .get("", async ({ access, params }) => (await find(access, params.qid)).recent.answer, getQuery())
    .post(
      "/feedback",
      async ({ access, params, request }) => {
        const kept = await find(access, params.qid);
        const { verdict, note = null } = await readBody(request, newFeedback);
        const mayCheck = access.scopes.includes("admin") || access.scopes.includes("manage");
        const { gap, check } = await recentAnswers.judge(kept, { verdict, note, mayCheck });
        return { object: "feedback" as const, query_id: kept.recent.id, verdict, note, gap, check_id: check };
      },
      judgeQuery(),
    );
}

const getQuery = operation("getQuery", {
  tag: "Questions",
  summary: "Get a recent answer",
  scope: "query",
  description:
    "An answer of the last 24 hours, as it was sent. Answers are kept only if the expert's setting `keep_questions` is on, the newest 500 " +
    "of an expert, and deleted with any source that they cite or show.",
  answers: { 200: { says: "The answer.", schema: AnswerObject } },
  errors: ["query_not_found"],
});

const judgeQuery = operation("judgeQuery", {
  tag: "Questions",
  summary: "Say whether an answer was right",
  scope: "query",
  description:
    "The question of a wrong answer is listed among the gaps. A right answer becomes a check that its sources are cited, or that the expert " +
    "abstains, if the key has the scope `manage`.",
  body: { "application/json": NewFeedback },
  answers: { 200: { says: "What followed.", schema: FeedbackObject } },
  errors: ["query_not_found", "storage_full"],
});
