import { added } from "./row-bytes.ts";

/** 11 bits: 16,384 products of 1023 · 127 fit a 32-bit sum. */
const questionRange = 1023;
/** 7 bits: without their mean, vectors are half as long, so this is as precise as 8 bits with it. */
const rowRange = 63;
/** Eight entries fit in 8 bits, a row's entries in 16. */
const mostEntry = 31;
const mostSum = 2 ** 16 - 1;

export interface AskedVector {
  readonly unit: Float64Array;
  readonly factor: number;
  /** 64 times the sum of the 16-bit numbers, because rows are stored with 64 added. */
  readonly surplus: number;
  /** step · (sum of a row's entries) + base estimates the product of its signs with the unit vector. */
  readonly step: number;
  readonly base: number;
}

/** @param space for the rounded question and the tables: five rows */
export function askedVector(
  question: ArrayLike<number>,
  { wide, tables }: { readonly wide: Int16Array; readonly tables: Uint8Array },
): AskedVector {
  const unit = new Float64Array(wide.length);
  unit.set(unitOf(question));
  const factor = quantize(unit, wide, questionRange);
  const tableCount = tables.length / 16;
  const four = new Float64Array(4);
  let [widest, all] = [0, 0];
  for (let table = 0; table < tableCount; table++) {
    const width = readFour(unit, table, four);
    widest = Math.max(widest, width);
    all += width;
  }
  const step = (2 * widest) / Math.min(mostEntry, Math.floor(mostSum / tableCount));
  if (step === 0) tables.fill(0);
  for (let table = 0; step > 0 && table < tableCount; table++) {
    const width = readFour(unit, table, four);
    writeTable(four, {
      width,
      step,
      entries: tables.subarray(table * 16, table * 16 + 16),
    });
  }
  let sum = 0;
  for (let i = 0; i < wide.length; i++) sum += wide[i]!;
  return { unit, factor, surplus: added * sum, step, base: -all };
}

function readFour(unit: Float64Array, table: number, four: Float64Array): number {
  const byte = table >> 1;
  const first = (byte & ~15) * 8 + (byte & 15) + (table & 1) * 64;
  let width = 0;
  for (let bit = 0; bit < 4; bit++) {
    four[bit] = unit[first + 16 * bit]!;
    width += Math.abs(four[bit]!);
  }
  return width;
}

interface RoundingTable {
  readonly width: number;
  readonly step: number;
  readonly entries: Uint8Array;
}

/** For each half-byte: the sum of four numbers, negative where a bit is set, above −width, in steps. */
function writeTable(four: Float64Array, { width, step, entries }: RoundingTable): void {
  for (let signs = 0; signs < 16; signs++) {
    let sum = width;
    for (let bit = 0; bit < 4; bit++) sum += (signs >> bit) & 1 ? -four[bit]! : four[bit]!;
    entries[signs] = Math.round(sum / step);
  }
}

export function unitOf(vector: ArrayLike<number>): Float64Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!;
  const length = Math.sqrt(squares) || 1;
  const unit = new Float64Array(vector.length);
  for (let i = 0; i < unit.length; i++) unit[i] = vector[i]! / length;
  return unit;
}

/** With an unbiased scale (Gao and Long, "RaBitQ", 2024). @param numbers written to */
export function roundRow(row: Float64Array, numbers: Int8Array) {
  const factor = quantize(row, numbers, rowRange);
  let [squares, sum] = [0, 0];
  for (let i = 0; i < row.length; i++) {
    squares += row[i]! * row[i]!;
    sum += Math.abs(row[i]!);
  }
  // scale · (product of the signs with a vector) estimates factor · (product of the numbers).
  return { numbers, factor, scale: sum === 0 ? 0 : squares / sum };
}

function quantize(vector: Float64Array, target: Int8Array | Int16Array, range: number): number {
  let greatest = 0;
  for (let i = 0; i < vector.length; i++) greatest = Math.max(greatest, Math.abs(vector[i]!));
  target.fill(0);
  if (greatest === 0) return 0;
  const steps = range / greatest;
  for (let i = 0; i < vector.length; i++) target[i] = Math.round(vector[i]! * steps);
  return greatest / range;
}

/** Whole numbers, so that equal vectors tie. */
export const scoreRange = 2 ** 30;

export function scoreOf(cosine: number): number {
  return Math.max(1, Math.min(scoreRange, Math.round(((1 + cosine) / 2) * scoreRange)));
}

export function cosineOf(score: number): number {
  return (2 * score) / scoreRange - 1;
}
