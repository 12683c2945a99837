/** A byte for each term of the question: whether a sentence has it. */
import { allTerms, type PlacedTerms } from "../../language/structure/placed-terms.ts";
import { areKin } from "../../language/words/kinship.ts";
import { maySpell } from "../../language/words/spelling.ts";
import type { QuestionModel, TermNumbers } from "../question/question-model.ts";

export const related = 1;
export const held = 2;

export class TermMarks {
  readonly #numbers: TermNumbers;
  /** By term: `related`, `held` or 0. */
  readonly row: Uint8Array;

  constructor(numbers: TermNumbers) {
    this.#numbers = numbers;
    this.row = new Uint8Array(numbers.count);
  }

  holds(term: string): boolean {
    return this.row[this.#numbers.of(term)] === held;
  }

  /** Whether it has the term, or a related one. */
  says(term: string): boolean {
    return (this.row[this.#numbers.of(term)] ?? 0) > 0;
  }

  /** Whether it has a term, or a related one, that the other lacks. */
  saysMoreThan({ row: other }: TermMarks): boolean {
    return this.row.some((mark, i) => mark > 0 && other[i] === 0);
  }

  hold(number: number): void {
    this.row[number] = held;
  }

  relate(number: number): void {
    if (this.row[number] === 0) this.row[number] = related;
  }

  static ofAll(numbers: TermNumbers, sentences: readonly { readonly marks: TermMarks }[]): TermMarks {
    const all = new TermMarks(numbers);
    for (const { marks } of sentences) {
      for (let i = 0; i < all.row.length; i++) all.row[i] = Math.max(all.row[i]!, marks.row[i]!);
    }
    return all;
  }

  holdAll({ row: other }: TermMarks): void {
    for (let i = 0; i < other.length; i++) if (other[i] === held) this.row[i] = held;
  }
}

/** The share of terms that pass; 0 without terms. */
export function part(terms: readonly string[], test: (term: string) => boolean): number {
  return terms.length === 0 ? 0 : terms.filter(test).length / terms.length;
}

export interface WeightedTerm {
  readonly number: number;
  readonly weight: number;
}

interface TermShares {
  readonly coverage: number;
  readonly kin: number;
  readonly before: number;
  readonly after: number;
}

/** Undefined beyond the ends of the passage. */
interface NeighborMarks {
  readonly before: TermMarks | undefined;
  readonly after: TermMarks | undefined;
}

/** Computes the shares of `SentenceEvidence` in one pass. */
export function termShares(
  terms: readonly WeightedTerm[],
  here: TermMarks,
  { before, after }: NeighborMarks,
): TermShares {
  let all = 0;
  let coverage = 0;
  let kin = 0;
  let inBefore = 0;
  let inAfter = 0;
  for (const { number, weight } of terms) {
    const mark = here.row[number]!;
    all += weight;
    if (mark === held) coverage += weight;
    else if (mark > 0) kin += weight;
    else {
      inBefore += heldWeight(before, number, weight);
      inAfter += heldWeight(after, number, weight);
    }
  }
  const whole = all > 0 ? all : 1;
  return {
    coverage: coverage / whole,
    kin: kin / whole,
    before: inBefore / whole,
    after: inAfter / whole,
  };
}

function heldWeight(marks: TermMarks | undefined, number: number, weight: number): number {
  return marks !== undefined && marks.row[number] === held ? weight : 0;
}

/** The share, by weight, of terms with a mark of at least `least`. */
export function shareOf(terms: readonly WeightedTerm[], { row }: TermMarks, least: number): number {
  let all = 0;
  let passed = 0;
  for (const { number, weight } of terms) {
    all += weight;
    if (row[number]! >= least) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}

export interface TermBearing {
  /** The term's number in the question, stop words included; else -1. */
  readonly asked: number;
  /** Related content terms, by number. */
  readonly kin: readonly number[];
  /** Its weight in the expansion, or 0. */
  readonly meant: number;
}

const noBearing: TermBearing = { asked: -1, kin: [], meant: 0 };

/** Judges each term once for a question; most have `noBearing`. */
export function bearingReader({ weights, termNumbers, meaning, misspelt, otherForms }: QuestionModel) {
  const content = [...weights.keys()];
  const known = new Map<string, TermBearing>();
  const judge = (term: string): TermBearing => {
    const asked = termNumbers.of(term);
    const alike = content.filter((one) => areKin(one, term) || (misspelt.has(one) && maySpell(one, term)));
    const kin = [...alike, ...(otherForms.get(term) ?? [])];
    const meant = meaning.get(term) ?? 0;
    if (asked < 0 && kin.length === 0 && meant === 0) return noBearing;
    return { asked, kin: kin.map((one) => termNumbers.of(one)), meant };
  };
  return (terms: PlacedTerms): readonly TermBearing[] =>
    allTerms(terms).map((term) => {
      const bearing = known.get(term) ?? judge(term);
      known.set(term, bearing);
      return bearing;
    });
}
