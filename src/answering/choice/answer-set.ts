/**
 * Chooses the sentences that together answer a question. A question for a fact gets the best sentence and others that are
 * likely enough for their length. A comparison, or a question for two things, gets a sentence for each side. A question that
 * names something only by what another sentence says may get that sentence. A question about a subject is for `overviewOf`.
 */

import { speaksItself } from "../evidence/sentence-evidence.ts";
import type { Scored } from "../evidence/sentence-score.ts";
import type { AskingBreadth } from "../question/breadth.ts";
import type { QuestionModel } from "../question/question-model.ts";
import type { Said } from "./repeats.ts";

type Ranked = readonly Scored<Said>[];

/** Most sentences for the sides of a question, including the best. */
const mostSides = 4;
/** The least score of the passage of a sentence for another side, relative to the best passage. */
const leastStanding = 0.5;
/** The least share of the unsaid terms that a sentence for another side must contain. */
const leastOfUnsaid = 0.3;
/** The weight of the share of unsaid terms, relative to the score. */
const unsaidWeight = 12;

/** The link that a question needs beside its fact: of the terms, this share is unsaid, and it says this share of that. */
const link = { leastUnsaid: 0.1, leastSaid: 0.5, standing: 0.4 };

interface Choosing {
  /** All that may be said, best first; at least one. */
  readonly ranked: Ranked;
  /** Those beside the best that are likely enough for their length. */
  readonly likely: Ranked;
  readonly breadth: Exclude<AskingBreadth, "overview">;
}

/** The further sentences, best first. */
export function furtherSentences(question: QuestionModel, { ranked, likely, breadth }: Choosing): Ranked {
  switch (breadth) {
    case "fact":
      return likely;
    case "linked":
      return [...likely, ...missingLink(question, ranked, likely)];
    case "sides":
      return [...new Set([...otherSides(question, ranked), ...likely])];
  }
}

/**
 * For a question that describes a thing without naming it ("the panel whose …"): the best sentence of another passage that
 * contains the part of the description that the best sentence's own passage lacks. At most one.
 */
function missingLink({ weights, total }: QuestionModel, ranked: Ranked, likely: Ranked): Ranked {
  const { passage } = ranked[0]!.unit;
  const here = [...ranked.filter(({ unit }) => unit.passage === passage), ...likely];
  const unsaid = [...weights].filter(([term]) => !here.some((one) => says(one, term)));
  const all = sum(unsaid.map(([, weight]) => weight));
  if (all === 0 || all < link.leastUnsaid * total) return [];
  const gain = (one: Said) => sum(unsaid.map(([term, weight]) => (says(one, term) ? weight : 0))) / all;
  return ranked
    .filter((one) => one.unit.passage !== passage && one.evidence.standing >= link.standing)
    .map((one) => ({ one, said: gain(one) }))
    .filter(({ one, said }) => said >= link.leastSaid && !likely.includes(one))
    .toSorted((a, b) => b.one.score + unsaidWeight * b.said - (a.one.score + unsaidWeight * a.said))
    .slice(0, 1)
    .map(({ one }) => one);
}

/** Greedily chooses the sentence with most of the terms that the chosen sentences lack. */
function otherSides({ weights }: QuestionModel, ranked: Ranked): Ranked {
  const chosen: Scored<Said>[] = [ranked[0]!];
  const unsaid = new Map([...weights].filter(([term]) => !says(ranked[0]!, term)));
  while (chosen.length < mostSides && unsaid.size > 0) {
    const all = sum(unsaid.values());
    const gain = (one: Scored<Said>) =>
      sum([...unsaid].filter(([term]) => says(one, term)).map(([, weight]) => weight)) / all;
    const best = ranked
      .filter((one) => !chosen.includes(one) && one.evidence.standing >= leastStanding && gain(one) >= leastOfUnsaid)
      .map((one) => ({ one, worth: one.score + unsaidWeight * gain(one) }))
      .toSorted((a, b) => b.worth - a.worth)[0];
    if (best === undefined) break;
    chosen.push(best.one);
    for (const term of [...unsaid.keys()]) if (says(best.one, term)) unsaid.delete(term);
  }
  const second = ranked.slice(1).find(({ evidence }) => speaksItself(evidence));
  if (chosen.length === 1 && second !== undefined) chosen.push(second);
  return chosen.slice(1);
}

const says = ({ marks }: Said, term: string) => marks.says(term);

const sum = (weights: Iterable<number>) => [...weights].reduce((all, weight) => all + weight, 0);
