/**
 * How sure an answer is: the probability that it is right, by logistic regression over what speaks for its query and by
 * how far it is ahead. Likelihoods among queries do not say that: where no query is right, the likeliest wins all the same.
 */
import weightsByName from "./confidence-weights.json" with { type: "json" };

export interface RankedQuery {
  /** Of its query. */
  readonly features: readonly string[];
  readonly score: number;
  /** Of its answer and of the next one, 0–1. */
  readonly chance: number;
  readonly nextChance: number;
  /** Queries that were weighed. */
  readonly queries: number;
  readonly answers: number;
}

/** WikiTableQuestions rounds its means by hand, so few of them count as right, and it has hardly any of the other forms. */
const unfitted = {
  "q:mean": 1.3,
  "q:mean:all": 0,
  "ask:mean:mean": 0,
  "ask:mean:cell": 0,
  "q:sum": 0.8,
  "q:each": 1,
  "each:counted": 1.5,
  "group:counted": 1,
  "best:money:currency": 1.5,
  "best:place": 0.8,
};
const weights: ReadonlyMap<string, number> = new Map(Object.entries({ ...weightsByName, ...unfitted }));

export function confidenceOf(ranked: RankedQuery): number {
  const score = confidenceFeatures(ranked).reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0);
  return 1 / (1 + Math.exp(-score));
}

const step = (value: number, width: number, most: number) => Math.max(0, Math.min(most, Math.floor(value / width)));

export function confidenceFeatures(ranked: RankedQuery): string[] {
  const { features, score, chance, nextChance, queries, answers } = ranked;
  const ahead = Math.log(Math.max(chance, 1e-9) / Math.max(nextChance, 1e-9));
  return [
    ...features,
    "sure",
    `sure:chance:${step(chance, 0.05, 19)}`,
    `sure:next:${step(nextChance, 0.05, 9)}`,
    `sure:ahead:${step(ahead, 0.4, 12)}`,
    `sure:score:${step(score + 4, 1, 20)}`,
    `sure:queries:${step(Math.log2(queries + 1), 1, 12)}`,
    `sure:answers:${Math.min(answers, 6)}`,
  ];
}
