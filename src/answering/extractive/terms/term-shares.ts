/** The shares of a question's terms in a sentence, in its neighbours, and in its passage. */

/** The question's terms that occur in a sentence, and those that have a related term in it. */
export interface HeldTerms {
  readonly held: ReadonlySet<string>;
  readonly related: ReadonlySet<string>;
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

export interface TermShares {
  readonly coverage: number;
  readonly kin: number;
  readonly before: number;
  readonly after: number;
  readonly passage: number;
}

/** A list, because it is iterated for every sentence. */
export function weightedTerms(weights: ReadonlyMap<string, number>): readonly WeightedTerm[] {
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

/**
 * Computes the shares of the question's terms by weight in one pass; `SentenceEvidence` describes each.
 * @param inPassage the question's terms in the passage, its title or its section.
 */
export function termShares(
  terms: readonly WeightedTerm[],
  inPassage: ReadonlySet<string>,
  [before, here, after]: readonly [before: HeldTerms | undefined, here: HeldTerms, after: HeldTerms | undefined],
): TermShares {
  let [all, coverage, kin, earlier, later, passage] = [0, 0, 0, 0, 0, 0];
  for (const one of terms) {
    all += one.weight;
    passage += inPassage.has(one.term) ? one.weight : 0;
    if (here.held.has(one.term)) coverage += one.weight;
    else if (here.related.has(one.term)) kin += one.weight;
    else {
      earlier += weightIn(before, one);
      later += weightIn(after, one);
    }
  }
  const whole = all > 0 ? all : 1;
  return {
    coverage: coverage / whole,
    kin: kin / whole,
    before: earlier / whole,
    after: later / whole,
    passage: passage / whole,
  };
}

const weightIn = (place: HeldTerms | undefined, { term, weight }: WeightedTerm) =>
  place?.held.has(term) === true ? weight : 0;
