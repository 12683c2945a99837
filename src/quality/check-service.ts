import type { TryQuestion } from "../answering/finding.ts";
import type { Expert } from "../experts/expert.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { type CheckId, type IdMint, isId } from "../kernel/ids.ts";
import { type Check, type CheckRun, type Expectation, expectationFrom, faultsOf } from "./check.ts";
import type { CheckStore } from "./ports.ts";

export const mostChecks = 500;

export interface CheckEdit extends Partial<Expectation> {
  readonly question?: string;
}

export type CheckService = ReturnType<typeof createCheckService>;

async function editCheck(store: CheckStore, expert: Expert, id: string, edit: CheckEdit): Promise<Check> {
  const { question, ...expected } = edit;
  const check = (await store.list(expert.id)).find((each) => each.id === id);
  if (check === undefined) throw unknown(expert, id);
  const edited = {
    id: check.id,
    question: question?.trim() ?? check.question,
    expected: expectationFrom({ ...check.expected, ...expected }),
  };
  if (await store.edit(expert.id, edited)) return { ...check, ...edited, lastRun: null };
  throw unknown(expert, id);
}

interface CheckServiceParts {
  readonly store: CheckStore;
  readonly tryQuestion: TryQuestion;
  readonly clock: Clock;
  readonly ids: IdMint;
}

export function createCheckService({ store, tryQuestion, clock, ids }: CheckServiceParts) {
  const newCheck = (question: string, expected: Expectation): Check => {
    return { id: ids.mint("check"), question, expected, createdAt: clock.now(), lastRun: null };
  };
  return {
    /** @throws Fault `invalid_parameter` if there are too many */
    create: async (expert: Expert, question: string, expected: Expectation) => {
      const check = newCheck(question, expected);
      return madeCheck(check, await store.add(expert.id, check, mostChecks));
    },
    addition: (expert: Expert, question: string, expected: Expectation) => {
      const check = newCheck(question, expected);
      return { check, write: store.addition(expert.id, check, mostChecks) };
    },
    list: (expert: Expert) => store.list(expert.id),
    /** Experts whose memory changed since one of their checks was last run. */
    behind: () => store.behind(),
    /** @throws Fault `check_not_found`, and as `expectationFrom` */
    edit: (expert: Expert, id: string, edit: CheckEdit) => editCheck(store, expert, id, edit),
    /** @throws Fault `check_not_found` */
    remove: async (expert: Expert, id: string) => {
      if (isId("check", id) && (await store.remove(expert.id, id))) return id;
      throw unknown(expert, id);
    },
    /** Without a language model. @throws the signal's reason when aborted */
    run: async (expert: Expert, signal: AbortSignal) => {
      const checks = await store.list(expert.id);
      const revision = await store.revision(expert.id);
      const runs = new Map<CheckId, CheckRun>();
      for (const { id, question, expected } of checks) {
        const trial = await tryQuestion(expert, question, signal);
        const { confidence, answered, text } = trial;
        const faults = faultsOf(expected, trial);
        runs.set(id, { faults, answer: answered ? text : null, confidence, ranAt: clock.now(), revision });
      }
      await store.record(expert.id, runs);
      return checks.map((check) => ({ ...check, lastRun: runs.get(check.id) ?? null }));
    },
  };
}

/** @throws Fault `invalid_parameter` if the expert has too many */
export function madeCheck(check: Check, isAdded: boolean): Check {
  if (isAdded) return check;
  throw tooMany();
}

function unknown({ slug }: Expert, id: string): Fault {
  return new Fault("check_not_found", `There is no check "${id}" in the expert "${slug}".`, {
    hint: `GET /v1/experts/${slug}/checks lists them.`,
  });
}

function tooMany(): Fault {
  return new Fault("invalid_parameter", `The expert has ${mostChecks} checks, which is the limit.`, {
    param: "question",
    hint: "Delete checks that are no longer needed.",
  });
}
