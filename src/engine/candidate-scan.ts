/** Estimates each row's cosine by its signs; a sample gives the threshold that leaves about as many rows as wanted. */
import type { VectorRows } from "./row-columns.ts";
import { groupRows } from "./sign-groups.ts";
import type { VectorKernel } from "./vector-kernel.ts";
import type { AskedVector } from "./vector-rounding.ts";

const groupsAtOnce = 32;
const sampledGroups = 256;
const intervals = 2048;

const estimateBytes = groupRows * 4;
export const scanBytes = estimateBytes + groupsAtOnce * groupRows * 4;

export interface ScanRequest {
  readonly asked: AskedVector;
  readonly permitted: ReadonlySet<number> | null;
  readonly wanted: number;
}

export interface Candidates {
  readonly rows: Int32Array;
  readonly offset: number;
}

export class CandidateScan {
  readonly #kernel: VectorKernel;
  readonly #held: VectorRows;
  readonly #tables: number;
  readonly #space: number;
  readonly #estimated = new Uint32Array(intervals);

  /** @param tables address of the question's tables @param space `scanBytes` bytes */
  constructor(kernel: VectorKernel, held: VectorRows, { tables, space }: { tables: number; space: number }) {
    this.#kernel = kernel;
    this.#held = held;
    this.#tables = tables;
    this.#space = space;
  }

  /** Calls `visit` with up to `mostAtOnce` rows, which the next call overwrites. */
  run(request: ScanRequest, visit: (found: Candidates) => void): void {
    const { asked, permitted } = request;
    const least = this.#leastEstimate(request);
    for (const { start, end, centre } of this.#held.parts) {
      const offset = productOf(asked.unit, centre);
      for (let from = start; from < end; from += mostAtOnce) {
        const groups = Math.ceil((Math.min(end, from + mostAtOnce) - from) / groupRows);
        const picked = this.#picked(from, groups, asked, least - offset);
        const rows = picked.subarray(0, keepSome(picked, this.#permits(permitted)));
        if (rows.length > 0) visit({ rows, offset });
      }
    }
  }

  #picked(row: number, groups: number, { step, base }: AskedVector, least: number): Int32Array {
    const [tables, space, out] = [this.#tables, this.#space, this.#space + estimateBytes];
    const { width } = this.#held.signs;
    const group = this.#held.signs.groupOf(row);
    const count = this.#kernel.pickRows(group, groups, width, tables, step, base, least, row, space, out);
    return new Int32Array(this.#kernel.memory.buffer, out, count);
  }

  #leastEstimate({ asked, permitted, wanted }: ScanRequest): number {
    if (wanted >= this.#held.count || !this.#held.isCentred) return Number.NEGATIVE_INFINITY;
    const seen = this.#countEstimates(asked, permitted);
    let left = permitted === null ? (wanted * seen) / this.#held.count : wanted;
    if (left >= seen) return Number.NEGATIVE_INFINITY;
    let interval = intervals;
    while (left > 0 && interval > 0) left -= this.#estimated[--interval]!;
    return (2 * interval) / intervals - 1;
  }

  #countEstimates({ unit, step, base }: AskedVector, permitted: ReadonlySet<number> | null): number {
    const { signs, count } = this.#held;
    const estimates = new Float32Array(this.#kernel.memory.buffer, this.#space, groupRows);
    const permits = this.#permits(permitted);
    const stride = permitted === null ? Math.max(1, Math.floor(count / groupRows / sampledGroups)) : 1;
    this.#kernel.fetchPages(signs.groupOf(0), signs.groupOf(count), stride * signs.bytes);
    this.#estimated.fill(0);
    let seen = 0;
    for (const { start, end, centre } of this.#held.parts) {
      const offset = productOf(unit, centre);
      for (let row = start; row < end; row += stride * groupRows) {
        const group = signs.groupOf(row);
        const scales = group + groupRows * signs.width;
        this.#kernel.estimateRows(group, signs.width, this.#tables, step, base, scales, this.#space);
        for (let i = 0; i < groupRows; i++) {
          if (!permits(row + i)) continue;
          const interval = Math.floor(((1 + estimates[i]! + offset) / 2) * intervals);
          const counted = Math.max(0, Math.min(intervals - 1, interval));
          this.#estimated[counted] = this.#estimated[counted]! + 1;
          seen += 1;
        }
      }
    }
    return seen;
  }

  #permits(permitted: ReadonlySet<number> | null): (row: number) => boolean {
    const { count, group } = this.#held;
    if (permitted === null) return (row) => row < count;
    return (row) => row < count && permitted.has(group.column[row]!);
  }
}

export const mostAtOnce = groupsAtOnce * groupRows;

function keepSome(rows: Int32Array, keeps: (row: number) => boolean): number {
  let kept = 0;
  for (let i = 0; i < rows.length; i++) if (keeps(rows[i]!)) rows[kept++] = rows[i]!;
  return kept;
}

function productOf(unit: Float64Array, centre: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < centre.length; i++) sum += centre[i]! * unit[i]!;
  return sum;
}
