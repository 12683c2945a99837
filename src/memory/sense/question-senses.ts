import { recentlyUsed } from "../../kernel/stores/recently-used.ts";
import type { SenseModel, SenseQuestion } from "./sense.ts";

export type QuestionSenses = (question: string) => SenseQuestion;

/** A few hundred bytes each. */
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
