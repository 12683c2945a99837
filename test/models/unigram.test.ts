import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createNormaliser } from "../../src/models/character-map.ts";
import { readDensePack } from "../../src/models/dense-pack.ts";
import { createUnigram } from "../../src/models/unigram.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { randomDensePack } from "../support/models/random-dense-pack.ts";

const shape = { depth: 1, width: 32, heads: 1, feedForward: 32, positions: 64, normEpsilon: 1e-12 };
const unknown = 3;

function packOf(pieces: ReadonlyMap<string, number>, characters?: ReadonlyMap<string, string>) {
  return readDensePack(randomDensePack({ shape, pieces, ...(characters && { characters }) }, seededRandom(1).next));
}

/** The greatest sum of scores that any division of the characters has, by trying all of them. */
function bestScore(pieces: ReadonlyMap<string, number>, characters: readonly string[], unknownScore: number): number {
  const best = [0];
  for (let end = 1; end <= characters.length; end++) {
    const ways = [best[end - 1]! + unknownScore];
    for (let start = 0; start < end; start++) {
      const score = pieces.get(characters.slice(start, end).join(""));
      if (score !== undefined) ways.push(best[start]! + score);
    }
    best.push(Math.max(...ways));
  }
  return best.at(-1)!;
}

const letter = fc.constantFrom("a", "b", "é", "中", "▁", "𝒳");
const vocabularies = fc
  .array(
    fc.record({
      piece: fc.string({ unit: letter, minLength: 1, maxLength: 4 }),
      score: fc.integer({ min: -40, max: -1 }),
    }),
  )
  // Multiples of a quarter, so that sums of 32 bits are exact.
  .map((entries) => new Map(entries.map(({ piece, score }) => [piece, score / 4])));

test("it takes a division with the greatest sum of scores, and the pieces form the text", () => {
  fc.assert(
    fc.property(vocabularies, fc.string({ unit: letter, maxLength: 12 }), (pieces, text) => {
      const { vocabulary } = packOf(pieces);
      const names = [...pieces.keys()];
      const divided = createUnigram(vocabulary).divide(text);
      const score = divided.reduce((sum, id) => sum + (pieces.get(names[id - 4] ?? "") ?? 0), 0);
      const rest = divided.map((id) => (id === unknown ? "?" : names[id - 4])).join("");
      const pattern = rest.replaceAll(/[.*+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("?", "([^\\s]+)");
      expect(text).toMatch(new RegExp(`^${pattern}$`, "u"));
      const unknownCharacters = [...(new RegExp(`^${pattern}$`, "u").exec(text)?.slice(1).join("") ?? "")].length;
      if (divided.filter((id) => id === unknown).length <= 1) {
        const sum = score + unknownCharacters * vocabulary.unknownScore;
        expect(sum).toBe(bestScore(pieces, [...text], vocabulary.unknownScore));
      }
    }),
  );
});

test("a run of unknown characters is one piece", () => {
  const { vocabulary } = packOf(new Map([["▁a", -1]]));
  expect(createUnigram(vocabulary).divide("▁axyz▁ab")).toEqual([4, unknown, 4, unknown]);
  expect(createUnigram(vocabulary).divide("")).toEqual([]);
});

describe("a text is normalised first", () => {
  const { characters } = packOf(
    new Map(),
    new Map([
      ["\n", " "],
      ["\u{FFFD}", " "],
      ["\u{7}", ""],
      ["ﾞ", "\u{3099}"],
      ["ｶ", "カ"],
      ["ﬁ", "fi"],
    ]),
  );
  const normalise = createNormaliser(characters);

  test("spaces: one before each word, none at the end", () => {
    expect(normalise("  two\n\n words ")).toBe("▁two▁words");
    expect(normalise("")).toBe("");
    expect(normalise(" \n ")).toBe("");
  });

  test("characters are mapped or removed, and ill-formed ones become U+FFFD", () => {
    expect(normalise("ﬁ\u{7}ne\u{D800}x")).toBe("▁fine▁x");
  });

  test("marks are composed with their base character, and keep their order", () => {
    expect(normalise("e\u0301te\u0301 ｶﾞ 한")).toBe("▁été▁ガ▁한");
    expect(normalise("\u063A\u064E\u064A\u0651\u064E")).toBe("▁\u063A\u064E\u064A\u0651\u064E");
    expect(normalise("\u064A\u064E\u0651")).toBe("▁\u064A\u064E\u0651");
  });
});
