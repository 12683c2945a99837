/** Decides which parts are merged, by their sizes alone. */

export interface PartSize {
  readonly slots: number;
  readonly dead: { readonly count: number };
}

/** Each passage is rewritten about log₄(N / 8192) times. */
const neighbours = 4;

/** More are merged even if merging costs more than it saves. */
const mostParts = 24;

/** The share of a part's slots that the parts after it must have. */
const worthRewriting = 1 / 4;

export interface MergeChoice {
  readonly first: number;
  readonly end: number;
}

/**
 * A part with more than a quarter dead is rewritten alone. Else the smallest four neighbours are merged, unless the
 * largest exceeds the other three together. Neighbours only, so passages keep their order.
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

/**
 * The parts to join while nothing is added, as few parts are searched faster; a part stays if those after it have less
 * than a quarter of its slots. Null: nothing to merge.
 */
export function chooseMergeAtRest(parts: readonly PartSize[]): MergeChoice | null {
  let first = parts.length - 1;
  let after = 0;
  for (let i = parts.length - 1; i >= 0; i--) {
    if (parts[i]!.slots * worthRewriting <= after) first = i;
    after += parts[i]!.slots;
  }
  return first < parts.length - 1 ? { first, end: parts.length } : null;
}
