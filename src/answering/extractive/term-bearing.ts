/** The relation of a text's terms to a question. */
import { areKin } from "../../analysis/kinship.ts";
import type { QuestionModel } from "./question/question-model.ts";

export interface TermBearing {
  readonly term: string;
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
      term,
      asked: question.terms.has(term),
      kin: kinOf(term, content),
      meant: question.meaning.get(term) ?? 0,
    };
    judged.set(term, bearing);
    return bearing;
  };
}

/** A loop, because nearly every term of every passage comes here and has none. */
function kinOf(term: string, content: readonly string[]): readonly string[] {
  const kin: string[] = [];
  for (const one of content) if (areKin(one, term)) kin.push(one);
  return kin;
}
