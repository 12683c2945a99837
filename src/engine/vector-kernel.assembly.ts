/** Products of signs by table lookups (André et al., 2015). Products replace shifts, which take x86 five instructions. */

const GROUP: i32 = 32;
const HALF_GROUP: i32 = 16;
/** Rows fetched from memory before any is multiplied. */
const FETCHED: i32 = 32;
const LINE: i32 = 64;
const PAGE: i32 = 4096;

const ZERO: v128 = i32x4(0, 0, 0, 0);
const LOW_HALF: v128 = i8x16(15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
const HIGH_HALF: v128 = i8x16(-16, -16, -16, -16, -16, -16, -16, -16, -16, -16, -16, -16, -16, -16, -16, -16);
/** The second byte of each pair as a 16-bit number; an index from 128 on gives 0. */
const SECOND: v128 = i8x16(1, -1, 3, -1, 5, -1, 7, -1, 9, -1, 11, -1, 13, -1, 15, -1);
const BITS_4_5: v128 = i8x16(48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48);
const BITS_6_7: v128 = i8x16(-64, -64, -64, -64, -64, -64, -64, -64, -64, -64, -64, -64, -64, -64, -64, -64);
const BIT_6: v128 = i8x16(64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64);
const BIT_7: v128 = i8x16(
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
  -128,
);
/** A rounding product with 2^(15 − n) divides multiples of 2^n exactly. */
const SIXTEENTH: v128 = i16x8(2048, 2048, 2048, 2048, 2048, 2048, 2048, 2048);
const QUARTER: v128 = i16x8(8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192);
const HALF: v128 = i16x8(16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384);
const FOUR: v128 = i16x8(4, 4, 4, 4, 4, 4, 4, 4);

/** f32 (sum of table entries · step + base) · scale. @param width a multiple of 16 @param tables 16 bytes a half-byte */
export function estimateRows(signs: i32, width: i32, tables: i32, step: f32, base: f32, scales: i32, out: i32): void {
  let both0 = ZERO;
  let odd0 = ZERO;
  let both1 = ZERO;
  let odd1 = ZERO;
  const other = HALF_GROUP * width;
  for (const end = signs + other; signs < end; signs += 64, tables += 128) {
    let low = v128.load(tables);
    let high = v128.load(tables, 16);
    let sums0 = entries(v128.load(signs), low, high);
    let sums1 = entries(v128.load(signs + other), low, high);
    low = v128.load(tables, 32);
    high = v128.load(tables, 48);
    sums0 = i8x16.add(sums0, entries(v128.load(signs, 16), low, high));
    sums1 = i8x16.add(sums1, entries(v128.load(signs + other, 16), low, high));
    low = v128.load(tables, 64);
    high = v128.load(tables, 80);
    sums0 = i8x16.add(sums0, entries(v128.load(signs, 32), low, high));
    sums1 = i8x16.add(sums1, entries(v128.load(signs + other, 32), low, high));
    low = v128.load(tables, 96);
    high = v128.load(tables, 112);
    sums0 = i8x16.add(sums0, entries(v128.load(signs, 48), low, high));
    sums1 = i8x16.add(sums1, entries(v128.load(signs + other, 48), low, high));
    // As 16-bit numbers: the second row of a pair counts 256 times in `both`, which is subtracted at the end.
    both0 = i16x8.add(both0, sums0);
    odd0 = i16x8.add(odd0, i8x16.relaxed_swizzle(sums0, SECOND));
    both1 = i16x8.add(both1, sums1);
    odd1 = i16x8.add(odd1, i8x16.relaxed_swizzle(sums1, SECOND));
  }
  storeSixteen(both0, odd0, step, base, scales, out);
  storeSixteen(both1, odd1, step, base, scales + 64, out + 64);
}

function entries(bytes: v128, low: v128, high: v128): v128 {
  return i8x16.add(
    i8x16.relaxed_swizzle(low, v128.and(bytes, LOW_HALF)),
    i8x16.relaxed_swizzle(high, highHalves(bytes)),
  );
}

function highHalves(bytes: v128): v128 {
  return v128.and(i16x8.relaxed_q15mulr_s(v128.and(bytes, HIGH_HALF), SIXTEENTH), LOW_HALF);
}

function storeSixteen(both: v128, odd: v128, step: f32, base: f32, scales: i32, out: i32): void {
  const even = i16x8.sub(both, i16x8.shl(odd, 8));
  const first = v128.shuffle<i16>(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
  const second = v128.shuffle<i16>(even, odd, 4, 12, 5, 13, 6, 14, 7, 15);
  storeFour(i32x4.extend_low_i16x8_u(first), step, base, scales, out);
  storeFour(i32x4.extend_high_i16x8_u(first), step, base, scales + 16, out + 16);
  storeFour(i32x4.extend_low_i16x8_u(second), step, base, scales + 32, out + 32);
  storeFour(i32x4.extend_high_i16x8_u(second), step, base, scales + 48, out + 48);
}

function storeFour(sums: v128, step: f32, base: f32, scales: i32, out: i32): void {
  const products = f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(sums), f32x4.splat(step)), f32x4.splat(base));
  v128.store(out, f32x4.mul(products, v128.load(scales)));
}

