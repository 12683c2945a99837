/** The shares of a question's terms in a sentence, in its neighbours, and in its passage. */
import { held, type TermMarks } from "./term-marks.ts";

/** A term of the question by its number. */
export interface WeightedTerm {
  readonly number: number;
  readonly weight: number;
}

export interface TermShares {
  readonly coverage: number;
  readonly kin: number;
  readonly before: number;
  readonly after: number;
  readonly passage: number;
}

/**
 * Computes the shares of the question's terms by weight in one pass; `SentenceEvidence` describes each.
 * @param inPassage what the passage, its title or its section has.
 */
export function termShares(
  terms: readonly WeightedTerm[],
  inPassage: TermMarks,
  [before, here, after]: readonly [before: TermMarks | undefined, here: TermMarks, after: TermMarks | undefined],
): TermShares {
  let [all, coverage, kin, earlier, later, passage] = [0, 0, 0, 0, 0, 0];
  for (const { number, weight } of terms) {
    const mark = here.row[number]!;
    all += weight;
    passage += heldWeight(inPassage, number, weight);
    if (mark === held) coverage += weight;
    else if (mark > 0) kin += weight;
    else {
      earlier += heldWeight(before, number, weight);
      later += heldWeight(after, number, weight);
    }
  }
  const whole = all > 0 ? all : 1;
  return {
    coverage: coverage / whole,
    kin: kin / whole,
    before: earlier / whole,
    after: later / whole,
    passage: passage / whole,
  };
}

function heldWeight(marks: TermMarks | undefined, number: number, weight: number): number {
  return marks !== undefined && marks.row[number] === held ? weight : 0;
}

/** The share of the weights whose terms a sentence holds, or has with a mark of at least `least`. */
export function shareOf(terms: readonly WeightedTerm[], { row }: TermMarks, least: number): number {
  let [all, passed] = [0, 0];
  for (const { number, weight } of terms) {
    all += weight;
    if (row[number]! >= least) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}
