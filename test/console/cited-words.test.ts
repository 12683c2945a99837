/** Which words of a quote an answer shows. */
import { expect, test } from "bun:test";
import type { CitationObject } from "../../src/api/shapes.ts";
import { citedWords } from "../../src/console/asking/cited-words.ts";

const quote = "🙂 Oil the pump. Wait an hour. Close the valve.";
const citation = (answer: string, ...said: readonly string[]): CitationObject =>
  ({
    index: 1,
    quote,
    start: 100,
    end: 100 + [...quote].length,
    answer_spans: said.map((text) => {
      const start = [...answer.slice(0, answer.indexOf(text))].length;
      return { start, end: start + [...text].length };
    }),
    source_id: "src_1",
    source_version: 1,
    passage_id: "chk_1",
    title: "Manual",
    url: null,
    external_id: null,
    page: null,
    section: "",
    score: 1,
    speaker: null,
    said_at: null,
    metadata: {},
    dates: [],
  }) as Omit<CitationObject, "chunk_id"> as CitationObject;

test("sentences with others between them are marked by themselves", () => {
  const answer = "🙂 Oil the pump [1]. Close the valve [1].";
  const cited = citation(answer, "🙂 Oil the pump [1].", "Close the valve [1].");
  expect(citedWords(cited, answer)).toEqual([
    [100, 115],
    [130, 146],
  ]);
});

test("sentences side by side are one mark", () => {
  const answer = "Wait an hour [1]. Close the valve [1].";
  expect(citedWords(citation(answer, "Wait an hour [1].", "Close the valve [1]."), answer)).toEqual([[116, 146]]);
});

test("the whole quote is marked where the answer has other words, or its places are not known yet", () => {
  const answer = "First you oil it [1].";
  expect(citedWords(citation(answer, "First you oil it [1]."), answer)).toEqual([[100, 146]]);
  expect(citedWords(citation(answer), answer)).toEqual([[100, 146]]);
});
