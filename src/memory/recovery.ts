/** Decides how to open an expert's index: a pure function of what was found. The memory service carries it out. */
import type { Unfit } from "./index-ports.ts";
import type { MemoryChange, PassageRange } from "./row-ports.ts";

export interface Found {
  /** The revision of the opened snapshot; null if none was opened. */
  readonly snapshotRevision: number | null;
  /** Why no snapshot was opened; null if one was. */
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
 * A snapshot at the rows' revision is used; an older one is updated by replaying the changes since. A snapshot that is
 * ahead of the rows belongs to another history (a database restored from a backup), so the index is rebuilt, as it is if
 * the log no longer reaches back to the snapshot. An unfit snapshot is never repaired, because the rows are the truth.
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
  /** Passages that got their sense, ascending; may include some of removed groups. */
  readonly sensed: readonly PassageRange[];
  /** The revision that is reached. */
  readonly revision: number;
}

/**
 * Combines many changes into one: first everything removed, then everything added and not removed later, then the passages
 * that got their sense. Within a change, removals come first. Null if there is nothing to do.
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
