/** Answers can be read again and judged for a day. */
import type { Answer } from "../answering/answer.ts";
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { isId } from "../kernel/ids.ts";
import type { CheckService } from "./check-service.ts";
import { mostQuestions, type RecentAnswerKeeping } from "./gap-service.ts";
import type { AnswerVerdict, AskedQuestions, RecentAnswer, RecentAnswers } from "./ports.ts";

const retention = 24 * 3_600_000;
const mostAnswers = 500;

export function keepingRecent(store: RecentAnswers, view: (answer: Answer) => object): RecentAnswerKeeping {
  return {
    keep: (answer) => {
      const { id, expertId, createdAt, mode, citations, retrieved } = answer;
      if (mode === "talk" || mode === "none") return;
      const shown = [...citations.map(({ passage }) => passage), ...retrieved];
      const sources = [...new Set(shown.map(({ sourceId }) => sourceId))];
      const kept = { id, expertId, createdAt, verdict: null, note: null, sources, answer: view(answer) };
      return store.keep(kept, mostAnswers, createdAt - retention);
    },
  };
}

export interface Feedback {
  readonly verdict: AnswerVerdict;
  readonly note: string | null;
  /** Whether the judge may create checks. */
  readonly mayCheck: boolean;
}

export type RecentAnswerService = ReturnType<typeof createRecentAnswerService>;

export interface JudgeableAnswer {
  readonly expert: Expert;
  readonly recent: RecentAnswer;
}

interface RecentAnswerServiceParts {
  readonly store: RecentAnswers;
  readonly asked: AskedQuestions;
  readonly checks: Pick<CheckService, "create" | "list">;
  readonly clock: Clock;
}

/** The fields that are read of a kept answer. */
interface ReadAnswer {
  readonly question: string;
  readonly abstained: boolean;
  readonly citations: readonly { readonly source_id: string; readonly external_id: string | null }[];
}

export function createRecentAnswerService(parts: RecentAnswerServiceParts) {
  const { store, clock } = parts;
  return {
    /** @param expertOf null: out of reach @throws Fault `query_not_found` */
    find: async (id: string, expertOf: (id: Expert["id"]) => Awaitable<Expert | null>) => {
      const recent = isId("query", id) ? await store.find(id, clock.now() - retention) : null;
      const expert = recent === null ? null : await expertOf(recent.expertId);
      if (recent === null || expert === null) throw notKept(id);
      return { expert, recent };
    },
    /** Makes a wrong answer a gap, and a right one a check, if the judge may and the question has none. */
    judge: async ({ expert, recent }: JudgeableAnswer, { verdict, note, mayCheck }: Feedback) => {
      await store.judge(recent.id, verdict, note);
      const answer = recent.answer as ReadAnswer;
      if (verdict === "wrong") {
        await keepGap(parts, recent, answer);
        return { gap: true, check: null };
      }
      return { gap: false, check: mayCheck ? await checkFrom(parts, expert, answer) : null };
    },
  };
}

/** Repeated judgements count once. */
async function keepGap(
  { asked, clock }: RecentAnswerServiceParts,
  recent: RecentAnswer,
  { question, abstained }: ReadAnswer,
): Promise<void> {
  if (recent.verdict === "wrong") return;
  const gap = { question, abstained, confidence: 0, askedAt: clock.now() };
  await asked.keep(recent.expertId, gap, mostQuestions);
}

async function checkFrom(
  { checks }: RecentAnswerServiceParts,
  expert: Expert,
  { question, abstained, citations }: ReadAnswer,
) {
  const known = (await checks.list(expert)).find((check) => check.question === question);
  if (known !== undefined) return known.id;
  const cites = [...new Set(citations.map(({ external_id, source_id }) => external_id ?? source_id))];
  return (await checks.create(expert, question, { contains: [], cites: cites.slice(0, 20), refused: abstained })).id;
}

function notKept(id: string): Fault {
  return new Fault("query_not_found", `There is no answer "${id}".`, {
    hint: "Answers are kept for 24 hours, if the expert's setting `keep_questions` was on.",
  });
}
