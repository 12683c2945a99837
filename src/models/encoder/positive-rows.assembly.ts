/** Few rows are positive, so all are first bounded by cheaper 7-bit products and the length of their rounding error. */
import { total } from "./activation.assembly";
import { projectFour } from "./byte-products.assembly";
import { factorFor, greater, greatestOf, rounded } from "./rounding.assembly";

/** From −63 to 63 to the 0 to 127 of the relaxed product. */
const OFFSET: v128 = i8x16(64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64);
const LIMIT: f32 = 63;
/** A quarter of the columns is summed in 16 bits: sums may wrap around, but the result must fit. */
const LARGEST_SUM: f32 = 32767;
/** So that the sum of four quarters fits, too. */
const LOST_BITS: i32 = 2;
/** Above the relative error of 32-bit floats. */
const FLOAT_ERROR: f32 = 0.00001;

/**
 * Once a matrix. `starts`: [rows / 8][4 quarters][8 rows] that cancel the offset; `lengths`: of rows, scaled.
 * @returns the greatest length of a quarter of a row, unscaled
 */
export function measureRows(weights: i32, width: i32, rows: i32, rowScales: i32, starts: i32, lengths: i32): f32 {
  let most = i32x4.splat(0);
  for (let row = 0; row < rows; row += 8, rowScales += 32, lengths += 32) {
    let low = i32x4.splat(0);
    let high = low;
    for (let quarter = 0; quarter < 4; quarter++, starts += 16) {
      let start = i16x8.splat(0);
      let quarterLow = i32x4.splat(0);
      let quarterHigh = quarterLow;
      for (const end = weights + (width << 1); weights < end; weights += 16) {
        start = i16x8.sub(start, dot(v128.load(weights), OFFSET));
        const four = v128.load_ext<i8>(weights);
        const others = v128.load_ext<i8>(weights, 8);
        quarterLow = i32x4.add(quarterLow, i32x4.dot_i16x8_s(four, four));
        quarterHigh = i32x4.add(quarterHigh, i32x4.dot_i16x8_s(others, others));
      }
      v128.store(starts, start);
      most = i32x4.max_s(most, i32x4.max_s(quarterLow, quarterHigh));
      low = i32x4.add(low, quarterLow);
      high = i32x4.add(high, quarterHigh);
    }
    v128.store(lengths, f32x4.mul(f32x4.sqrt(f32x4.convert_i32x4_s(low)), v128.load(rowScales)));
    v128.store(lengths, f32x4.mul(f32x4.sqrt(f32x4.convert_i32x4_s(high)), v128.load(rowScales, 16)), 16);
  }
  return sqrt<f32>(greatestOf(f32x4.convert_i32x4_s(most)));
}

/**
 * Rounds to one unit: [tokens / 4][width / 2][4 tokens] of two columns, plus 64. `errors`: the unit, and the greatest
 * distance to a token as `quantise` rounds it. @param greatestQuarter of `measureRows`
 */
export function roundToUnit(
  from: i32,
  width: i32,
  tokens: i32,
  limit: f32,
  greatestQuarter: f32,
  to: i32,
  errors: i32,
): void {
  const end = from + tokens * (width << 2);
  let magnitudes = f32x4.splat(0);
  for (let at = from; at < end; at += 16) magnitudes = greater(magnitudes, f32x4.abs(v128.load(at)));
  const most = greatestOf(magnitudes);
  const longestQuarter = most * sqrt<f32>(greatestSquares(from, end, width, factorFor(most, 1)));
  // Rounding adds at most half a unit a column, and the arithmetic one more.
  const lengthened = sqrt<f32>(<f32>(width >> 2)) * 0.5 + 1;
  const unit = max(most / LIMIT, (longestQuarter * greatestQuarter) / (LARGEST_SUM - lengthened * greatestQuarter));
  let lost: f32 = 0;
  for (let token = 0; token < ((tokens + 3) & ~3); token++) {
    const row = from + min(token, tokens - 1) * (width << 2);
    lost = max(lost, roundToken(row, width, unit, to + (token >> 2) * (width << 5) + ((token & 3) << 4)));
  }
  const exactLoss = (sqrt<f32>(<f32>width) * most) / limit;
  store<f32>(errors, unit);
  store<f32>(errors, unit * sqrt<f32>(lost) + exactLoss + 2 * longestQuarter * FLOAT_ERROR, 4);
}

/** Of a quarter of a token, times `factor`. */
function greatestSquares(at: i32, end: i32, width: i32, factor: v128): f32 {
  let squares: f32 = 0;
  while (at < end) {
    let sums = f32x4.splat(0);
    for (const last = at + width; at < last; at += 16) {
      const four = f32x4.mul(v128.load(at), factor);
      sums = f32x4.add(sums, f32x4.mul(four, four));
    }
    squares = max(squares, total(sums));
  }
  return squares;
}

/** Every 64 bytes. Returns the squared length of the rounding error, in units. */
function roundToken(at: i32, width: i32, unit: f32, to: i32): f32 {
  const factor = factorFor(unit, 1);
  let squares = f32x4.splat(0);
  for (const end = at + (width << 2); at < end; at += 16, to += 128) {
    const four = f32x4.mul(v128.load(at), factor);
    const whole = rounded(four);
    const lost = f32x4.sub(four, f32x4.convert_i32x4_s(whole));
    squares = f32x4.add(squares, f32x4.mul(lost, lost));
    const narrow = i16x8.narrow_i32x4_s(whole, whole);
    const bytes = i8x16.add(i8x16.narrow_i16x8_s(narrow, narrow), OFFSET);
    v128.store(to, v128.shuffle<i16>(bytes, bytes, 0, 0, 0, 0, 0, 0, 0, 0));
    v128.store(to, v128.shuffle<i16>(bytes, bytes, 1, 1, 1, 1, 1, 1, 1, 1), 64);
  }
  return total(squares);
}

