/** The table of evidence for answers that are read: what each number measures, and what it weighs. */
import type { SentenceEvidence } from "../extractive/evidence.ts";
import type { Said } from "../extractive/repeats.ts";
import type { Scored } from "../extractive/sentence-score.ts";
import type { BlockReadings } from "./read-blocks.ts";
import fitted from "./weights.json" with { type: "json" };

export interface ReadEvidence extends SentenceEvidence {
  /** Share of the terms that are missing in it but present in the nearest heading above its passage, or in what leads its list. */
  readonly above: number;
  /** The reader's log-odds that its block answers the question; 0 if it was not read. */
  readonly answers: number;
  /** The reader's log-odds that it has a part of the answer; 0 if its block was not read. */
  readonly part: number;
  /** 1 if its block was not read. */
  readonly unread: number;
}

/** Weights of a conditional logit (the softmax over all sentences of a question); `make fit` finds them (bench/fit/README.md). */
const weights: Readonly<Partial<Record<keyof ReadEvidence, number>>> = fitted.choice;
const names = Object.keys(weights) as readonly (keyof ReadEvidence)[];

/** A sentence with its evidence, the reader's included. */
export type ReadSaid = Scored<Said> & { readonly read: ReadEvidence };

/** @returns the sentences again, best first; equal ones in the given order */
export function rankRead(said: readonly Scored<Said>[], readings: BlockReadings): readonly ReadSaid[] {
  const scored = said.map((one) => {
    const read = evidenceOf(one, readings);
    return { ...one, read, score: names.reduce((sum, name) => sum + weights[name]! * read[name], 0) };
  });
  scored.sort((a, b) => b.score - a.score);
  const highest = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored.map((one) => ({ ...one, likelihood: Math.exp(one.score - highest) / total }));
}

function evidenceOf(one: Scored<Said>, readings: BlockReadings): ReadEvidence {
  const reading = readings.of(one);
  const { answers = 0, part = 0 } = reading ?? {};
  return { ...one.evidence, above: one.above, answers, part, unread: reading === null ? 1 : 0 };
}

/** What each evidence adds to the score. */
export function readContributions(evidence: ReadEvidence): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name) => [name, weights[name]! * evidence[name]]));
}
