/** Answers a question with sentences of the passages, verbatim. */
import type { Evidence, ExtractiveAnswer, SentenceChoice } from "./ports.ts";
import { type Unit, unitsOf } from "./units.ts";

/** Chooses the sentences that answer, by how much of the question's rare terms they hold. */
export function extractAnswer(evidence: Evidence): ExtractiveAnswer {
  const weights = new Map(evidence.terms.map(({ term, idf }) => [term, idf]));
  const total = evidence.terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
  const best = evidence.passages
    .flatMap(({ text, score }, passage) =>
      unitsOf(text, passage, evidence.analyzer.language).map((unit) => ({ unit, score: coverage(unit) + score / 2 })),
    )
    .toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined || coverage(best.unit) === 0) return { sentences: [], confidence: 0 };
  return { sentences: [choice(best.unit)], confidence: Math.min(1, coverage(best.unit)) };

  function coverage(unit: Unit): number {
    const terms = new Set(evidence.analyzer.analyze(unit.text).map(({ term }) => term));
    return [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / total;
  }
}

const choice = ({ passage, start, end }: Unit): SentenceChoice => ({ passage, start, end, also: [] });
