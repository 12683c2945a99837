import { factorFor, greater, greatestOf, roundedEight } from "./rounding.assembly";

/** Bytes of a group of four tokens, or of eight rows. */
const GROUP: i32 = 160;

const LOW_HALF: v128 = i8x16(15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
const ONES: v128 = i16x8(1, 1, 1, 1, 1, 1, 1, 1);

/**
 * Scales 32 columns of a token to 127. A group of four tokens takes 160 bytes: 4 scales; 4 pairs of 16-bit sums, so
 * that weights from 0 to 15 count as −8 to 7; [8 quads of columns][4 tokens][4 columns]. The last token is repeated.
 */
export function quantiseGroups(from: i32, width: i32, tokens: i32, to: i32): void {
  for (let token = 0; token < ((tokens + 3) & ~3); token++) {
    let at = from + min(token, tokens - 1) * (width << 2);
    const end = at + (width << 2);
    // Four tokens take 5 bytes a column.
    let out = to + (token >> 2) * (width * 5) + ((token & 3) << 2);
    for (; at < end; at += 128, out += GROUP) quantiseGroup(at, out);
  }
}

function quantiseGroup(at: i32, out: i32): void {
  const most = greatestOf(greater(mostOfFour(at), mostOfFour(at + 64)));
  store<f32>(out, most / 127);
  const factor = factorFor(most, 127);
  const left = i8x16.narrow_i16x8_s(roundedEight(at, factor), roundedEight(at + 32, factor));
  const right = i8x16.narrow_i16x8_s(roundedEight(at + 64, factor), roundedEight(at + 96, factor));
  v128.store_lane<i32>(out, left, 0, 32);
  v128.store_lane<i32>(out, left, 1, 48);
  v128.store_lane<i32>(out, left, 2, 64);
  v128.store_lane<i32>(out, left, 3, 80);
  v128.store_lane<i32>(out, right, 0, 96);
  v128.store_lane<i32>(out, right, 1, 112);
  v128.store_lane<i32>(out, right, 2, 128);
  v128.store_lane<i32>(out, right, 3, 144);
  // The first half of each pair has columns 0, 1, 4, 5 …, the second 2, 3, 6, 7 …
  let sums = i16x8.add(i16x8.extadd_pairwise_i8x16_s(left), i16x8.extadd_pairwise_i8x16_s(right));
  sums = i16x8.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  sums = i16x8.add(sums, v128.shuffle<i32>(sums, sums, 1, 0, 3, 2));
  v128.store_lane<i32>(out, i16x8.shl(i16x8.neg(sums), 3), 0, 16);
}

function mostOfFour(at: i32): v128 {
  return greater(
    greater(f32x4.abs(v128.load(at)), f32x4.abs(v128.load(at, 16))),
    greater(f32x4.abs(v128.load(at, 32)), f32x4.abs(v128.load(at, 48))),
  );
}

/**
 * 4-bit weights, [tokens × rows] floats. Eight rows of a group take 160 bytes: 8 scales, then quads: byte 4r + c has
 * column c of row r in its low half and of row r + 4 in its high half, plus 8. @param spread 16 + 8 · width bytes
 */
export function projectGroups(
  from: i32,
  width: i32,
  tokens: i32,
  groups: i32,
  biases: i32,
  rows: i32,
  out: i32,
  stride: i32,
  spread: i32,
): void {
  // The engine would rebuild a constant at every use; what is loaded stays in a register.
  v128.store(spread, ONES);
  for (let row = 0; row < rows; row += 8) {
    const end = groups + width * 5;
    spreadWeights(groups, end, spread + 16);
    const low = v128.load(biases);
    const high = v128.load(biases, 16);
    let x = from;
    for (let token = 0, at = out; token < tokens; token += 4, at += stride << 2, x += width * 5) {
      for (let one = at; one < at + (stride << 2); one += stride) {
        v128.store(one, low);
        v128.store(one, high, 16);
      }
      addProducts(x, groups, end, spread, at, stride);
    }
    groups = end;
    biases += 32;
    out += 32;
  }
}

/** Half-bytes to bytes: 16 for rows 0 to 3, then for rows 4 to 7, eight times. */
function spreadWeights(groups: i32, end: i32, spread: i32): void {
  for (; groups < end; groups += GROUP, spread += 256) {
    for (let quad = 0; quad < 128; quad += 16) {
      const both = v128.load(groups + quad, 32);
      v128.store(spread + quad, v128.and(both, LOW_HALF));
      v128.store(spread + quad, v128.and(i16x8.shr_u(both, 4), LOW_HALF), 128);
    }
  }
}

/** A group's sums fit in 16 bits: 32 · 8 · 127 / 2 < 2¹⁵. The relaxed product is exact without an eighth bit. */
function addProducts(x: i32, group: i32, end: i32, w: i32, at: i32, stride: i32): void {
  const ones = v128.load(w);
  for (w += 16; group < end; group += GROUP, x += 32, w += 128) {
    const begin = v128.load(x, 16);
    let low0 = splat0(begin);
    let low1 = splat1(begin);
    let low2 = splat2(begin);
    let low3 = splat3(begin);
    let high0 = low0;
    let high1 = low1;
    let high2 = low2;
    let high3 = low3;
    const quadEnd = w + 128;
    do {
      const four = v128.load(x, 32);
      const low = v128.load(w);
      const high = v128.load(w, 128);
      let token = splat0(four);
      low0 = i16x8.add(low0, dot(token, low));
      high0 = i16x8.add(high0, dot(token, high));
      token = splat1(four);
      low1 = i16x8.add(low1, dot(token, low));
      high1 = i16x8.add(high1, dot(token, high));
      token = splat2(four);
      low2 = i16x8.add(low2, dot(token, low));
      high2 = i16x8.add(high2, dot(token, high));
      token = splat3(four);
      low3 = i16x8.add(low3, dot(token, low));
      high3 = i16x8.add(high3, dot(token, high));
      w += 16;
      x += 16;
    } while (w < quadEnd);
    const tokenScales = v128.load(x - 128);
    addToken(at, low0, high0, splat0(tokenScales), group, ones);
    addToken(at + stride, low1, high1, splat1(tokenScales), group, ones);
    addToken(at + stride * 2, low2, high2, splat2(tokenScales), group, ones);
    addToken(at + stride * 3, low3, high3, splat3(tokenScales), group, ones);
  }
}

function addToken(at: i32, low: v128, high: v128, scale: v128, group: i32, ones: v128): void {
  addScaled(at, low, f32x4.mul(v128.load(group), scale), ones);
  addScaled(at + 16, high, f32x4.mul(v128.load(group, 16), scale), ones);
}

/** Four columns for each of four rows, in two halves, of 8-bit activations and 7-bit weights. */
function dot(activations: v128, weights: v128): v128 {
  return i16x8.relaxed_dot_i8x16_i7x16_s(activations, weights);
}

/** Four sums, as adjacent pairs, times their scales. */
function addScaled(at: i32, pairs: v128, scales: v128, ones: v128): void {
  const sums = i32x4.dot_i16x8_s(pairs, ones);
  v128.store(at, f32x4.add(v128.load(at), f32x4.mul(f32x4.convert_i32x4_s(sums), scales)));
}

function splat0(four: v128): v128 {
  return v128.shuffle<i32>(four, four, 0, 0, 0, 0);
}

function splat1(four: v128): v128 {
  return v128.shuffle<i32>(four, four, 1, 1, 1, 1);
}

function splat2(four: v128): v128 {
  return v128.shuffle<i32>(four, four, 2, 2, 2, 2);
}

function splat3(four: v128): v128 {
  return v128.shuffle<i32>(four, four, 3, 3, 3, 3);
}
