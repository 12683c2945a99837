/** Packs of any shape, with random weights, as bytes: docs/sense.md and docs/dense.md describe the format. */
import { packWriter } from "../../../.ci/pack-writer.ts";
import type { EncoderShape } from "../../../src/models/encoder/encoder-shape.ts";

export function randomPack(shape: EncoderShape, random: () => number): Uint8Array {
  const { section, floats, bytes } = packWriter();
  const around = (count: number, middle: number, spread: number) =>
    Array.from({ length: count }, () => middle + spread * (2 * random() - 1));
  const rowsOf = (rows: number) => Math.ceil(rows / 8) * 8;
  const matrix = (name: string, rows: number, width: number) => {
    section(
      `${name}.weight`,
      "i8",
      Uint8Array.from(around(rowsOf(rows) * width, 0, 127), (number) => number & 255),
    );
    floats(`${name}.scale`, around(rowsOf(rows), 0.002, 0.001));
  };
  const linear = (name: string, rows: number, width: number) => {
    matrix(name, rows, width);
    floats(`${name}.bias`, around(rowsOf(rows), 0, 0.2));
  };
  const norm = (name: string) => {
    floats(`${name}.gain`, around(width, 1, 0.3));
    floats(`${name}.shift`, around(width, 0, 0.3));
  };
  const { depth, width, feedForward, positions, vocabulary } = shape;
  matrix("words", vocabulary, width);
  floats("positions", around(positions * width, 0, 0.1));
  norm("embedding.norm");
  for (let layer = 0; layer < depth; layer++) {
    linear(`layer${layer}.attention`, 3 * width, width);
    linear(`layer${layer}.mixed`, width, width);
    linear(`layer${layer}.wide`, feedForward, width);
    linear(`layer${layer}.narrow`, width, feedForward);
    norm(`layer${layer}.mixed.norm`);
    norm(`layer${layer}.narrow.norm`);
  }
  linear("head.dense", width, width);
  linear("head.rest", width, width);
  norm("head.norm");
  floats("head.bias", around(rowsOf(vocabulary), 0, 1));
  const pieces = Array.from({ length: vocabulary }, (_, piece) => `piece${piece}`);
  section("vocabulary", "u8", new TextEncoder().encode(pieces.join("\n")));
  return bytes({
    name: "random/1",
    languages: ["en"],
    tokens: { kind: "wordpiece", uncased: true },
    encoder: { kind: "bert", activation: "gelu", ...shape },
    head: { kind: "splade" },
  });
}
