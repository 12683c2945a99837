import { describe, expect, test } from "bun:test";
import { readDensePack } from "../../src/models/dense-pack.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { type RandomDensePack, randomDensePack } from "../support/models/random-dense-pack.ts";

const shape = { depth: 1, width: 32, heads: 1, feedForward: 32, positions: 8, normEpsilon: 1e-12 };
const pieces = new Map([
  ["▁a", -1],
  ["b", -2],
]);
const made = (changes: Partial<RandomDensePack> = {}) =>
  randomDensePack({ shape, pieces, ...changes }, seededRandom(2).next);

/** The pack with some bytes of one section changed, and a checksum that fits. */
function withSection(name: string, change: (bytes: Uint8Array) => void): Uint8Array {
  const file = Buffer.from(made());
  const headerBytes = file.readUInt32LE(12);
  const header: { sections: Record<string, { offset: number; bytes: number }> } = JSON.parse(
    file.toString("utf8", 48, 48 + headerBytes),
  );
  const { offset, bytes } = header.sections[name]!;
  change(file.subarray(48 + headerBytes + offset, 48 + headerBytes + offset + bytes));
  new Bun.CryptoHasher("sha256").update(file.subarray(48)).digest().copy(file, 16);
  return file;
}

test("a pack describes itself", () => {
  const { facts, notice } = readDensePack(made());
  expect(facts).toEqual({
    model: "random",
    recipe: "pack-1",
    licence: "MIT",
    origin: "https://example.org/",
    dimensions: 32,
    prefixes: { question: "query: ", passage: "passage: " },
    centres: new Map(),
  });
  expect(notice).toBe("Made by chance.");
});

test("what a pack says of itself cannot move the cursor of a terminal, colour it or hide a line", () => {
  const said = { licence: "MIT\u001b[2K\rfree", origin: "https://a.example/\n\u0007" };
  const { facts, notice } = readDensePack(made({ header: said, notice: "\u001b[31mBy chance.\n\tOr not.\u0007" }));
  expect([facts.licence, facts.origin]).toEqual(["MIT\ufffd[2K free", "https://a.example/ \ufffd"]);
  expect(notice).toBe("\ufffd[31mBy chance.\n\tOr not.\ufffd");
});

const centres = new Map(["de", "en"].map((language, at) => [language, new Float32Array(32).fill(at + 0.5)]));

test("a pack may have the centres of languages", () => {
  expect(readDensePack(made({ centres })).facts.centres).toEqual(centres);
});

describe("is refused", () => {
  const refusal = (bytes: Uint8Array) => {
    try {
      readDensePack(bytes);
      return "none";
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  const encoder = { kind: "bert", activation: "gelu", vocabulary: 6, ...shape };

  test("a damaged file, wherever the damage is", () => {
    const file = made();
    for (const at of [20, 50, 3000, file.byteLength - 1]) {
      const damaged = Buffer.from(file);
      damaged[at]! ^= 1;
      expect(refusal(damaged)).toBe("The model pack is damaged.");
    }
  });

  test("a header with unsupported features", () => {
    expect(refusal(made({ header: { head: { kind: "splade" } } }))).toBe(
      "The model pack asks for what this version cannot do: bert encoder with gelu, unigram tokens, plain splade head.",
    );
    expect(refusal(made({ header: { encoder: 7 } }))).toContain("asks for what this version cannot do");
  });

  test("a shape that is absurd or does not match the sections", () => {
    expect(refusal(made({ header: { encoder: { ...encoder, positions: 1e9 } } }))).toBe(
      "The model pack's positions is not a whole number from 1 to 2048.",
    );
    expect(refusal(made({ header: { encoder: { ...encoder, vocabulary: 7 } } }))).toBe(
      "The model pack does not have one embedding for each piece.",
    );
    expect(refusal(made({ header: { encoder: { ...encoder, width: 48, heads: 1 } } }))).toBe(
      "The model pack's widths are not multiples of 32.",
    );
  });

  test("a name that cannot be a file name, no licence, no prefixes", () => {
    expect(refusal(made({ header: { name: "../x/1" } }))).toBe("The model pack has no usable name.");
    expect(refusal(made({ header: { licence: 1 } }))).toContain("does not say where its model comes from");
    expect(refusal(made({ header: { head: { kind: "mean", normalised: true } } }))).toBe(
      "The model pack has no usable prefixes.",
    );
  });

  test("centres that are too many, too few, without a language or no numbers", () => {
    const head = { kind: "mean", normalised: true, question: "query: ", passage: "passage: " };
    const unusable = "The model pack's centres of languages are not usable.";
    for (const languages of [["de"], ["de", "en", "fr"], ["de", "de"], ["de", 7], ["de", "../x"], "deen"]) {
      expect(refusal(made({ centres, header: { head: { ...head, centres: languages } } }))).toBe(unusable);
    }
    expect(refusal(made({ centres: new Map([["de", new Float32Array(32).fill(Number.NaN)]]) }))).toBe(unusable);
    expect(refusal(made({ header: { head: { ...head, centres: ["de"] } } }))).toContain("has no usable section");
  });

  test("sections that are outside the file or invalid", () => {
    for (const section of [
      { type: "u8", offset: 2 ** 40, bytes: 64 },
      { type: "u8", offset: -64, bytes: 64 },
      7,
      null,
    ]) {
      expect(refusal(made({ header: { sections: { "words.scale": section } } }))).toContain("has no usable section");
    }
  });

  test("pieces that are unsorted, unnumbered or without a score, and invalid characters", () => {
    const unusable = "The model pack's vocabulary is not usable.";
    expect(refusal(withSection("pieces", (bytes) => bytes.set([0xff])))).toBe(unusable);
    expect(refusal(withSection("pieces.end", (bytes) => bytes.set([200])))).toBe(unusable);
    expect(refusal(withSection("pieces.id", (bytes) => bytes.set([200])))).toBe(unusable);
    expect(refusal(withSection("pieces.score", (bytes) => bytes.set([0, 0, 0xc0, 0x7f])))).toBe(unusable);
    expect(refusal(made({ characters: new Map([["\u{D800}", "x"]]) }))).toBe(
      "The model pack's characters are not usable.",
    );
  });
});
