/**
 * Which sentences together answer a question. One that asks for a fact is answered by the best sentence and those that are likely
 * enough for their length. One that compares, or asks two things, needs a sentence for each side; one that asks what is
 * said about a subject needs the statements of several passages.
 */
import type { AskingBreadth } from "./question/breadth.ts";
import type { QuestionModel } from "./question/question-model.ts";
import type { Said } from "./repeats.ts";
import type { Scored } from "./sentence-score.ts";

type Ranked = readonly Scored<Said>[];

/** Sentences for the sides of a question, the best included. */
const mostSides = 4;
/** Statements of an overview. */
const mostStatements = 10;
/** Of them, from the best passage at most. */
const mostMates = 5;
/** A statement's passage must stand this high against the best one's. */
const leastStanding = 0.5;
/** A sentence for another side must say this share of what is still unsaid. */
const leastOfUnsaid = 0.3;
/** How much a share of what is unsaid counts against the score. */
const unsaidWeight = 12;

/** The further sentences, best first. @param ranked all that may be said, best first; at least one. */
export function furtherSentences(question: QuestionModel, ranked: Ranked, breadth: AskingBreadth): Ranked {
  return breadth === "overview" ? statements(ranked) : otherSides(question, ranked);
}

/** Greedily, the sentence that says most of what the chosen ones leave unsaid. */
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
