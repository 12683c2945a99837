import { describe, expect, test } from "bun:test";
import { createAnalyzers } from "../../src/analysis/analyzer.ts";
import { extractAnswer } from "../../src/answering/extractive/extractive.ts";
import { type AskingBreadth, breadthOf } from "../../src/answering/extractive/question/breadth.ts";
import { passagesOf } from "./passages.ts";

const analyzer = createAnalyzers()("en");

/** The passages that an answer quotes, in the order of the passages. Every term of the question weighs 1. */
function quoted(question: string, ...texts: readonly string[]): readonly number[] {
  const passages = passagesOf(...texts.map((text) => ({ text, score: 0.6 })));
  const content = new Set(analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term])));
  const terms = [...content].map((term) => ({ term, documentFrequency: 1, idf: 1 }));
  const evidence = { question, passages, terms, passageCount: texts.length, expansion: null, analyzer };
  return [...new Set(extractAnswer(evidence).sentences.map(({ passage }) => passage))].sort((a, b) => a - b);
}

describe("breadthOf", () => {
  test.each([
    ["Which opened first, the market or the museum?", "sides"],
    ["Who discovered oxygen, and who made it liquid?", "sides"],
    ["Compare /media and /mnt.", "sides"],
    ["What is the difference between copying and moving?", "sides"],
    ["What does the standard say about cookies?", "overview"],
    ["What should I do with compressed uploads?", "overview"],
    ["Explain write mode.", "overview"],
    ["Was the market opened before the museum was founded?", "sides"],
    ["Who chairs the panel whose third report showed the graph?", "linked"],
    ["In which city was the market opened?", "fact"],
    ["When was the market opened?", "fact"],
    ["How many people live there?", "fact"],
  ])("%s", (question, breadth) => {
    expect(breadthOf(question, "en")).toBe(breadth as AskingBreadth);
  });

  test("a language that lists no phrases asks for facts", () => {
    expect(breadthOf("Compare /media and /mnt.", "fi")).toBe("fact");
  });
});

describe("an answer to more than one fact", () => {
  const market = "The Grainger market was opened in 1835 by the mayor.";
  const museum = "The costume museum first opened its doors in 1852.";
  const river = "The river Tyne flows east to the sea.";

  test("quotes each side of a comparison", () => {
    expect(quoted("Which opened first, the Grainger market or the costume museum?", market, river, museum)).toEqual([
      0, 2,
    ]);
  });

  test("quotes what another passage says about a thing that the question does not name", () => {
    const city = "The hockey graph featured in the third report of the climate panel.";
    const chair = "The climate panel is chaired by Hoesung Lee.";
    expect(quoted("Who chairs the panel whose third report featured the hockey graph?", chair, river, city)).toEqual([
      0, 2,
    ]);
    expect(quoted("Who chairs the climate panel?", chair, river, city)).toEqual([0]);
  });

  test("quotes the statements of several passages about a subject", () => {
    const rules = [
      "A cookie must be secure.",
      "The cookie name has a prefix.",
      "A cookie is smaller than four kilobytes.",
    ];
    expect(quoted("What does the standard say about a cookie?", ...rules)).toEqual([0, 1, 2]);
  });
});
