import { exp, total } from "./activation.assembly";
import { greater, greatestOf } from "./rounding.assembly";

/** In place, of the first `count` floats of a row times `scale`; fills up four with 0. `stride`: a multiple of 16. */
export function softmax(at: i32, rows: i32, stride: i32, count: i32, scale: f32): void {
  const factor = f32x4.splat(scale);
  const bytes = ((count + 3) & ~3) << 2;
  for (const last = at + rows * stride; at < last; at += stride) {
    const end = at + bytes;
    for (let rest = at + (count << 2); rest < end; rest += 4) store<f32>(rest, -Infinity);
    let most = v128.load(at);
    for (let from = at; from < end; from += 16) most = greater(most, v128.load(from));
    most = f32x4.splat(greatestOf(most));
    let sum = f32x4.splat(0);
    for (let from = at; from < end; from += 16) {
      const four = exp(f32x4.mul(f32x4.sub(v128.load(from), most), factor));
      v128.store(from, four);
      sum = f32x4.add(sum, four);
    }
    sum = f32x4.splat(1 / total(sum));
    for (let from = at; from < end; from += 16) v128.store(from, f32x4.mul(v128.load(from), sum));
  }
}

/** Strides are in bytes. */
export function transpose(from: i32, stride: i32, rows: i32, columns: i32, to: i32, toStride: i32): void {
  for (let row = 0; row < rows; row++, from += stride, to += 4) {
    const end = from + (columns << 2);
    for (let source = from, target = to; source < end; source += 4, target += toStride) {
      store<f32>(target, load<f32>(source));
    }
  }
}

/** [rows × depth] times [depth × columns], in strides of bytes; `columns` is a multiple of 16. */
export function multiply(
  a: i32,
  aStride: i32,
  rows: i32,
  depth: i32,
  b: i32,
  bStride: i32,
  columns: i32,
  out: i32,
  outStride: i32,
): void {
  for (let row = 0; row < rows; row += 2, a += aStride << 1, out += outStride << 1) {
    // Two rows share what is loaded of `b`; an odd last row is computed twice.
    const isPair: i32 = row + 1 < rows ? 1 : 0;
    const second = a + aStride * isPair;
    const outSecond = out + outStride * isPair;
    for (let column = 0; column < columns << 2; column += 64) {
      multiplyTwoRows(a, second, depth, b + column, bStride, out + column, outSecond + column);
    }
  }
}

function multiplyTwoRows(a: i32, second: i32, depth: i32, b: i32, bStride: i32, out: i32, outSecond: i32): void {
  let a0 = f32x4.splat(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  for (const end = a + (depth << 2); a < end; a += 4, second += 4, b += bStride) {
    const upper = v128.load_splat<f32>(a);
    const lower = v128.load_splat<f32>(second);
    let four = v128.load(b);
    a0 = f32x4.add(a0, f32x4.mul(upper, four));
    b0 = f32x4.add(b0, f32x4.mul(lower, four));
    four = v128.load(b, 16);
    a1 = f32x4.add(a1, f32x4.mul(upper, four));
    b1 = f32x4.add(b1, f32x4.mul(lower, four));
    four = v128.load(b, 32);
    a2 = f32x4.add(a2, f32x4.mul(upper, four));
    b2 = f32x4.add(b2, f32x4.mul(lower, four));
    four = v128.load(b, 48);
    a3 = f32x4.add(a3, f32x4.mul(upper, four));
    b3 = f32x4.add(b3, f32x4.mul(lower, four));
  }
  v128.store(out, a0);
  v128.store(out, a1, 16);
  v128.store(out, a2, 32);
  v128.store(out, a3, 48);
  v128.store(outSecond, b0);
  v128.store(outSecond, b1, 16);
  v128.store(outSecond, b2, 32);
  v128.store(outSecond, b3, 48);
}