/** Reads one byte of each page, so that all are mapped together. The result only defeats the optimizer. */
export function fetchPages(at: i32, end: i32, stride: i32): i32 {
  let all = 0;
  for (; at < end; at += stride) all |= load<u8>(at);
  return all;
}

/** Returns how many rows (i32) it wrote. @param group address of 32 signs and scales @param space for 32 estimates */
export function pickRows(
  group: i32,
  groups: i32,
  width: i32,
  tables: i32,
  step: f32,
  base: f32,
  least: f32,
  row: i32,
  space: i32,
  rows: i32,
): i32 {
  const from = rows;
  const bound = f32x4.splat(least);
  const bytes = GROUP * (width + 4);
  store<i32>(space, fetchPages(group, group + groups * bytes, PAGE));
  for (const end = group + groups * bytes; group < end; group += bytes) {
    estimateRows(group, width, tables, step, base, group + GROUP * width, space);
    for (let at = 0; at < GROUP; at += 4) {
      let mask = i32x4.bitmask(f32x4.ge(v128.load(space + (at << 2)), bound));
      for (; mask !== 0; mask &= mask - 1, rows += 4) store<i32>(rows, row + at + ctz(mask));
    }
    row += GROUP;
  }
  return (rows - from) >> 2;
}

/** f64, times rows' factors. @param rows i32 @param first address of row 0 @param question i16 @param total 64 · its sum */
export function multiplyRows(rows: i32, count: i32, first: i32, bytes: i32, question: i32, total: i32, out: i32): void {
  for (const end = rows + (count << 2); rows < end; rows += FETCHED << 2) {
    const last = min(end, rows + (FETCHED << 2));
    // A dummy value, overwritten below: it keeps the loads that fetch all rows at once.
    store<i32>(out, fetched(rows, last, first, bytes));
    for (let at = rows; at < last; at += 4, out += 8) {
      let row = first + load<i32>(at) * bytes;
      let sum = ZERO;
      let q = question;
      for (const rowEnd = row + bytes - 4; row < rowEnd; row += 112, q += 256) sum = i32x4.add(sum, chunk(row, q));
      store<f64>(out, <f64>(sumOf(sum) - total) * <f64>load<f32>(row));
    }
  }
}

function fetched(rows: i32, end: i32, first: i32, bytes: i32): i32 {
  let all = 0;
  for (; rows < end; rows += 4) {
    const row = first + load<i32>(rows) * bytes;
    for (let at = row; at < row + bytes; at += LINE) all |= load<u8>(at);
  }
  return all;
}

function sumOf(four: v128): i32 {
  return (
    i32x4.extract_lane(four, 0) +
    i32x4.extract_lane(four, 1) +
    (i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3))
  );
}

function chunk(at: i32, q: i32): v128 {
  const early = v128.load(at, 64);
  const late = v128.load(at, 80);
  const sixth = v128.load(at, 96);
  let halves = v128.load(at);
  let middle = i16x8.mul(early, FOUR);
  let high = i8x16.add(sixth, sixth);
  let sum = product(v128.and(halves, LOW_HALF), early, sixth, q);
  sum = i32x4.add(sum, product(highHalves(halves), middle, high, q + 32));
  halves = v128.load(at, 16);
  high = i8x16.add(high, high);
  sum = i32x4.add(sum, product(v128.and(halves, LOW_HALF), i16x8.mul(middle, FOUR), high, q + 64));
  middle = i16x8.relaxed_q15mulr_s(v128.and(early, BITS_6_7), QUARTER);
  high = i8x16.add(high, high);
  sum = i32x4.add(sum, product(highHalves(halves), middle, high, q + 96));
  halves = v128.load(at, 32);
  high = i8x16.add(high, high);
  sum = i32x4.add(sum, product(v128.and(halves, LOW_HALF), late, high, q + 128));
  middle = i16x8.mul(late, FOUR);
  high = i8x16.add(high, high);
  sum = i32x4.add(sum, product(highHalves(halves), middle, high, q + 160));
  halves = v128.load(at, 48);
  high = i8x16.add(high, high);
  sum = i32x4.add(sum, product(v128.and(halves, LOW_HALF), i16x8.mul(middle, FOUR), high, q + 192));
  middle = i16x8.relaxed_q15mulr_s(v128.and(late, BITS_6_7), QUARTER);
  high = i16x8.relaxed_q15mulr_s(v128.and(sixth, BIT_7), HALF);
  return i32x4.add(sum, product(highHalves(halves), middle, high, q + 224));
}

/** Of sixteen numbers, whose bits are in their places among others, with the question's at `q`. */
function product(low: v128, middle: v128, high: v128, q: i32): v128 {
  const numbers = v128.or(v128.or(low, v128.and(middle, BITS_4_5)), v128.and(high, BIT_6));
  return i32x4.add(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(numbers), v128.load(q)),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(numbers), v128.load(q, 16)),
  );
}
