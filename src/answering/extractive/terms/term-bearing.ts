/** The relation of a text's terms to a question. */
import { areKin } from "../../../analysis/kinship.ts";
import type { PlacedTerms } from "../../../analysis/reading/placed-terms.ts";
import { maySpell } from "../../../analysis/spelling.ts";
import type { QuestionModel } from "../question/question-model.ts";
import { JudgedTerms } from "./judged-terms.ts";
import { TermSieve } from "./term-sieve.ts";

export interface TermBearing {
  /** Its number if it is a term of the question, including stop words; otherwise -1. */
  readonly asked: number;
  /** The numbers of the question's content terms that are related to it. */
  readonly kin: readonly number[];
  /** Its weight in the question's expansion; 0 if it is not in it. */
  readonly meant: number;
}

/** The bearing of unrelated terms. */
const noBearing: TermBearing = { asked: -1, kin: [], meant: 0 };

/** Computes the bearing of terms, once per term and question. */
export class QuestionBearings {
  readonly #question: QuestionModel;
  readonly #content: readonly string[];
  readonly #sieve: TermSieve;
  /** With their positions in `bearings`. */
  readonly #judged = new JudgedTerms();
  /** The first is that of unrelated terms. */
  readonly bearings: TermBearing[] = [noBearing];

  constructor(question: QuestionModel) {
    this.#question = question;
    this.#content = [...question.weights.keys()];
    this.#sieve = new TermSieve(
      [...question.terms, ...question.otherForms.keys(), ...question.meaning.keys()],
      this.#content,
      question.misspelt,
    );
  }

  /** For each term of a passage, the position of its bearing in `bearings`. */
  ofAll(terms: PlacedTerms): Int32Array {
    const { base, spans } = terms;
    const places = new Int32Array(terms.count);
    this.#sieve.sift(terms, (place, ending) => {
      const start = spans[2 * place]!;
      const end = spans[2 * place + 1]!;
      places[place] = ending === "" ? this.#of(base, start, end) : this.#ofTerm(base.slice(start, end) + ending);
    });
    return places;
  }

  #ofTerm(term: string): number {
    return this.#of(term, 0, term.length);
  }

  /** Of the term `text.slice(start, end)`. */
  #of(text: string, start: number, end: number): number {
    const known = this.#judged.find(text, start, end);
    if (known >= 0) return known;
    const term = text.slice(start, end);
    const bearing = this.#judge(term);
    const place = bearing === noBearing ? 0 : this.bearings.push(bearing) - 1;
    this.#judged.add(term, place);
    return place;
  }

  #judge(term: string): TermBearing {
    const { termNumbers, meaning, misspelt, otherForms } = this.#question;
    const asked = termNumbers.of(term);
    const alike = kinOf(term, this.#content, misspelt);
    const formsOf = otherForms.get(term);
    const kin = formsOf === undefined ? alike : [...alike, ...formsOf];
    const meant = meaning.get(term) ?? 0;
    if (asked < 0 && kin.length === 0 && meant === 0) return noBearing;
    return { asked, kin: kin.map((one) => termNumbers.of(one)), meant };
  }
}

/** A loop, because many terms are checked and few have relatives. */
function kinOf(term: string, content: readonly string[], misspelt: ReadonlySet<string>): readonly string[] {
  const kin: string[] = [];
  for (const one of content) if (areKin(one, term) || (misspelt.has(one) && maySpell(one, term))) kin.push(one);
  return kin;
}
