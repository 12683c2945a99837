/** What the built-in model makes of questions: reckoned once for each that was asked lately. */
import { recentlyUsed } from "../../kernel/recently-used.ts";
import type { SenseModel, SenseQuestion } from "./sense.ts";

export type QuestionSenses = (question: string) => SenseQuestion;

/** Questions remembered, each a few hundred bytes against some milliseconds to reckon it again. */
const remembered = 4096;

export function createQuestionSenses(model: Pick<SenseModel, "encodeQuestion">): QuestionSenses {
  const known = recentlyUsed<SenseQuestion>(remembered);
  return (question) => {
    const recalled = known.get(question);
    if (recalled !== undefined) return recalled;
    const sense = model.encodeQuestion(question);
    known.set(question, sense);
    return sense;
  };
}
