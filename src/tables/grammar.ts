/** Chooses what a question asks of a table: the query whose features weigh most, with how likely it is. */

import { type QueryCandidate, unexplained } from "./candidates/candidate-features.ts";
import { isLarge } from "./candidates/condition-atoms.ts";
import { queryCandidates } from "./candidates/query-candidates.ts";
import weightsByName from "./grammar-weights.json" with { type: "json" };
import type { TableOutcome } from "./outcome.ts";
import { outcomeOf } from "./query-outcome.ts";
import type { TableReading } from "./table-reading.ts";

export interface Meaning {
  readonly candidate: QueryCandidate;
  readonly outcome: TableOutcome;
  /** 0–1: how likely this is what the question asks for, if the table answers it at all. */
  readonly chance: number;
  /** Words of the question that are neither in the query nor ask for its form. */
  readonly unexplained: readonly string[];
}

/** Queries that are computed, from the likeliest. */
const mostComputed = 40;
const mostOfLarge = 3;
/** What no set of questions has enough of: money that is spent, months as columns, and how many there are of each. */
const unfitted = {
  "take:money:currency": 2,
  "take:money:other": -2,
  "across:money:sum": 4,
  "ask:money:count": -3,
  "across:most:month": 4,
  "across:least:month": 3,
  "ask:each:each": 3,
  "ask:each:distinct": -2,
};
const weights: ReadonlyMap<string, number> = new Map(Object.entries({ ...weightsByName, ...unfitted }));

/** A query that is allowed counts only if no other one is likelier by more than this: a factor of 5. */
const mostBehind = Math.log(5);

/**
 * The answers that the question may mean, the likeliest first; queries with the same answer count together.
 * @param isAllowed which queries count; all by default
 */
export function meaningsOf(
  reading: TableReading,
  isAllowed: (candidate: QueryCandidate) => boolean = () => true,
): Meaning[] {
  const all = queryCandidates(reading)
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((one, other) => other.score - one.score);
  const scored = all.filter(({ candidate }) => isAllowed(candidate));
  const highest = scored[0]?.score ?? 0;
  if (highest < (all[0]?.score ?? 0) - mostBehind) return [];
  const most = isLarge(reading.table) ? mostOfLarge : mostComputed;
  const computed = scored.slice(0, most).flatMap(({ candidate, score }) => {
    const outcome = outcomeOf(reading.table, candidate.query);
    return outcome === null ? [] : [{ candidate, outcome, weight: Math.exp(score - highest) }];
  });
  const rest = scored.slice(most).reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  const total = computed.reduce((sum, { weight }) => sum + weight, rest);
  return [...Map.groupBy(computed, ({ outcome }) => answerKey(outcome)).values()]
    .map((group) => {
      const { candidate, outcome } = group[0]!;
      const chance = group.reduce((sum, { weight }) => sum + weight, 0) / total;
      return { candidate, outcome, chance, unexplained: unexplained(reading, candidate) };
    })
    .sort((one, other) => other.chance - one.chance);
}

function scoreOf({ features }: QueryCandidate): number {
  let score = 0;
  for (const feature of features) score += weights.get(feature) ?? 0;
  return score;
}

const answerKey = ({ value, texts }: TableOutcome) =>
  texts.length > 0 ? texts.join("|").toLowerCase() : String(value);
