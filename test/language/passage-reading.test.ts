import { describe, expect, test } from "bun:test";
import { type PassageReading, readPassage } from "../../src/language/structure/passage-reading.ts";
import { allTerms, termAt } from "../../src/language/structure/placed-terms.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzers = createAnalyzers();
const readIn = (language: string, text: string) => readPassage(text, analyzers(language));

/** The terms of each unit, stop words in brackets. */
const wordsOf = ({ units, terms, tokens }: PassageReading) =>
  units.map(({ firstToken, endToken }) =>
    [...tokens.subarray(firstToken, endToken)]
      .map((token) => (token % 2 === 1 ? `(${termAt(terms, token >>> 1)})` : termAt(terms, token >>> 1)))
      .join(" "),
  );

describe("readPassage", () => {
  test("gives the units with their kinds and their terms", () => {
    const reading = readIn("en", "Care\n\nIs it clean? Clean the filters. The filters are washed.");
    expect(reading.units.map(({ kind }) => kind)).toEqual(["heading", "question", "sentence", "sentence"]);
    expect(wordsOf(reading)).toEqual(["care", "(is) (it) clean", "clean (the) filter", "(the) filter (are) wash"]);
    expect(allTerms(reading.terms)).toEqual(["care", "is", "it", "clean", "the", "filter", "are", "wash"]);
  });

  test("a term can be a stop word at one position and another word's stem at the next", () => {
    expect(wordsOf(readIn("en", "It helps us. Using it helps."))).toEqual(["(it) help (us)", "us (it) help"]);
  });

  test("counts overlapping letter pairs half, as words of scripts without spaces", () => {
    expect(readIn("en", "Wash the filter.").units.map(({ words }) => words)).toEqual([3]);
    expect(readIn("zh", "清洗过滤器").units.map(({ words }) => words)).toEqual([5]);
  });

  test("no unit goes over the border of a list item, a table row or a heading", () => {
    const text = "Before you start\nnever with\nlactose intolerance, gout\nor asthma\nCity: Bonn; Rain: 12 mm\nThe end";
    const kinds = ["heading", "paragraph", "list_item", "list_item", "table_row", "paragraph"] as const;
    let at = 0;
    const outline = text.split("\n").map((line, i) => {
      const start = at;
      at += line.length + 1;
      return { kind: kinds[i]!, start, end: start + line.length, level: 1 };
    });
    const unitsOf = (blocks: typeof outline) =>
      readPassage(text, analyzers("en"), blocks).units.map(({ start, end }) => text.slice(start, end));
    expect(unitsOf(outline)).toEqual(text.split("\n"));
    expect(unitsOf([])).toEqual([
      "Before you start\nnever with\nlactose intolerance, gout\nor asthma",
      "City: Bonn; Rain: 12 mm",
      "The end",
    ]);
  });

  test("invisible text has no units", () => {
    const terms = { base: " \n ", count: 0, spans: new Uint32Array(), endings: [] };
    expect(readIn("en", " \n ")).toEqual({ units: [], terms, tokens: new Uint32Array() });
  });
});
