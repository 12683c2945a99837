/** How an expert's index comes to life: a pure decision over what was found, carried out by the memory service. */
import type { MemoryChange, PassageRange, Unfit } from "./ports.ts";

export interface Found {
  /** The revision of the snapshot that opened; null when none did. */
  readonly snapshotRevision: number | null;
  /** Why none did; null when one did. */
  readonly unfit: Unfit | null;
  /** The newest committed revision of the rows. */
  readonly rowsRevision: number;
  /** What was committed after the snapshot; null when the log does not reach back so far. */
  readonly changes: readonly MemoryChange[] | null;
}

/** What to do, and why, in words for the log. */
export type OpeningPlan =
  | { readonly action: "use" }
  | { readonly action: "replay"; readonly changes: readonly MemoryChange[] }
  | { readonly action: "rebuild"; readonly reason: Unfit | "ahead_of_rows" | "log_too_short" }
  | { readonly action: "start_empty" };

/**
 * A snapshot of the rows' revision is used as it is; an older one is brought up to date by replaying what was committed
 * since. One that is ahead of the rows belongs to another history (a database restored from a backup) and is rebuilt,
 * as is one that the log of changes no longer reaches. Nothing that does not fit is repaired: rows are the truth.
 */
export function planOpening(found: Found): OpeningPlan {
  if (found.snapshotRevision === null) {
    if (found.rowsRevision === 0) return { action: "start_empty" };
    return { action: "rebuild", reason: found.unfit ?? "missing" };
  }
  if (found.snapshotRevision === found.rowsRevision) return { action: "use" };
  if (found.snapshotRevision > found.rowsRevision) return { action: "rebuild", reason: "ahead_of_rows" };
  if (found.changes === null) return { action: "rebuild", reason: "log_too_short" };
  return { action: "replay", changes: found.changes };
}

export interface Replay {
  readonly removedGroups: readonly number[];
  readonly addedGroups: readonly number[];
  /** Passages whose sense has arrived, ascending; those of removed groups may be among them. */
  readonly sensed: readonly PassageRange[];
  /** The revision that is reached. */
  readonly revision: number;
}

/**
 * Many changes as one: first all that was removed, then all that was added and not removed later, then the passages
 * whose sense arrived. Within one change the removals come first. Null when there is nothing to do.
 */
export function foldChanges(changes: readonly MemoryChange[]): Replay | null {
  const last = changes.at(-1);
  if (last === undefined) return null;
  const removed = new Set<number>();
  const added = new Set<number>();
  for (const change of changes) {
    for (const group of change.removedGroups) {
      removed.add(group);
      added.delete(group);
    }
    for (const group of change.addedGroups) added.add(group);
  }
  const sensed = joinRanges(changes.flatMap((change) => change.sensed));
  return { removedGroups: [...removed], addedGroups: [...added], sensed, revision: last.revision };
}

/** Batches of one source follow each other: joined, they are read at once. */
function joinRanges(ranges: readonly PassageRange[]): PassageRange[] {
  const joined: PassageRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before === undefined || range.first > before.last + 1) joined.push(range);
    else joined[joined.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
  }
  return joined;
}
