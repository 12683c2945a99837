/**
 * The weights of the grammar of tables: the probability of a query is the softmax of the sum of its features' weights over
 * the queries of its question. Fitted by maximum likelihood that the answer is right, with an L1 penalty, by AdaGrad in its
 * composite form (Duchi, Hazan and Singer 2011), averaged over the second half of the passes.
 */

/** The features of each candidate by number, and whether its answer is right. */
export interface Example {
  readonly features: readonly Int32Array[];
  readonly isRight: readonly boolean[];
}

const rate = 0.1;
/** A candidate whose share of the slope is smaller changes nothing. */
const leastSlope = 1e-5;

interface Fitting {
  readonly passes: number;
  readonly l1: number;
}

/** @param size how many features there are */
export function fitted(examples: readonly Example[], size: number, { passes, l1 }: Fitting): Float64Array {
  const telling = examples.filter(({ isRight }) => isRight.some(Boolean) && !isRight.every(Boolean));
  const state = { weights: new Float64Array(size), squares: new Float64Array(size).fill(1e-6) };
  const sums = new Float64Array(size);
  const average = new Float64Array(size);
  const first = Math.ceil(passes / 2);
  for (let pass = 0; pass < passes; pass++) {
    for (const example of shuffled(telling, pass)) step(example, state, sums, l1);
    if (pass >= first) for (let i = 0; i < size; i++) average[i] = average[i]! + state.weights[i]! / (passes - first);
  }
  return average;
}

interface State {
  readonly weights: Float64Array;
  readonly squares: Float64Array;
}

function step(example: Example, { weights, squares }: State, slopes: Float64Array, l1: number): void {
  for (const i of addSlopes(example, weights, slopes)) {
    const slope = slopes[i]!;
    slopes[i] = 0;
    squares[i] = squares[i]! + slope * slope;
    const length = rate / Math.sqrt(squares[i]!);
    const moved = weights[i]! + length * slope;
    weights[i] = Math.sign(moved) * Math.max(0, Math.abs(moved) - length * l1);
  }
}

/** The features whose slopes were added. */
function addSlopes({ features, isRight }: Example, weights: Float64Array, slopes: Float64Array): Set<number> {
  const chances = chancesOf(features, weights);
  const right = chances.reduce((sum, chance, i) => (isRight[i] === true ? sum + chance : sum), 0) || 1e-300;
  const touched = new Set<number>();
  for (const [i, chance] of chances.entries()) {
    const slope = (isRight[i] === true ? chance / right : 0) - chance;
    if (Math.abs(slope) >= leastSlope) addSlope(features[i]!, slope, slopes, touched);
  }
  return touched;
}

function addSlope(features: Int32Array, slope: number, slopes: Float64Array, touched: Set<number>): void {
  for (const feature of features) {
    touched.add(feature);
    slopes[feature] = slopes[feature]! + slope;
  }
}

function chancesOf(features: readonly Int32Array[], weights: Float64Array): Float64Array {
  const scores = Float64Array.from(features, (list) => list.reduce((sum, feature) => sum + weights[feature]!, 0));
  const highest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const all = [...items];
  let state = (seed + 1) * 2654435761;
  for (let i = all.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}
