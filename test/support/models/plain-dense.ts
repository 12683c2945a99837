/** The arithmetic of a dense model in plain TypeScript, with the pack's weights and no further rounding. */
import type { DensePack } from "../../../src/models/dense-pack.ts";
import { add, dot, plainLayer, type Row, sum } from "./plain-encoder.ts";

interface Matrix {
  readonly rows: readonly Row[];
  readonly biases: Row;
}

function times(x: Row, { rows, biases }: Matrix): Row {
  return rows.map((row, at) => dot(row, x) + biases[at]!);
}

function reader({ sections, offsetOf, shape }: DensePack) {
  const aligned = new Uint8Array(sections).buffer;
  const floats = (name: string, count: number): Row => [
    ...new Float32Array(aligned, offsetOf(name, "f32", 4 * count), count),
  ];
  const matrix = (name: string, [rows, width]: readonly [number, number]): Matrix => {
    const groups = width / 32;
    const from = offsetOf(`${name}.groups`, "q4", (rows / 8) * groups * 160);
    const weight = (row: number, column: number) => {
      const tile = from + ((row >> 3) * groups + (column >> 5)) * 160;
      const [scale = 0] = new Float32Array(aligned, tile + 4 * (row & 7), 1);
      const [both = 0] = new Uint8Array(
        aligned,
        tile + 32 + 16 * ((column & 31) >> 2) + 4 * (row & 3) + (column & 3),
        1,
      );
      return (((row & 7) < 4 ? both & 15 : both >> 4) - 8) * scale;
    };
    const numbers = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: width }, (_, column) => weight(row, column)),
    );
    return { rows: numbers, biases: floats(`${name}.bias`, rows) };
  };
  const norm = (name: string) => {
    const [gain, shift] = [floats(`${name}.gain`, shape.width), floats(`${name}.shift`, shape.width)];
    return (x: Row): Row => {
      const mean = sum(x) / x.length;
      const deviation = Math.sqrt(sum(x.map((number) => (number - mean) ** 2)) / x.length + shape.normEpsilon);
      return x.map((number, at) => ((number - mean) / deviation) * gain[at]! + shift[at]!);
    };
  };
  return { floats, matrix, norm, times };
}

/** The unit vector of a text of these pieces. */
export function plainDense(pack: DensePack): (ids: readonly number[]) => Row {
  const { depth, width, positions } = pack.shape;
  const { floats, norm } = reader(pack);
  const { scales, weights } = pack.words;
  const places = floats("positions", positions * width);
  const layers = Array.from({ length: depth }, (_, layer) => plainLayer(pack.shape, reader(pack), `layer${layer}`));
  const embeddingNorm = norm("embedding.norm");
  const word = (id: number): Row =>
    Array.from({ length: width }, (_, column) => {
      const group = (id * width) / 32 + (column >> 5);
      const both = weights[group * 16 + (column & 15)]!;
      return ((column & 16 ? both >> 4 : both & 15) - 8) * scales[group]!;
    });
  return (ids) => {
    const embedded = ids.map((id, at) => embeddingNorm(add(word(id), places.slice(at * width, (at + 1) * width))));
    const states = layers.reduce<readonly Row[]>((before, layer) => layer(before), embedded);
    const total = states.reduce((all, state) => add(all, state));
    const length = Math.hypot(...total);
    return total.map((number) => number / length);
  };
}
