/** What the built-in model makes of questions: reckoned once for each that was asked lately. */
import type { SenseModel, SenseQuestion } from "./sense.ts";

export type QuestionSenses = (question: string) => SenseQuestion;

/** Questions remembered, each a few hundred bytes against some milliseconds to reckon it again. */
const remembered = 4096;

export function createQuestionSenses(model: Pick<SenseModel, "encodeQuestion">): QuestionSenses {
  const known = new Map<string, SenseQuestion>();
  return (question) => {
    const sense = known.get(question) ?? model.encodeQuestion(question);
    known.delete(question); // to the end of the map's order: the least recently asked goes first
    known.set(question, sense);
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    return sense;
  };
}
