import type { Static } from "@sinclair/typebox";
import { retrievedView } from "../../api/native-views.ts";
import { DeletedGaps, GapList, GapListQuery } from "../../api/question-schemas.ts";
import { inThreeDigits } from "../../api/schema-parts.ts";
import type { Expert } from "../../experts/expert.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { Gap, GapList as Gaps } from "../../quality/gap-service.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Gaps and checks");
const mostOthers = 10;
const mostNearest = 3;

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

const listGaps = route("GET /v1/experts/:id/gaps", "listGaps", {
  summary: "List what was asked and not answered",
  description:
    "Questions that the expert did not answer, or answered with little confidence, grouped by likeness. Each group is tried " +
    "again, without a language model, so it also tells whether a source that was added since answers it. Questions are kept " +
    "only if the expert's setting `keep_questions` is on.",
  scope: "manage",
  query: GapListQuery,
  answers: { 200: { says: "The gaps.", schema: GapList } },
  errors: ["expert_not_found", "overloaded"],
  lane: "questions",
  answer: async ({ request, readQuery, findExpert }, { gaps }) => {
    const { limit = 20 } = readQuery();
    const expert = await findExpert();
    return gapListView(expert, await gaps.list(expert, limit, request.signal));
  },
});

const deleteGaps = route("DELETE /v1/experts/:id/gaps", "deleteGaps", {
  summary: "Delete the questions that were kept",
  description:
    "Deletes them at once, and the gaps with them. New questions are kept as long as the expert's setting allows it.",
  scope: "manage",
  answers: { 200: { says: "They are gone.", schema: DeletedGaps } },
  errors: ["expert_not_found", "storage_full"],
  answer: async ({ findExpert }, { gaps }) => {
    const questions = await gaps.clear(await findExpert());
    return { object: "gaps.deleted", deleted: true, questions };
  },
});

export const gapsRoutes = [listGaps, deleteGaps];
