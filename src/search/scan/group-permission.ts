/** A filter in the form that the scan applies: the groups that may be returned, and their slots in a part. */

import type { SealedPart } from "../parts/sealed-part.ts";
import type { Permission } from "./keyword-scan.ts";

/** More groups than this are not looked up in a part: the scan reads all its slots and checks the group of each hit. */
const mostRanges = 2048;

/** More than this are looked up only if they are at most this share of the part's groups: otherwise little is left out. */
const fewRanges = 64;
const mostOfGroups = 0.25;

/** Ranges with fewer slots between them are read as one: to begin another window takes longer. */
const nearby = 1024;

export class GroupPermission implements Permission {
  readonly #permitted: ReadonlySet<number>;

  constructor(permitted: ReadonlySet<number>) {
    this.#permitted = permitted;
  }

  permits(group: number): boolean {
    return this.#permitted.has(group);
  }

  rangesIn(part: SealedPart): readonly (readonly [number, number])[] | null {
    const { size } = this.#permitted;
    const most = Math.max(fewRanges, part.groupCount * mostOfGroups);
    if (size > Math.min(mostRanges, most)) return null;
    const ranges: [number, number][] = [];
    for (const group of this.#permitted) {
      const range = part.rangeOf(group);
      if (range !== null) ranges.push(range);
    }
    return joined(ranges.sort((a, b) => a[0] - b[0]));
  }
}

/** Joins ranges that overlap or are near each other. */
function joined(ranges: readonly [number, number][]): [number, number][] {
  const apart: [number, number][] = [];
  for (const [first, last] of ranges) {
    const before = apart.at(-1);
    if (before !== undefined && first - before[1] <= nearby) before[1] = Math.max(before[1], last);
    else apart.push([first, last]);
  }
  return apart;
}
