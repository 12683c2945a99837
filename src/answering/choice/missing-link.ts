/** The sentence that an answer needs beside its best one. */
import type { Scored } from "../evidence/sentence-score.ts";
import type { QuestionModel } from "../question/question-model.ts";
import type { Said } from "./repeats.ts";

type Ranked = readonly Scored<Said>[];

/** The weight of the share of unsaid terms, relative to the score. */
const unsaidWeight = 12;

/** The link that a question needs beside its fact: of the terms, this share is unsaid, and it says this share of that. */
const link = { leastUnsaid: 0.1, leastSaid: 0.5, standing: 0.4 };

/**
 * For a question that describes a thing without naming it ("the panel whose …"): the best sentence of another passage that
 * contains the part of the description that the best sentence's own passage lacks. At most one.
 * @param ranked best first; at least one
 * @param likely what is said beside the best
 */
export function missingLink({ weights, total }: QuestionModel, ranked: Ranked, likely: Ranked): Ranked {
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

const says = ({ marks }: Said, term: string) => marks.says(term);

const sum = (weights: readonly number[]) => weights.reduce((all, weight) => all + weight, 0);
