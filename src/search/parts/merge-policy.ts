/** Which parts are merged, and when: a pure choice over their sizes. */

export interface PartSize {
  readonly slots: number;
  readonly dead: { readonly count: number };
}

/** Neighbours merged at once. Each passage is then rewritten about log₄(N / 8192) times in its life. */
const neighbours = 4;

/** Above this number parts are merged even where merging costs more than it saves. */
const mostParts = 24;

/** From the first to before the end in the list of parts; null when nothing is due. */
export interface MergeChoice {
  readonly first: number;
  readonly end: number;
}

/**
 * A part with more than a quarter dead is rewritten alone. Otherwise the smallest four neighbours are merged, provided that
 * the largest is not larger than the other three together. So parts of similar size meet, and no large part is rewritten for
 * small ones.
 * Only neighbours, so that passages keep the order in which they came.
 */
export function chooseMerge(parts: readonly PartSize[]): MergeChoice | null {
  const wasteful = parts.findIndex((part) => part.dead.count > Math.max(64, part.slots / 4));
  if (wasteful >= 0) return { first: wasteful, end: wasteful + 1 };
  let best: MergeChoice | null = null;
  let bestSize = Number.POSITIVE_INFINITY;
  for (let first = 0; first + neighbours <= parts.length; first++) {
    const sizes = parts.slice(first, first + neighbours).map((part) => part.slots);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const balanced = Math.max(...sizes) * 2 <= total;
    if (total < bestSize && (balanced || parts.length > mostParts)) {
      best = { first, end: first + neighbours };
      bestSize = total;
    }
  }
  return best;
}
