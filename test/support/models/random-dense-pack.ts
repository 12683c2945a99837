/** A dense pack of any shape and vocabulary, with random weights, as bytes: docs/dense.md describes the format. */
import { packWriter } from "../../../.ci/pack-writer.ts";
import type { EncoderShape } from "../../../src/models/encoder/encoder-shape.ts";

export interface RandomDensePack {
  readonly shape: Omit<EncoderShape, "vocabulary">;
  /** Pieces with their scores; three of the numbers below four are the special pieces. */
  readonly pieces: ReadonlyMap<string, number>;
  /** The mapping of characters. */
  readonly characters?: ReadonlyMap<string, string>;
  readonly centres?: ReadonlyMap<string, Float32Array>;
  readonly notice?: string;
  /** Replaces fields of the header. */
  readonly header?: Readonly<Record<string, unknown>>;
}

const firstPiece = 4;

export function randomDensePack(
  { shape, pieces, characters, centres, notice = "Made by chance.", header }: RandomDensePack,
  random: () => number,
): Uint8Array {
  const { section, floats, bytes } = packWriter();
  const { depth, width, feedForward, positions } = shape;
  const vocabulary = firstPiece + pieces.size;
  const around = (count: number, middle: number, spread: number) =>
    Array.from({ length: count }, () => middle + spread * (2 * random() - 1));
  const raw = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(256 * random()));
  const linear = (name: string, rows: number, columns: number) => {
    const tiles = raw((rows / 8) * (columns / 32) * 160);
    const scales = new Float32Array(tiles.buffer);
    for (let tile = 0; tile < tiles.length; tile += 160) scales.set(around(8, 0.02, 0.01), tile / 4);
    section(`${name}.groups`, "q4", tiles);
    floats(`${name}.bias`, around(rows, 0, 0.2));
  };
  const norm = (name: string) => {
    floats(`${name}.gain`, around(width, 1, 0.3));
    floats(`${name}.shift`, around(width, 0, 0.3));
  };
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
  const scales = Float16Array.from(around((vocabulary * width) / 32, 0.02, 0.01));
  section("words.scale", "f16", new Uint8Array(scales.buffer));
  section("words.weight", "u4", raw((vocabulary * width) / 2));
  addTokens({ section, floats }, pieces, characters ?? new Map());
  if (centres !== undefined)
    floats(
      "centres",
      [...centres.values()].flatMap((centre) => [...centre]),
    );
  section("notice", "u8", new TextEncoder().encode(notice));
  return bytes({
    name: "random/1",
    licence: "MIT",
    origin: "https://example.org/",
    tokens: { kind: "unigram", first: 0, last: 2, unknown: 3, unknownScore: Math.min(0, ...pieces.values()) - 10 },
    encoder: { kind: "bert", activation: "gelu", vocabulary, ...shape },
    head: {
      kind: "mean",
      normalised: true,
      question: "query: ",
      passage: "passage: ",
      ...(centres !== undefined && { centres: [...centres.keys()] }),
    },
    ...header,
  });
}

type Writer = Pick<ReturnType<typeof packWriter>, "section" | "floats">;

function addTokens(
  { section, floats }: Writer,
  pieces: ReadonlyMap<string, number>,
  characters: ReadonlyMap<string, string>,
): void {
  const numbers = (name: string, values: readonly number[]) =>
    section(name, "u32", new Uint8Array(Uint32Array.from(values).buffer));
  const ends = (lengths: readonly number[]) => {
    let end = 0;
    return lengths.map((length) => (end += length));
  };
  const sorted = [...pieces]
    .map(([piece, score], at) => ({ bytes: Buffer.from(piece), score, id: firstPiece + at }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  section("pieces", "u8", Buffer.concat(sorted.map(({ bytes }) => bytes)));
  numbers("pieces.end", ends(sorted.map(({ bytes }) => bytes.length)));
  numbers(
    "pieces.id",
    sorted.map(({ id }) => id),
  );
  floats(
    "pieces.score",
    sorted.map(({ score }) => score),
  );
  const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0)!);
  const mapped = [...characters].sort(([a], [b]) => a.codePointAt(0)! - b.codePointAt(0)!);
  numbers(
    "characters",
    mapped.flatMap(([from]) => codePoints(from)),
  );
  numbers("characters.end", ends(mapped.map(([, become]) => codePoints(become).length)));
  numbers(
    "characters.become",
    mapped.flatMap(([, become]) => codePoints(become)),
  );
}
