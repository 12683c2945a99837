import type { SealedPart } from "../parts/sealed-part.ts";
import type { Permission } from "./keyword-scan.ts";

/** Beyond it, the group of each hit is checked instead. */
const mostRanges = 2048;

const fewRanges = 64;
const mostOfGroups = 0.25;

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

function joined(ranges: readonly [number, number][]): [number, number][] {
  const apart: [number, number][] = [];
  for (const [first, last] of ranges) {
    const before = apart.at(-1);
    if (before !== undefined && first - before[1] <= nearby) before[1] = Math.max(before[1], last);
    else apart.push([first, last]);
  }
  return apart;
}
