/** The relation of a text's terms to a question. */
import { areKin } from "../../analysis/kinship.ts";
import type { QuestionModel } from "./question/question-model.ts";

export interface TermBearing {
  /** Whether it is a term of the question, including stop words. */
  readonly asked: boolean;
  /** The question's content terms that are related to it. */
  readonly kin: readonly string[];
  /** Its weight in the question's expansion; 0 if it is not in it. */
  readonly meant: number;
}

/** Each term is judged once for each question, however often it occurs in the passages. */
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