/** Raises each 16-bit number at `sums` to the row's largest product with `fours` times four tokens. */
export function raiseBounds(from: i32, fours: i32, weights: i32, starts: i32, width: i32, rows: i32, sums: i32): void {
  for (const last = sums + (rows << 1); sums < last; sums += 16, weights += width << 3, starts += 64) {
    let most = v128.load(sums);
    let x = from;
    for (let four = 0; four < fours; four++, x += width << 5) {
      most = i16x8.max_s(most, greatestSums(x, weights, starts, width));
    }
    v128.store(sums, most);
  }
}

function greatestSums(x: i32, w: i32, start: i32, width: i32): v128 {
  let sum0 = i16x8.splat(0);
  let sum1 = sum0;
  let sum2 = sum0;
  let sum3 = sum0;
  for (const last = start + 64; start < last; start += 16) {
    let quarter0 = v128.load(start);
    let quarter1 = quarter0;
    let quarter2 = quarter0;
    let quarter3 = quarter0;
    for (const end = w + (width << 1); w < end; w += 32, x += 128) {
      let eight = v128.load(w);
      quarter0 = i16x8.add(quarter0, dot(eight, v128.load(x)));
      quarter1 = i16x8.add(quarter1, dot(eight, v128.load(x, 16)));
      quarter2 = i16x8.add(quarter2, dot(eight, v128.load(x, 32)));
      quarter3 = i16x8.add(quarter3, dot(eight, v128.load(x, 48)));
      eight = v128.load(w, 16);
      quarter0 = i16x8.add(quarter0, dot(eight, v128.load(x, 64)));
      quarter1 = i16x8.add(quarter1, dot(eight, v128.load(x, 80)));
      quarter2 = i16x8.add(quarter2, dot(eight, v128.load(x, 96)));
      quarter3 = i16x8.add(quarter3, dot(eight, v128.load(x, 112)));
    }
    sum0 = i16x8.add(sum0, i16x8.shr_s(quarter0, LOST_BITS));
    sum1 = i16x8.add(sum1, i16x8.shr_s(quarter1, LOST_BITS));
    sum2 = i16x8.add(sum2, i16x8.shr_s(quarter2, LOST_BITS));
    sum3 = i16x8.add(sum3, i16x8.shr_s(quarter3, LOST_BITS));
  }
  return i16x8.max_s(i16x8.max_s(sum0, sum1), i16x8.max_s(sum2, sum3));
}

/** 8-bit weights times 7-bit activations; two columns fit exactly in 16 bits. */
function dot(weights: v128, activations: v128): v128 {
  return i16x8.relaxed_dot_i8x16_i7x16_s(weights, activations);
}

/** Ascending, with the maxima that `project` computes; returns their count. @param eight space for eight floats */
export function positiveRows(
  from: i32,
  scales: i32,
  width: i32,
  tokens: i32,
  weights: i32,
  rowScales: i32,
  biases: i32,
  rows: i32,
  sums: i32,
  lengths: i32,
  errors: i32,
  eight: i32,
  found: i32,
  numbers: i32,
): i32 {
  const unit = f32x4.splat(load<f32>(errors) * <f32>(1 << LOST_BITS));
  const error = v128.load_splat<f32>(errors, 4);
  // Each quarter loses less than one.
  const lost = i16x8.splat(4);
  let count = 0;
  for (let row = 0; row < rows; row += 8, weights += width << 3, rowScales += 32, biases += 32, lengths += 32) {
    const sum = i16x8.add_sat_s(v128.load(sums + (row << 1)), lost);
    const low = boundOf(i32x4.extend_low_i16x8_s(sum), unit, error, rowScales, biases, lengths);
    const high = boundOf(i32x4.extend_high_i16x8_s(sum), unit, error, rowScales + 16, biases + 16, lengths + 16);
    if (!v128.any_true(f32x4.gt(greater(low, high), f32x4.splat(0)))) continue;
    largestOfEight(from, scales, width, tokens, weights, rowScales, biases, eight);
    for (let at = 0; at < 8; at++) {
      const number = load<f32>(eight + (at << 2));
      if (number > 0) {
        store<i32>(found + (count << 2), row + at);
        store<f32>(numbers + (count << 2), number);
        count += 1;
      }
    }
  }
  return count;
}

/** Upper bounds of four rows. */
function boundOf(sums: v128, unit: v128, error: v128, rowScales: i32, biases: i32, lengths: i32): v128 {
  const products = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sums), unit), v128.load(rowScales));
  return f32x4.add(f32x4.add(products, f32x4.mul(error, v128.load(lengths))), v128.load(biases));
}

function largestOfEight(
  x: i32,
  scales: i32,
  width: i32,
  tokens: i32,
  weights: i32,
  rowScales: i32,
  biases: i32,
  out: i32,
): void {
  const nothing = f32x4.splat(-Infinity);
  v128.store(out, nothing);
  v128.store(out, nothing, 16);
  const end = weights + (width << 3);
  for (let token = 0; token < tokens; token += 4, x += width << 3) {
    projectFour(x, weights, end, scales + (token << 2), rowScales, biases, out, 0, i32x4.splat(0));
  }
}
