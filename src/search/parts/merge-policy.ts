/** Decides which parts are merged, and when: a pure function of their sizes. */

export interface PartSize {
  readonly slots: number;
  readonly dead: { readonly count: number };
}

/** Number of neighbours merged at once. Each passage is rewritten about log₄(N / 8192) times. */
const neighbours = 4;

/** Above this number, parts are merged even if merging costs more than it saves. */
const mostParts = 24;

/** A half-open range in the list of parts; null if no merge is due. */
export interface MergeChoice {
  readonly first: number;
  readonly end: number;
}

/**
 * A part with more than a quarter dead is rewritten alone. Otherwise the smallest four neighbours are merged, provided that
 * the largest is not larger than the other three together. So parts of similar size are merged, and no large part is
 * rewritten for small ones. Only neighbours are merged, so that passages keep their order.
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
