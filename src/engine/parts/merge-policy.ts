export interface PartSize {
  readonly slots: number;
  readonly dead: { readonly count: number };
}

/** A passage is rewritten about log₄(N / 8192) times. */
const neighbours = 4;

const mostParts = 24;

/** A part is rewritten only if later parts have this share of its slots. */
const worthRewriting = 1 / 4;

export interface MergeChoice {
  readonly first: number;
  readonly end: number;
}

/** A part that is a quarter dead, else the smallest four neighbours, unless one exceeds the other three together. */
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

/** Merges more while nothing is added, because few parts are searched faster. */
export function chooseMergeAtRest(parts: readonly PartSize[]): MergeChoice | null {
  let first = parts.length - 1;
  let after = 0;
  for (let i = parts.length - 1; i >= 0; i--) {
    if (parts[i]!.slots * worthRewriting <= after) first = i;
    after += parts[i]!.slots;
  }
  return first < parts.length - 1 ? { first, end: parts.length } : null;
}
