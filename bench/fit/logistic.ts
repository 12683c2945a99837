/** A logistic regression on standardised numbers with an L2 penalty, by gradient descent with momentum (Adam; Kingma and Ba 2015). */
export interface Logistic {
  readonly intercept: number;
  readonly weights: readonly number[];
}

const steps = 2000;
const rate = 0.03;

/** @param penalty per example, on the standardised weights */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  isTrue: readonly boolean[],
  penalty = 2e-3,
): Logistic {
  const { means, scales } = moments(rows);
  const scaled = rows.map((row) => [1, ...row.map((value, i) => (value - means[i]!) / scales[i]!)]);
  const weights = new Float64Array(means.length + 1);
  const [mean, square] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  for (let step = 1; step <= steps; step++) {
    const slopes = slopesOf(scaled, isTrue, weights, penalty);
    for (let i = 0; i < weights.length; i++) {
      mean[i] = 0.9 * mean[i]! + 0.1 * slopes[i]!;
      square[i] = 0.99 * square[i]! + 0.01 * slopes[i]! ** 2;
      const [first, second] = [mean[i]! / (1 - 0.9 ** step), square[i]! / (1 - 0.99 ** step)];
      weights[i] = weights[i]! - (rate * first) / (Math.sqrt(second) + 1e-9);
    }
  }
  const plain = Array.from(weights.subarray(1), (weight, i) => weight / scales[i]!);
  return { intercept: weights[0]! - dot(plain, means), weights: plain };
}

export const probability = ({ intercept, weights }: Logistic, row: readonly number[]) =>
  sigmoid(intercept + dot(weights, row));

/** Of the negative logarithm of the likelihood per example, with the penalty. */
function slopesOf(
  rows: readonly (readonly number[])[],
  isTrue: readonly boolean[],
  weights: Float64Array,
  penalty: number,
): Float64Array {
  const slopes = weights.map((weight, i) => (i === 0 ? 0 : penalty * weight));
  for (const [at, row] of rows.entries()) {
    const miss = (sigmoid(dot(row, weights)) - (isTrue[at]! ? 1 : 0)) / rows.length;
    for (let i = 0; i < row.length; i++) slopes[i] = slopes[i]! + miss * row[i]!;
  }
  return slopes;
}

function moments(rows: readonly (readonly number[])[]) {
  const width = rows[0]!.length;
  const mean = (of: (row: readonly number[]) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const means = Array.from({ length: width }, (_, i) => mean((row) => row[i]!));
  const scales = means.map((middle, i) => Math.sqrt(mean((row) => (row[i]! - middle) ** 2)) || 1);
  return { means, scales };
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
