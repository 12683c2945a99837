import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { retrievedView } from "../../api/native-views.ts";
import { DeletedGaps, GapList, GapListQuery } from "../../api/question-schemas.ts";
import { inThreeDigits } from "../../api/schema-parts.ts";
import { checked } from "../../api/validation.ts";
import type { Expert } from "../../experts/expert.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { Gap, GapList as Gaps } from "../../quality/gap-service.ts";
import { readQuery } from "../body/request-body.ts";
import { operationsOf } from "../description/operation.ts";
import type { RouteParts } from "../route-parts.ts";

const operation = operationsOf("Gaps and checks");
const listQuery = checked(GapListQuery);
const mostOthers = 10;
const mostNearest = 3;

export function gapsRoutes({ auth, guard, experts, gaps }: RouteParts) {
  return new Elysia({ name: "gaps-routes", prefix: "/v1/experts/:id/gaps" })
    .use(auth)
    .use(guard)
    .get(
      "",
      async ({ access, params, request }) => {
        const { limit = 20 } = readQuery(request, listQuery);
        const expert = await experts.find(access, params.id);
        return gapListView(expert, await gaps.list(expert, limit, request.signal));
      },
      { ...listGaps(), lane: "questions" },
    )
    .delete(
      "",
      async ({ access, params }) => {
        const questions = await gaps.clear(await experts.find(access, params.id));
        return { object: "gaps.deleted" as const, deleted: true as const, questions };
      },
      deleteGaps(),
    );
}

function gapListView(expert: Expert, { gaps, total, questions }: Gaps): Static<typeof GapList> {
  return {
    object: "list",
    data: gaps.map(gapView),
    has_more: total > gaps.length,
    total_count: total,
    questions,
    keep_questions: expert.settings.keepQuestions,
  };
}

function gapView({ question, others, count, abstained, firstAskedAt, lastAskedAt, now }: Gap) {
  return {
    object: "gap" as const,
    question,
    others: others.slice(0, mostOthers),
    count,
    abstained,
    first_asked_at: timestamp(firstAskedAt),
    last_asked_at: timestamp(lastAskedAt),
    answered_now: now.answered,
    confidence_now: inThreeDigits(now.confidence),
    nearest: now.nearest.slice(0, mostNearest).map((passage) => retrievedView(passage, false)),
  };
}

const listGaps = operation("listGaps", {
  summary: "List what was asked and not answered",
  description:
    "Questions that the expert did not answer, or answered with little confidence, grouped by likeness. Each group is tried " +
    "again, without a language model, so it also tells whether a source that was added since answers it. Questions are kept " +
    "only if the expert's setting `keep_questions` is on.",
  scope: "manage",
  query: GapListQuery,
  answers: { 200: { says: "The gaps.", schema: GapList } },
  errors: ["expert_not_found", "overloaded"],
});

const deleteGaps = operation("deleteGaps", {
  summary: "Delete the questions that were kept",
  description:
    "Deletes them at once, and the gaps with them. New questions are kept as long as the expert's setting allows it.",
  scope: "manage",
  answers: { 200: { says: "They are gone.", schema: DeletedGaps } },
  errors: ["expert_not_found", "storage_full"],
});
