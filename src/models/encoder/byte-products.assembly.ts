import { factorFor, greater, greatestOf, roundedEight } from "./rounding.assembly";

/** Scales each token's largest magnitude to `limit`. [tokens / 4][width / 2][4 tokens][2 columns], the last repeated. */
export function quantise(from: i32, width: i32, tokens: i32, limit: f32, to: i32, scales: i32): void {
  for (let token = 0; token < ((tokens + 3) & ~3); token++) {
    const row = from + min(token, tokens - 1) * (width << 2);
    const end = row + (width << 2);
    let magnitudes = f32x4.splat(0);
    for (let at = row; at < end; at += 16) magnitudes = greater(magnitudes, f32x4.abs(v128.load(at)));
    const most = greatestOf(magnitudes);
    store<f32>(scales + (token << 2), most / limit);
    const factor = factorFor(most, limit);
    let out = to + (token & ~3) * (width << 1) + ((token & 3) << 2);
    for (let at = row; at < end; at += 32, out += 64) {
      const numbers = roundedEight(at, factor);
      v128.store_lane<i32>(out, numbers, 0);
      v128.store_lane<i32>(out, numbers, 1, 16);
      v128.store_lane<i32>(out, numbers, 2, 32);
      v128.store_lane<i32>(out, numbers, 3, 48);
    }
  }
}

/** Weights: [rows / 8][width / 2][8 rows][2 columns], with row scales and biases. Result: [tokens × rows] floats. */
export function project(
  from: i32,
  scales: i32,
  width: i32,
  tokens: i32,
  weights: i32,
  rowScales: i32,
  biases: i32,
  rows: i32,
  out: i32,
  stride: i32,
): void {
  const fresh = i32x4.splat(-1);
  for (let row = 0; row < rows; row += 8) {
    const end = weights + (width << 3);
    for (let token = 0, x = from, at = out; token < tokens; token += 4, x += width << 3, at += stride << 2) {
      projectFour(x, weights, end, scales + (token << 2), rowScales, biases, at, stride, fresh);
    }
    weights = end;
    rowScales += 32;
    biases += 32;
    out += 32;
  }
}

/** With stride 0, all tokens share one row of maxima. @param fresh ones: replaced; zeros: larger ones stay */
export function projectFour(
  x: i32,
  w: i32,
  end: i32,
  scales: i32,
  rowScales: i32,
  biases: i32,
  at: i32,
  stride: i32,
  fresh: v128,
): void {
  let low0 = i32x4.splat(0);
  let low1 = low0;
  let low2 = low0;
  let low3 = low0;
  let high0 = low0;
  let high1 = low0;
  let high2 = low0;
  let high3 = low0;
  for (; w < end; w += 16, x += 16) {
    const low = v128.load_ext<i8>(w);
    const high = v128.load_ext<i8>(w, 8);
    const four = v128.load(x);
    let token = v128.shuffle<i32>(four, four, 0, 0, 0, 0);
    low0 = i32x4.add(low0, i32x4.dot_i16x8_s(low, token));
    high0 = i32x4.add(high0, i32x4.dot_i16x8_s(high, token));
    token = v128.shuffle<i32>(four, four, 1, 1, 1, 1);
    low1 = i32x4.add(low1, i32x4.dot_i16x8_s(low, token));
    high1 = i32x4.add(high1, i32x4.dot_i16x8_s(high, token));
    token = v128.shuffle<i32>(four, four, 2, 2, 2, 2);
    low2 = i32x4.add(low2, i32x4.dot_i16x8_s(low, token));
    high2 = i32x4.add(high2, i32x4.dot_i16x8_s(high, token));
    token = v128.shuffle<i32>(four, four, 3, 3, 3, 3);
    low3 = i32x4.add(low3, i32x4.dot_i16x8_s(low, token));
    high3 = i32x4.add(high3, i32x4.dot_i16x8_s(high, token));
  }
  finishTwo(low0, high0, low1, high1, scales, rowScales, biases, at, stride, fresh);
  finishTwo(low2, high2, low3, high3, scales + 8, rowScales, biases, at + stride * 2, stride, fresh);
}

function finishTwo(
  low0: v128,
  high0: v128,
  low1: v128,
  high1: v128,
  scales: i32,
  rowScales: i32,
  biases: i32,
  at: i32,
  stride: i32,
  fresh: v128,
): void {
  finish(low0, high0, scales, rowScales, biases, at, fresh);
  finish(low1, high1, scales + 4, rowScales, biases, at + stride, fresh);
}

/** sum · (the token's scale) · (the row's scale) + (the row's bias) */
function finish(low: v128, high: v128, scale: i32, rowScales: i32, biases: i32, out: i32, fresh: v128): void {
  const factor = v128.load_splat<f32>(scale);
  finishFour(low, factor, rowScales, biases, out, fresh);
  finishFour(high, factor, rowScales + 16, biases + 16, out + 16, fresh);
}

function finishFour(sums: v128, factor: v128, rowScales: i32, biases: i32, out: i32, fresh: v128): void {
  const products = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sums), factor), v128.load(rowScales));
  v128.store(out, f32x4.pmax(f32x4.add(products, v128.load(biases)), v128.or(v128.load(out), fresh)));
}
