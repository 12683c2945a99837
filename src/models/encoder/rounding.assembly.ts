/** Adding 1.5 · 2²³ leaves the rounded number in the low bits; without it, x86 takes ten instructions. */
const SHIFTER: v128 = f32x4(12582912.0, 12582912.0, 12582912.0, 12582912.0);
const SHIFTER_BITS: v128 = i32x4(0x4b400000, 0x4b400000, 0x4b400000, 0x4b400000);

/** Exact below 2²². */
export function rounded(four: v128): v128 {
  return i32x4.sub(f32x4.add(four, SHIFTER), SHIFTER_BITS);
}

export function roundedEight(at: i32, factor: v128): v128 {
  return i16x8.narrow_i32x4_s(rounded(f32x4.mul(v128.load(at), factor)), rounded(f32x4.mul(v128.load(at, 16), factor)));
}

export function greater(a: v128, b: v128): v128 {
  // WebAssembly's `max`, which orders zeros and keeps NaN, takes eight instructions on x86.
  return f32x4.pmax(a, b);
}

export function greatestOf(four: v128): f32 {
  const pairs = greater(four, v128.shuffle<f32>(four, four, 2, 3, 0, 1));
  return f32x4.extract_lane(greater(pairs, v128.shuffle<f32>(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** 0 if all numbers are 0. */
export function factorFor(most: f32, limit: f32): v128 {
  return f32x4.splat(most > 0 ? limit / most : 0);
}
