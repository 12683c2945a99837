/**
 * Chooses the sentences that together answer a question. A question for a fact gets the best sentence and others that are
 * likely enough for their length. A comparison, or a question for two things, gets a sentence for each side. A question
 * about a subject gets statements from several passages.
 */
import type { AskingBreadth } from "./question/breadth.ts";
import type { QuestionModel } from "./question/question-model.ts";
import type { Said } from "./repeats.ts";
import type { Scored } from "./sentence-score.ts";

type Ranked = readonly Scored<Said>[];

/** Most sentences for the sides of a question, including the best. */
const mostSides = 4;
/** Most statements of an overview. */
const mostStatements = 10;
/** Most of those from the best passage. */
const mostMates = 5;
/** The least score of a statement's passage, relative to the best passage. */
const leastStanding = 0.5;
/** The least share of the unsaid terms that a sentence for another side must contain. */
const leastOfUnsaid = 0.3;
/** The weight of the share of unsaid terms, relative to the score. */
const unsaidWeight = 12;

/** The further sentences, best first. @param ranked all candidates, best first; at least one. */
export function furtherSentences(question: QuestionModel, ranked: Ranked, breadth: AskingBreadth): Ranked {
  return breadth === "overview" ? statements(ranked) : otherSides(question, ranked);
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
  const second = ranked[1];
  if (chosen.length === 1 && second !== undefined) chosen.push(second);
  return chosen.slice(1);
}

function statements(ranked: Ranked): Ranked {
  const best = ranked[0]!;
  const near = ranked.slice(1).filter(({ evidence }) => evidence.standing >= leastStanding);
  const isMate = ({ unit }: Scored<Said>) => unit.passage === best.unit.passage;
  return [...near.filter(isMate).slice(0, mostMates), ...near.filter((one) => !isMate(one))].slice(
    0,
    mostStatements - 1,
  );
}

const says = ({ held, related }: Said, term: string) => held.has(term) || related.has(term);

const sum = (weights: Iterable<number>) => [...weights].reduce((all, weight) => all + weight, 0);
