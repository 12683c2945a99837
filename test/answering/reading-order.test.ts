import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Chosen, inReadingOrder } from "../../src/answering/choice/extractive.ts";
import { splitSentences } from "../../src/language/text/sentences.ts";
import { passagesOf } from "./passages.ts";

const texts = ["One sun. Two men. Three cats. Four dogs.", "Five eels. Six foxes."];
const passages = passagesOf(...texts);

/** The n-th sentence of a passage. */
const sentence = (passage: number, n: number, leans = false): Chosen => {
  const { start, end } = splitSentences(texts[passage] as string, "en")[n] as { start: number; end: number };
  return { passage, start, end, leans, also: [] };
};
const said = (...chosen: Chosen[]) =>
  inReadingOrder(passages, chosen).map(({ passage, start, end }) => (texts[passage] as string).slice(start, end));

describe("inReadingOrder", () => {
  test("the best comes first", () => {
    expect(said(sentence(0, 2), sentence(1, 0), sentence(0, 0))).toEqual(["Three cats.", "Five eels.", "One sun."]);
  });

  test("a sentence that refers to the previous one follows it", () => {
    expect(said(sentence(0, 2, true), sentence(1, 0), sentence(0, 1))).toEqual([
      "Two men.",
      "Three cats.",
      "Five eels.",
    ]);
  });

  test("sentences keep their order in the text", () => {
    expect(said(sentence(0, 1), sentence(1, 0), sentence(0, 2))).toEqual(["Two men.", "Three cats.", "Five eels."]);
  });

  test("each place comes once", () => {
    expect(said(sentence(0, 1), sentence(0, 1, true))).toEqual(["Two men."]);
  });

  test("nothing is lost or added", () => {
    const any = fc.tuple(fc.constantFrom(0, 1), fc.nat(1), fc.boolean()).map(([p, n, leans]) => sentence(p, n, leans));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), (chosen) => {
        const key = ({ passage, start }: { passage: number; start: number }) => `${passage} ${start}`;
        const ordered = inReadingOrder(passages, chosen).map(key);
        expect(ordered.toSorted()).toEqual([...new Set(chosen.map(key))].toSorted());
      }),
    );
  });
});
