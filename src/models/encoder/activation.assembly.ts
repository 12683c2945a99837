import { greater } from "./rounding.assembly";

// Engines rebuild some constants, such as powers of two, at every use. The formulas below need few of those.
const ZERO: v128 = f32x4(0, 0, 0, 0);
const HALF: v128 = f32x4(0.5, 0.5, 0.5, 0.5);
const LOG2_E: v128 = f32x4(Mathf.LOG2E, Mathf.LOG2E, Mathf.LOG2E, Mathf.LOG2E);
/** ln 2 in two parts: a small whole number times the first is exact (Cody and Waite). */
const LN_2: v128 = f32x4(0.693359375, 0.693359375, 0.693359375, 0.693359375);
const LN_2_REST: v128 = f32x4(-2.1219444e-4, -2.1219444e-4, -2.1219444e-4, -2.1219444e-4);
/** 1/3! to 1/6!, for the series of eʳ. */
const THIRD: v128 = f32x4(0.16666667, 0.16666667, 0.16666667, 0.16666667);
const FOURTH: v128 = f32x4(0.041666667, 0.041666667, 0.041666667, 0.041666667);
const FIFTH: v128 = f32x4(0.0083333333, 0.0083333333, 0.0083333333, 0.0083333333);
const SIXTH: v128 = f32x4(0.0013888889, 0.0013888889, 0.0013888889, 0.0013888889);
const LEAST_POWER: v128 = f32x4(-87, -87, -87, -87);
/** Rounds as `SHIFTER` does, and adds the bias of an exponent. */
const BIASED_SHIFTER: v128 = f32x4(12583039.0, 12583039.0, 12583039.0, 12583039.0);
const MINUS_HALF: v128 = f32x4(-0.5, -0.5, -0.5, -0.5);
// p and half of a₁ to a₅ of Abramowitz and Stegun 7.1.26, p for |x| instead of |x|/√2; fraction and divisor times .9.
const ERFC_SCALE: v128 = f32x4(0.9, 0.9, 0.9, 0.9);
const ERFC_P: v128 = f32x4(0.2084777, 0.2084777, 0.2084777, 0.2084777);
const ERFC_1: v128 = f32x4(0.127414796, 0.127414796, 0.127414796, 0.127414796);
const ERFC_2: v128 = f32x4(-0.142248368, -0.142248368, -0.142248368, -0.142248368);
const ERFC_3: v128 = f32x4(0.7107068705, 0.7107068705, 0.7107068705, 0.7107068705);
const ERFC_4: v128 = f32x4(-0.7265760135, -0.7265760135, -0.7265760135, -0.7265760135);
const ERFC_5: v128 = f32x4(0.5307027145, 0.5307027145, 0.5307027145, 0.5307027145);

export function total(four: v128): f32 {
  return (
    f32x4.extract_lane(four, 0) +
    f32x4.extract_lane(four, 1) +
    (f32x4.extract_lane(four, 2) + f32x4.extract_lane(four, 3))
  );
}

function plus(a: v128, x: v128, y: v128): v128 {
  return f32x4.add(a, f32x4.mul(x, y));
}

/** eˣ for x ≤ 0, with a relative error of 2e-7: 2ⁿ · eʳ with |r| ≤ ln 2 / 2. Below −87 it is e⁻⁸⁷. */
export function exp(x: v128): v128 {
  const power = greater(LEAST_POWER, x);
  const shifted = f32x4.add(f32x4.mul(power, LOG2_E), BIASED_SHIFTER);
  const n = f32x4.sub(shifted, BIASED_SHIFTER);
  const r = f32x4.sub(f32x4.sub(power, f32x4.mul(n, LN_2)), f32x4.mul(n, LN_2_REST));
  const series = plus(HALF, r, plus(THIRD, r, plus(FOURTH, r, plus(FIFTH, r, SIXTH))));
  // The shift leaves only n and the bias, the low bits of `shifted`.
  const scale = i32x4.shl(shifted, 23);
  return plus(scale, scale, plus(r, f32x4.mul(r, r), series));
}

/** GELU in place (arXiv 1606.08415): max(x, 0) − |x|/2 · erfc(|x|/√2), erfc as above, exact to 1.5e-7. */
export function gelu(at: i32, bytes: i32): void {
  for (const end = at + bytes; at < end; at += 16) {
    const x = v128.load(at);
    const size = f32x4.abs(x);
    const t = f32x4.div(ERFC_SCALE, plus(ERFC_SCALE, size, ERFC_P));
    const series = plus(ERFC_1, t, plus(ERFC_2, t, plus(ERFC_3, t, plus(ERFC_4, t, ERFC_5))));
    const half = f32x4.mul(exp(f32x4.mul(f32x4.mul(x, x), MINUS_HALF)), f32x4.mul(t, series));
    v128.store(at, f32x4.sub(greater(ZERO, x), f32x4.mul(size, half)));
  }
}

/** (x − mean) / √(variance + epsilon) × gain + shift, in place. `width` is a multiple of 4. */
export function normalise(at: i32, width: i32, tokens: i32, gain: i32, shift: i32, epsilon: f32): void {
  const bytes = width << 2;
  for (const end = at + tokens * bytes; at < end; at += bytes) {
    let sum = ZERO;
    for (let column = 0; column < bytes; column += 16) sum = f32x4.add(sum, v128.load(at + column));
    const mean = f32x4.splat(total(sum) / <f32>width);
    sum = ZERO;
    for (let column = 0; column < bytes; column += 16) {
      const difference = f32x4.sub(v128.load(at + column), mean);
      v128.store(at + column, difference);
      sum = f32x4.add(sum, f32x4.mul(difference, difference));
    }
    const factor = f32x4.splat(1 / sqrt<f32>(total(sum) / <f32>width + epsilon));
    for (let column = 0; column < bytes; column += 16) {
      const number = f32x4.mul(f32x4.mul(v128.load(at + column), factor), v128.load(gain + column));
      v128.store(at + column, f32x4.add(number, v128.load(shift + column)));
    }
  }
}

export function add(to: i32, from: i32, bytes: i32): void {
  for (const end = to + bytes; to < end; to += 16, from += 16) {
    v128.store(to, f32x4.add(v128.load(to), v128.load(from)));
  }
}
