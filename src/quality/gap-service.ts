import type { Answer, AnswerEvent } from "../answering/answer.ts";
import type { AnswerService } from "../answering/answer-service.ts";
import { languageOf, type Question } from "../answering/asked-question.ts";
import type { Trial, TryQuestion } from "../answering/finding.ts";
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Analyzers } from "../language/words/analysis.ts";
import { type GapGroup, groupQuestions } from "./gap-groups.ts";
import type { AskedQuestions, RecentAnswers } from "./ports.ts";

/** Answers below it count as gaps, although they were given. */
export const littleConfidence = 0.8;
export const mostQuestions = 10_000;

export interface Gap extends GapGroup {
  readonly now: Trial;
}

export interface GapList {
  readonly gaps: readonly Gap[];
  readonly total: number;
  readonly questions: number;
}

export type GapService = ReturnType<typeof createGapService>;

interface GapServiceParts {
  readonly store: AskedQuestions;
  readonly recentAnswers: Pick<RecentAnswers, "clear">;
  readonly analyzers: Analyzers;
  readonly tryQuestion: TryQuestion;
}

export function createGapService({ store, recentAnswers, analyzers, tryQuestion }: GapServiceParts) {
  return {
    /** Largest first. Tries each question again. */
    list: async (expert: Expert, limit: number, signal: AbortSignal) => {
      const asked = await store.all(expert.id);
      const groups = groupQuestions(
        asked,
        analyzers(languageOf(expert, asked.map(({ question }) => question).join("\n"), null)),
      );
      const gaps: Gap[] = [];
      for (const group of groups.slice(0, limit)) {
        gaps.push({ ...group, now: await tryQuestion(expert, group.question, signal) });
      }
      return { gaps, total: groups.length, questions: asked.length };
    },
    /** Also deletes the recent answers. */
    clear: async (expert: Expert) => {
      await recentAnswers.clear(expert.id);
      return store.clear(expert.id);
    },
  };
}

export interface RecentAnswerKeeping {
  /** Ignores small talk and searches. */
  keep(answer: Answer): Awaitable<void>;
}

interface KeptQuestions {
  readonly asked: AskedQuestions;
  readonly recent: RecentAnswerKeeping;
}

/** Keeps, if the expert's settings allow it, gaps, and every answer for a while. */
export function keepingQuestions(answers: AnswerService, kept: KeptQuestions): AnswerService {
  return {
    ...answers,
    answer: (question, signal) => {
      const events = answers.answer(question, signal);
      return question.expert.settings.keepQuestions ? keeping(events, question, kept) : events;
    },
  };
}

async function* keeping(events: AsyncGenerator<AnswerEvent>, { expert }: Question, { asked, recent }: KeptQuestions) {
  for await (const event of events) {
    if (event.type === "end") {
      const { question, abstained, confidence, createdAt } = event.answer;
      const gap = { question, abstained, confidence: confidence ?? 0, askedAt: createdAt };
      if (isGap(event.answer)) await asked.keep(expert.id, gap, mostQuestions);
      await recent.keep(event.answer);
    }
    yield event;
  }
}

/** No filter that matches nothing, and no source that is still being read. */
function isGap({ mode, abstained, abstainReason, confidence }: Answer): boolean {
  if (mode === "none" || mode === "talk") return false;
  if (abstained) return abstainReason !== "filter_matched_nothing" && abstainReason !== "sources_pending";
  return (confidence ?? 0) < littleConfidence;
}
