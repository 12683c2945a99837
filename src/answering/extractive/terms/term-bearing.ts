/** The relation of a text's terms to a question. */
import { areKin } from "../../../analysis/kinship.ts";
import { type PlacedTerms, termAt } from "../../../analysis/reading/placed-terms.ts";
import { maySpell } from "../question/misspellings.ts";
import type { QuestionModel } from "../question/question-model.ts";
import { TermSieve } from "./term-sieve.ts";

export interface TermBearing {
  readonly term: string;
  /** Whether it is a term of the question, including stop words. */
  readonly asked: boolean;
  /** The question's content terms that are related to it. */
  readonly kin: readonly string[];
  /** Its weight in the question's expansion; 0 if it is not in it. */
  readonly meant: number;
}

/** The bearing of unrelated terms. */
export const noBearing: TermBearing = { term: "", asked: false, kin: [], meant: 0 };

/** Computes the bearing of terms, once per term and question. */
export class QuestionBearings {
  readonly #question: QuestionModel;
  readonly #content: readonly string[];
  readonly #sieve: TermSieve;
  readonly #judged = new Map<string, TermBearing>();

  constructor(question: QuestionModel) {
    this.#question = question;
    this.#content = [...question.weights.keys()];
    this.#sieve = new TermSieve(
      [...question.terms, ...question.otherForms.keys(), ...question.meaning.keys()],
      this.#content,
      question.misspelt,
    );
  }

  /** The bearing of each term of a passage. */
  ofAll(terms: PlacedTerms): readonly TermBearing[] {
    const bearings = Array<TermBearing>(terms.starts.length).fill(noBearing);
    this.#sieve.sift(terms, (place) => {
      bearings[place] = this.#of(termAt(terms, place));
    });
    return bearings;
  }

  #of(term: string): TermBearing {
    const known = this.#judged.get(term);
    if (known !== undefined) return known;
    const bearing = this.#judge(term);
    this.#judged.set(term, bearing);
    return bearing;
  }

  #judge(term: string): TermBearing {
    const { terms, meaning, misspelt, otherForms } = this.#question;
    const asked = terms.has(term);
    const alike = kinOf(term, this.#content, misspelt);
    const formsOf = otherForms.get(term);
    const kin = formsOf === undefined ? alike : [...alike, ...formsOf];
    const meant = meaning.get(term) ?? 0;
    return asked || kin.length > 0 || meant !== 0 ? { term, asked, kin, meant } : noBearing;
  }
}

/** A loop, because many terms are checked and few have relatives. */
function kinOf(term: string, content: readonly string[], misspelt: ReadonlySet<string>): readonly string[] {
  const kin: string[] = [];
  for (const one of content) if (areKin(one, term) || (misspelt.has(one) && maySpell(one, term))) kin.push(one);
  return kin;
}
