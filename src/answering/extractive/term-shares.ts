/** The shares of a question's terms in a sentence, in its neighbours, and in its passage. */

/** The question's terms that occur in a sentence, and those that have a related term in it. */
interface HeldTerms {
  readonly held: ReadonlySet<string>;
  readonly related: ReadonlySet<string>;
}

type TermShare = "coverage" | "kin" | "before" | "after" | "passage";

/**
 * Computes the shares of the question's terms by weight in one pass; `SentenceEvidence` describes each.
 * @param inPassage the question's terms in the passage, its title or its section.
 */
export function termShares(
  weights: ReadonlyMap<string, number>,
  inPassage: ReadonlySet<string>,
  window: readonly [before: HeldTerms | undefined, here: HeldTerms, after: HeldTerms | undefined],
): Record<TermShare, number> {
  const sums: Record<TermShare, number> = { coverage: 0, kin: 0, before: 0, after: 0, passage: 0 };
  let all = 0;
  for (const [term, weight] of weights) {
    all += weight;
    if (inPassage.has(term)) sums.passage += weight;
    for (const place of placesOf(term, window)) sums[place] += weight;
  }
  if (all > 0) for (const place of Object.keys(sums) as TermShare[]) sums[place] /= all;
  return sums;
}

function placesOf(
  term: string,
  [before, here, after]: readonly [HeldTerms | undefined, HeldTerms, HeldTerms | undefined],
): readonly TermShare[] {
  if (here.held.has(term)) return ["coverage"];
  if (here.related.has(term)) return ["kin"];
  const places: TermShare[] = [];
  if (before?.held.has(term)) places.push("before");
  if (after?.held.has(term)) places.push("after");
  return places;
}
