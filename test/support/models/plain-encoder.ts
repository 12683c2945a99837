/** The model's arithmetic in simple TypeScript, with the same rounding. */
import { activationLimit } from "../../../src/models/encoder/byte-projection.ts";
import type { SensePack } from "../../../src/models/sense-pack.ts";

export type Row = readonly number[];
interface Matrix {
  readonly rows: readonly Row[];
  readonly scales: Row;
  readonly biases: Row;
}

export const sum = (numbers: Row) => numbers.reduce((total, number) => total + number, 0);
export const add = (a: Row, b: Row) => a.map((number, at) => number + b[at]!);
export const dot = (a: Row, b: Row) => {
  let total = 0;
  for (let at = 0; at < a.length; at++) total += a[at]! * b[at]!;
  return total;
};

/** Abramowitz and Stegun 7.1.26. */
export function gelu(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = Math.sign(x) * (1 - polynomial * Math.exp(-z * z));
  return (x / 2) * (1 + erf);
}

export function softmax(scores: Row): Row {
  const most = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const total = sum(shares);
  return shares.map((share) => share / total);
}

/** `x` rounded to 16 bits, then times the matrix. */
function times(x: Row, { rows, scales, biases }: Matrix): Row {
  const limit = activationLimit(x.length);
  const most = Math.max(...x.map(Math.abs));
  const rounded = x.map((number) => (most === 0 ? 0 : Math.round((number * limit) / most)));
  return rows.map((row, at) => dot(row, rounded) * (most / limit) * scales[at]! + biases[at]!);
}

function reader({ sections, offsetOf, shape }: SensePack) {
  const aligned = new Uint8Array(sections).buffer;
  const floats = (name: string, count: number): Row => [
    ...new Float32Array(aligned, offsetOf(name, "f32", 4 * count), count),
  ];
  const matrix = (name: string, [rows, width]: readonly [number, number], bias = `${name}.bias`): Matrix => {
    const filled = Math.ceil(rows / 8) * 8;
    const bytes = new Int8Array(aligned, offsetOf(`${name}.weight`, "i8", filled * width), filled * width);
    const place = (row: number, column: number) =>
      Math.floor(row / 8) * 8 * width + Math.floor(column / 2) * 16 + (row % 8) * 2 + (column % 2);
    const numbers = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: width }, (_, column) => bytes[place(row, column)]!),
    );
    return { rows: numbers, scales: floats(`${name}.scale`, filled), biases: floats(bias, filled) };
  };
  const norm = (name: string) => {
    const gain = floats(`${name}.gain`, shape.width);
    const shift = floats(`${name}.shift`, shape.width);
    return (x: Row): Row => {
      const mean = sum(x) / x.length;
      const deviation = Math.sqrt(sum(x.map((number) => (number - mean) ** 2)) / x.length + shape.normEpsilon);
      return x.map((number, at) => ((number - mean) / deviation) * gain[at]! + shift[at]!);
    };
  };
  return { floats, matrix, norm, times };
}

interface LayerShape {
  readonly width: number;
  readonly heads: number;
  readonly feedForward: number;
}

/** Reads and multiplies a pack's weights. */
interface LayerWeights<Weights> {
  matrix(name: string, size: readonly [rows: number, width: number]): Weights;
  norm(name: string): (x: Row) => Row;
  times(x: Row, weights: Weights): Row;
}

/** One layer of a transformer, for any form of weights. */
export function plainLayer<Weights>(shape: LayerShape, weights: LayerWeights<Weights>, name: string) {
  const { width, heads, feedForward } = shape;
  const { matrix, norm, times } = weights;
  const attention = matrix(`${name}.attention`, [3 * width, width]);
  const mixed = matrix(`${name}.mixed`, [width, width]);
  const wide = matrix(`${name}.wide`, [feedForward, width]);
  const narrow = matrix(`${name}.narrow`, [width, feedForward]);
  const [mixedNorm, narrowNorm] = [norm(`${name}.mixed.norm`), norm(`${name}.narrow.norm`)];
  const size = width / heads;
  return (states: readonly Row[]): readonly Row[] => {
    const asked = states.map((state) => times(state, attention));
    const part = (token: Row, which: number, head: number) =>
      token.slice(which * width + head * size, which * width + (head + 1) * size);
    const heard = asked.map((token) =>
      Array.from({ length: heads }, (_, head) => {
        const query = part(token, 0, head);
        const shares = softmax(asked.map((other) => dot(query, part(other, 1, head)) / Math.sqrt(size)));
        const values = asked.map((other) => part(other, 2, head));
        return query.map((_, at) => sum(shares.map((share, other) => share * values[other]![at]!)));
      }).flat(),
    );
    return states.map((state, at) => {
      const after = mixedNorm(add(state, times(heard[at]!, mixed)));
      return narrowNorm(add(after, times(times(after, wide).map(gelu), narrow)));
    });
  };
}

/** Each entry's weight for a text of these pieces: the largest log(1 + max(0, logit)) over its tokens. */
export function plainEncoder(pack: SensePack): (ids: readonly number[]) => Row {
  const { depth, width, positions, vocabulary } = pack.shape;
  const { floats, matrix, norm } = reader(pack);
  const words = matrix("words", [vocabulary, width], "head.bias");
  const places = floats("positions", positions * width);
  const layers = Array.from({ length: depth }, (_, layer) => plainLayer(pack.shape, reader(pack), `layer${layer}`));
  const [dense, rest] = [matrix("head.dense", [width, width]), matrix("head.rest", [width, width])];
  const [embeddingNorm, headNorm] = [norm("embedding.norm"), norm("head.norm")];
  return (ids) => {
    const embedded = ids.map((id, at) => {
      const word = words.rows[id]!.map((number) => number * words.scales[id]!);
      return embeddingNorm(add(word, places.slice(at * width, (at + 1) * width)));
    });
    const states = layers.reduce<readonly Row[]>((before, layer) => layer(before), embedded);
    const logits = states.map((state) =>
      times(headNorm(add(times(state, dense), times(state, rest)).map(gelu)), words),
    );
    return words.rows.map((_, entry) => Math.log1p(Math.max(0, ...logits.map((token) => token[entry]!))));
  };
}
