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
  readonly earlier: number;
  readonly after: number;
  readonly passage: number;
}

/** What the two sentences before and the one after have; undefined beyond the ends of the passage. */
export interface NeighborMarks {
  readonly earlier: TermMarks | undefined;
  readonly before: TermMarks | undefined;
  readonly after: TermMarks | undefined;
}

/**
 * Computes the shares of the question's terms by weight in one pass; `SentenceEvidence` describes each.
 * @param inPassage what the passage, its title or its section has.
 */
export function termShares(
  terms: readonly WeightedTerm[],
  inPassage: TermMarks,
  here: TermMarks,
  { earlier, before, after }: NeighborMarks,
): TermShares {
  let all = 0;
  let coverage = 0;
  let kin = 0;
  let inEarlier = 0;
  let inBefore = 0;
  let inAfter = 0;
  let inWhole = 0;
  for (const { number, weight } of terms) {
    const mark = here.row[number]!;
    all += weight;
    inWhole += heldWeight(inPassage, number, weight);
    if (mark === held) coverage += weight;
    else if (mark > 0) kin += weight;
    else {
      inBefore += heldWeight(before, number, weight);
      inAfter += heldWeight(after, number, weight);
      if (!isSaid(before, number) && isSaid(earlier, number)) inEarlier += weight;
    }
  }
  const whole = all > 0 ? all : 1;
  return {
    coverage: coverage / whole,
    kin: kin / whole,
    before: inBefore / whole,
    earlier: inEarlier / whole,
    after: inAfter / whole,
    passage: inWhole / whole,
  };
}

const isSaid = (marks: TermMarks | undefined, number: number) => marks !== undefined && marks.row[number]! > 0;

function heldWeight(marks: TermMarks | undefined, number: number, weight: number): number {
  return marks !== undefined && marks.row[number] === held ? weight : 0;
}

/** The share of the weights whose terms a sentence holds, or has with a mark of at least `least`. */
export function shareOf(terms: readonly WeightedTerm[], { row }: TermMarks, least: number): number {
  let all = 0;
  let passed = 0;
  for (const { number, weight } of terms) {
    all += weight;
    if (row[number]! >= least) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}
