import type { MemoryChange, PassageRange } from "./row-ports.ts";

export interface GroupChange {
  readonly revision: number;
  readonly versionNo: number;
  readonly added: boolean;
}

/** Passages that got their sense or vector; none if the last is less than the first. */
export interface RangeChange {
  readonly revision: number;
  readonly first: number;
  readonly last: number;
}

/** A revision is a count with a random number in its low bits, because a shared database can be set back. */
export const revisionsOfCount = 2 ** 24;

const countOf = (revision: number) => Math.floor(revision / revisionsOfCount);

/** The first revision that `changesFrom` needs of the log. */
export function oldestToRead(after: number): number {
  return after < revisionsOfCount ? after : countOf(after) * revisionsOfCount;
}

export function changesBetween(before: number, newest: number): number {
  return newest < revisionsOfCount ? newest - before : countOf(newest) - countOf(before);
}

function follows(next: number, before: number): boolean {
  return next === before + 1 || countOf(next) === countOf(before) + 1;
}

/** Oldest first; null if the log does not reach back or has another history. @param newest read with the log or later */
export function changesFrom(
  groups: readonly GroupChange[],
  ranges: readonly RangeChange[],
  { after, newest }: { readonly after: number; readonly newest: number },
): MemoryChange[] | null {
  const groupsAt = Map.groupBy(groups, (row) => row.revision);
  const rangesAt = Map.groupBy(ranges, (row) => row.revision);
  const all = [...new Set([...groupsAt.keys(), ...rangesAt.keys()])].toSorted((a, b) => a - b);
  const revisions = all.filter((revision) => revision > after);
  const before = all.findLast((revision) => revision <= after);
  if (after > 0 && before !== undefined && before !== after) return null;
  // A log that begins later was truncated; one that ends earlier belongs to an older database.
  const first = revisions[0];
  if ((first !== undefined && !follows(first, after)) || (revisions.at(-1) ?? after) !== newest) return null;
  return revisions.map((number) => {
    const changes = groupsAt.get(number) ?? [];
    const sensed = rangesAt.get(number)?.filter(({ first: from, last: to }) => from <= to) ?? [];
    return {
      revision: number,
      addedGroups: changes.filter(({ added }) => added).map(({ versionNo }) => versionNo),
      removedGroups: changes.filter(({ added }) => !added).map(({ versionNo }) => versionNo),
      sensed: sensed.map(({ first: from, last: to }) => ({ first: from, last: to })),
    };
  });
}

export function rangesOf(numbers: readonly number[]): PassageRange[] {
  const ranges: PassageRange[] = [];
  for (const no of numbers) {
    const before = ranges.at(-1);
    if (before?.last === no - 1) ranges[ranges.length - 1] = { first: before.first, last: no };
    else ranges.push({ first: no, last: no });
  }
  return ranges;
}
