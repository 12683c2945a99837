/**
 * The weights of a conditional logit: the probability of a candidate is the softmax of its weighted evidence over the
 * candidates of its question. Fitted by maximum likelihood that one of the right candidates is chosen (McFadden 1974), with an
 * L2 penalty on the standardised weights, by Adam (Kingma and Ba 2015).
 */
export interface Candidate {
  /** One number for each name, in the order of the names. */
  readonly evidence: readonly number[];
  readonly isRight: boolean;
  readonly words: number;
}

/** The candidates of one question. */
export type Choice = readonly Candidate[];

const penalty = 3e-4;
const steps = 400;
const rate = 0.08;

/** Choices whose candidates are all right or all wrong say nothing and are left out. */
export function fitWeights(choices: readonly Choice[], length: number): number[] {
  const telling = choices.filter((choice) => choice.some((one) => one.isRight) && !choice.every((one) => one.isRight));
  const scale = deviations(telling.flat(), length);
  const weights = new Float64Array(length);
  const [mean, square] = [new Float64Array(length), new Float64Array(length)];
  for (let step = 1; step <= steps; step++) {
    const gradient = gradientOf(telling, { weights, scale });
    for (let i = 0; i < length; i++) {
      const slope = gradient[i]! / telling.length + penalty * weights[i]!;
      mean[i] = 0.9 * mean[i]! + 0.1 * slope;
      square[i] = 0.99 * square[i]! + 0.01 * slope * slope;
      const [first, second] = [mean[i]! / (1 - 0.9 ** step), square[i]! / (1 - 0.99 ** step)];
      weights[i] = weights[i]! - (rate * first) / (Math.sqrt(second) + 1e-9);
    }
  }
  return Array.from(weights, (weight, i) => weight / scale[i]!);
}

/** The probability of each candidate. */
export function likelihoods(choice: Choice, weights: readonly number[]): number[] {
  const scores = choice.map(({ evidence }) => evidence.reduce((sum, value, i) => sum + value * weights[i]!, 0));
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

interface Scaled {
  readonly weights: Float64Array;
  readonly scale: readonly number[];
}

/** Of the negative logarithm of the likelihood, by the standardised weights. */
function gradientOf(choices: readonly Choice[], { weights, scale }: Scaled): Float64Array {
  const gradient = new Float64Array(scale.length);
  const plain = Array.from(weights, (weight, i) => weight / scale[i]!);
  for (const choice of choices) {
    const chances = likelihoods(choice, plain);
    const right = choice.reduce((sum, one, i) => (one.isRight ? sum + chances[i]! : sum), 0) || 1e-300;
    for (const [i, { evidence, isRight }] of choice.entries()) {
      const pull = chances[i]! - (isRight ? chances[i]! / right : 0);
      for (let k = 0; k < evidence.length; k++) gradient[k] = gradient[k]! + (pull * evidence[k]!) / scale[k]!;
    }
  }
  return gradient;
}

/** Standard deviations; 1 for a number that never varies. */
function deviations(candidates: readonly Candidate[], length: number): number[] {
  return Array.from({ length }, (_, i) => {
    const values = candidates.map(({ evidence }) => evidence[i]!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return Math.sqrt(variance) || 1;
  });
}
