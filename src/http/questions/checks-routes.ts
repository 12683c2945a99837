import type { Static } from "@sinclair/typebox";
import { deletedView, wholeListView } from "../../api/native-views.ts";
import { CheckList, CheckObject, CheckPatch, CheckReport, DeletedCheck, NewCheck } from "../../api/question-schemas.ts";
import { inThreeDigits } from "../../api/schema-parts.ts";
import type { Expert } from "../../experts/expert.ts";
import { timestamp } from "../../kernel/clock.ts";
import { type Check, expectationFrom } from "../../quality/check.ts";
import { type CheckService, madeCheck } from "../../quality/check-service.ts";
import type { RepeatableTask } from "../edge/idempotency.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Gaps and checks");

function additionOf(checks: CheckService, expert: Expert, body: Static<typeof NewCheck>): RepeatableTask<boolean> {
  const { question, ...expected } = body;
  const { check, write } = checks.addition(expert, question.trim(), expectationFrom(expected));
  return {
    fingerprinted: body,
    begin: () => ({ write }),
    reply: (isAdded) => {
      const location = `/v1/experts/${expert.id}/checks/${check.id}`;
      return { status: 201, location, body: checkView(expert, madeCheck(check, isAdded)) };
    },
  };
}

function reportOf(expert: Expert, all: readonly Check[]): Static<typeof CheckReport> {
  const passed = all.filter(({ lastRun }) => lastRun?.faults.length === 0).length;
  return {
    object: "check.report",
    expert_id: expert.id,
    total: all.length,
    passed,
    failed: all.length - passed,
    data: all.map((check) => checkView(expert, check)),
  };
}

function checkView(expert: Expert, { id, question, expected, lastRun, createdAt }: Check): Static<typeof CheckObject> {
  return {
    id,
    object: "check",
    expert_id: expert.id,
    question,
    contains: [...expected.contains],
    cites: [...expected.cites],
    refused: expected.refused,
    last_run: lastRun && {
      passed: lastRun.faults.length === 0,
      faults: [...lastRun.faults],
      answer: lastRun.answer,
      confidence: inThreeDigits(lastRun.confidence),
      ran_at: timestamp(lastRun.ranAt),
    },
    created_at: timestamp(createdAt),
  };
}

const listChecks = route("GET /v1/experts/:id/checks", "listChecks", {
  summary: "List the checks of an expert",
  description: "Oldest first, each with its last run. Checks are also run after each change of the memory.",
  scope: "manage",
  answers: { 200: { says: "All checks.", schema: CheckList } },
  errors: ["expert_not_found"],
  answer: async ({ findExpert }, { checks }) => {
    const expert = await findExpert();
    return wholeListView((await checks.list(expert)).map((check) => checkView(expert, check)));
  },
});

const createCheck = route("POST /v1/experts/:id/checks", "createCheck", {
  summary: "Add a check",
  description: "A question with the required content of its answer. An expert has at most 500.",
  repeatable: true,
  scope: "manage",
  body: { "application/json": NewCheck },
  answers: { 201: { says: "The check, not yet run.", schema: CheckObject } },
  errors: ["expert_not_found", "storage_full"],
  answer: async ({ readBody, findExpert, repeatable }, { checks, replies }) => {
    const expert = await findExpert();
    return replies.answer(repeatable(expert), async () => additionOf(checks, expert, await readBody()));
  },
});

const runChecks = route("POST /v1/experts/:id/check-runs", "runChecks", {
  summary: "Run all checks of an expert",
  description:
    "The questions are answered without a language model, so the same memory gives the same result. They do not count as requests.",
  scope: "manage",
  answers: { 200: { says: "The result of each check.", schema: CheckReport } },
  errors: ["expert_not_found", "overloaded", "storage_full"],
  lane: "questions",
  answer: async ({ request, findExpert }, { checks }) => {
    const expert = await findExpert();
    return reportOf(expert, await checks.run(expert, request.signal));
  },
});

const updateCheck = route("PATCH /v1/experts/:id/checks/:cid", "updateCheck", {
  summary: "Change a check",
  description: "Fields that are not given keep their value. The check counts as not yet run.",
  scope: "manage",
  body: { "application/json": CheckPatch },
  answers: { 200: { says: "The check as it is now.", schema: CheckObject } },
  errors: ["expert_not_found", "check_not_found", "storage_full"],
  answer: async ({ params, readBody, findExpert }, { checks }) => {
    const expert = await findExpert();
    return checkView(expert, await checks.edit(expert, params.cid, await readBody()));
  },
});

const deleteCheck = route("DELETE /v1/experts/:id/checks/:cid", "deleteCheck", {
  summary: "Delete a check",
  description: "With its last result. The other checks stay.",
  scope: "manage",
  answers: { 200: { says: "It is gone.", schema: DeletedCheck } },
  errors: ["expert_not_found", "check_not_found", "storage_full"],
  answer: async ({ params, findExpert }, { checks }) =>
    deletedView("check", await checks.remove(await findExpert(), params.cid)),
});

export const checksRoutes = [listChecks, createCheck, updateCheck, deleteCheck, runChecks];
