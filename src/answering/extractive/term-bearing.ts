/** What the terms of a text are to a question. */
import { areKin } from "../../analysis/kinship.ts";
import type { QuestionModel } from "./question/question-model.ts";

export interface TermBearing {
  /** Whether it is a term of the question, stop words too. */
  readonly asked: boolean;
  /** The question's content terms that are kin of it. */
  readonly kin: readonly string[];
  /** How strongly the question means it; 0 where it does not. */
  readonly meant: number;
}

/** Each term is judged once a question, however often the passages say it. */
export function bearingOn(question: QuestionModel): (term: string) => TermBearing {
  const content = [...question.weights.keys()];
  const judged = new Map<string, TermBearing>();
  return (term) => {
    const known = judged.get(term);
    if (known !== undefined) return known;
    const bearing = {
      asked: question.terms.has(term),
      kin: content.filter((one) => areKin(one, term)),
      meant: question.meaning.get(term) ?? 0,
    };
    judged.set(term, bearing);
    return bearing;
  };
}
