/** What the built-in model computes for a question, kept for the questions asked last. */
import { recentlyUsed } from "../../kernel/caches/recently-used.ts";
import type { SenseModel, SenseQuestion } from "./sense.ts";

export type QuestionSenses = (question: string) => SenseQuestion;

/** Questions kept: a few hundred bytes each, where computing one again takes some milliseconds. */
const questionsKept = 4096;

export function createQuestionSenses(model: Pick<SenseModel, "encodeQuestion">): QuestionSenses {
  const known = recentlyUsed<SenseQuestion>(questionsKept);
  return (question) => {
    const cached = known.get(question);
    if (cached !== undefined) return cached;
    const sense = model.encodeQuestion(question);
    known.set(question, sense);
    return sense;
  };
}
