import type { Unfit } from "./index-ports.ts";
import type { MemoryChange, PassageRange } from "./row-ports.ts";

export interface FoundRevisions {
  readonly snapshotRevision: number | null;
  readonly unfit: Unfit | null;
  readonly rowsRevision: number;
  readonly changes: readonly MemoryChange[] | null;
}

export type OpeningPlan =
  | { readonly action: "use" }
  | { readonly action: "replay"; readonly changes: readonly MemoryChange[] }
  | { readonly action: "rebuild"; readonly reason: Unfit | "ahead_of_rows" | "log_too_short" }
  | { readonly action: "start_empty" };

/** A snapshot ahead of the rows has another history, so it is rebuilt, as one that is unfit or too old. */
export function planOpening(found: FoundRevisions): OpeningPlan {
  if (found.snapshotRevision === null) {
    if (found.rowsRevision === 0) return { action: "start_empty" };
    return { action: "rebuild", reason: found.unfit ?? "missing" };
  }
  if (found.snapshotRevision === found.rowsRevision) return { action: "use" };
  if (found.snapshotRevision > found.rowsRevision) return { action: "rebuild", reason: "ahead_of_rows" };
  if (found.changes === null) return { action: "rebuild", reason: "log_too_short" };
  return { action: "replay", changes: found.changes };
}

/** In order: removals, passages added and not removed later, sense (ascending, perhaps of removed groups). Null: nothing. */
export function foldChanges(changes: readonly MemoryChange[]): MemoryChange | null {
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

function joinRanges(ranges: readonly PassageRange[]): PassageRange[] {
  const joined: PassageRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before === undefined || range.first > before.last + 1) joined.push(range);
    else joined[joined.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
  }
  return joined;
}
