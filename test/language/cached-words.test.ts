import { expect, test } from "bun:test";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { heapSize, longText } from "../support/heap.ts";

const oddWords: readonly (readonly [kind: string, language: string, word: (i: number) => string])[] = [
  ["plain words", "en", (i) => `internationalizations${i}`],
  ["addresses", "en", (i) => `docs.example.org/pages/${i}`],
  ["words with accents", "de", (i) => `Donaudampfschifffahrtsgesellschaftskapitän${i}`],
  ["clauses without spaces", "zh", (i) => `第${i}章说的是寒来暑往秋收冬藏之事`],
];

test.each(oddWords)("%s are cached without the texts they were read in", (_, language, word) => {
  const analyzer = createAnalyzers()(language);
  const before = heapSize();
  for (let i = 0; i < 100; i++) {
    const text = longText(`${word(i)} `);
    analyzer.eachTerm(text, () => undefined);
    analyzer.eachToken(text, () => undefined);
  }
  expect(heapSize() - before).toBeLessThan(4_000_000);
  expect(analyzer.analyze(word(7)).length).toBeGreaterThan(0);
});

test("clauses without spaces fill a cache by the number of their terms", () => {
  const analyzer = createAnalyzers()("zh");
  const before = heapSize();
  for (let i = 0; i < 30_000; i++) {
    const clause = String.fromCharCode(
      0x4e00 + (i % 20_000),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((j) => 0x4e00 + ((i * j * 7) % 20_000)),
    );
    analyzer.eachTerm(clause, () => undefined);
  }
  expect(heapSize() - before).toBeLessThan(30_000_000);
  expect(analyzer.analyze("天地玄黄").length).toBeGreaterThan(0);
});
