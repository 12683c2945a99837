import { expect, test } from "bun:test";
import { sidesOf } from "../../src/answering/question/breadth.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzers = createAnalyzers();
const splitIn = (language: string, question: string) =>
  sidesOf(question, analyzers(language))?.map((side) => side.question) ?? null;

test.each([
  ["Compare sick leave at Acme and at Globex", "sick leave at Acme", "sick leave at Globex"],
  ["What is the difference between a P1 and a P3 incident?", "What is a P1 incident?", "What is a P3 incident?"],
  ["What's the difference between gzip and the zlib format?", "What is gzip format?", "What is zlib format?"],
  [
    "difference between a public meeting and a special meeting",
    "What is a public meeting?",
    "What is a special meeting?",
  ],
  ["Which is older, the market or the museum?", "Which is older, the market ?", "Which is older, the museum?"],
  ["difference fetch and pull", "What is fetch?", "What is pull?"],
  ["How long is it compared with a pump?", null, null],
])("%s", (question, one, other) => {
  expect(splitIn("en", question)).toEqual(one === null ? null : [one, other!]);
});

test("in German", () => {
  expect(splitIn("de", "Vergleiche den Beitrag für Schüler mit dem für Erwachsene")).toEqual([
    "den Beitrag für Schüler",
    "den Beitrag für Erwachsene",
  ]);
});

test("a second question is about the things of the first", () => {
  expect(splitIn("de", "Wann sind die Linuxtage in Chemnitz und wer macht mit?")).toEqual([
    "Wann sind die Linuxtage in Chemnitz",
    "wer macht mit? Linuxtage Chemnitz",
  ]);
  expect(splitIn("en", "Who founded the mill, and when?")).toEqual(["Who founded the mill,", "when? founded mill"]);
});

test("a question with one thing, or in a language without such words, has no sides", () => {
  expect(splitIn("en", "Compare the pump")).toBeNull();
  expect(splitIn("fi", "pumppu ja venttiili")).toBeNull();
});
