/** Rounding of floats for the products with matrices. */

/**
 * 1.5 · 2²³. A float of magnitude below 2²² plus this number is rounded to a whole number, ties to even, which stands in the low
 * bits of the sum. That takes two instructions on every processor; WebAssembly's own conversion takes ten on x86.
 */
export const SHIFTER: v128 = f32x4(12582912.0, 12582912.0, 12582912.0, 12582912.0);
const SHIFTER_BITS: v128 = i32x4(0x4b400000, 0x4b400000, 0x4b400000, 0x4b400000);

/** Four floats rounded to whole numbers, as 32-bit integers. Exact for magnitudes below 2²². */
export function rounded(four: v128): v128 {
  return i32x4.sub(f32x4.add(four, SHIFTER), SHIFTER_BITS);
}

/** Eight floats at `at` times a factor, rounded to 16 bits. */
export function roundedEight(at: i32, factor: v128): v128 {
  return i16x8.narrow_i32x4_s(rounded(f32x4.mul(v128.load(at), factor)), rounded(f32x4.mul(v128.load(at, 16), factor)));
}

/** The greater number in each of four places. */
export function greater(a: v128, b: v128): v128 {
  // WebAssembly's `max` also orders zeros and keeps NaN, which takes eight instructions on x86.
  return f32x4.pmax(a, b);
}

/** The greatest of four numbers. */
export function greatestOf(four: v128): f32 {
  const pairs = greater(four, v128.shuffle<f32>(four, four, 2, 3, 0, 1));
  return f32x4.extract_lane(greater(pairs, v128.shuffle<f32>(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** The factor with which numbers up to `most` become numbers up to `limit`; 0 if all are 0. */
export function factorFor(most: f32, limit: f32): v128 {
  return f32x4.splat(most > 0 ? limit / most : 0);
}
