/** A filter in the form that the scan applies: the groups that may be returned, and their slots in a part. */

import type { SealedPart } from "../parts/sealed-part.ts";
import type { Permission } from "./keyword-scan.ts";

/** With more groups than this, the scan reads every window and checks the group of each hit. */
const mostRanges = 2048;

export class GroupPermission implements Permission {
  readonly #permitted: ReadonlySet<number>;

  constructor(permitted: ReadonlySet<number>) {
    this.#permitted = permitted;
  }

  permits(group: number): boolean {
    return this.#permitted.has(group);
  }

  rangesIn(part: SealedPart): readonly (readonly [first: number, last: number])[] | null {
    if (this.#permitted.size > mostRanges) return null;
    const ranges: [number, number][] = [];
    for (const group of this.#permitted) {
      const range = part.rangeOf(group);
      if (range !== null) ranges.push(range);
    }
    return disjoint(ranges.sort((a, b) => a[0] - b[0]));
  }
}

/** Joins ranges that overlap. */
function disjoint(ranges: readonly [number, number][]): [number, number][] {
  const joined: [number, number][] = [];
  for (const [first, last] of ranges) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1]) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}
