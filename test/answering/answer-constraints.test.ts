import { expect, test } from "bun:test";
import { readConstraints } from "../../src/answering/asked-question.ts";

const nothing = { sentences: null, words: null, language: null, more: false };

test.each([
  ["", nothing],
  ["Answer in one sentence.", { ...nothing, sentences: 1 }],
  ["Please reply with at most 2 short sentences.", { ...nothing, sentences: 2 }],
  ["Use no more than 50 words.", { ...nothing, words: 50, more: true }],
  ["Answer in at most 50 words.", { ...nothing, words: 50 }],
  ["Be brief.", { ...nothing, sentences: 1 }],
  ["Answer in German.", { ...nothing, language: "de" }],
  ["Antworte bitte auf Deutsch.", { ...nothing, language: "de" }],
  ["Répondez en français.", { ...nothing, language: "fr" }],
  ["Respond in English and be concise.", { ...nothing, language: "en", sentences: 1 }],
  ["You are a helpful assistant.", { ...nothing, more: true }],
  ["You are a pirate. Answer in two sentences.", { ...nothing, sentences: 2, more: true }],
  ["Answer in Klingon.", { ...nothing, more: true }],
])("%j", (instructions, constraints) => {
  expect(readConstraints([instructions])).toEqual(constraints);
});

test("long instructions cost no more than their length", () => {
  const began = readConstraints(["please answer in always ".repeat(50_000)]);
  expect(began.sentences).toBeNull();
});

test("of very long instructions the beginning and the end are read", () => {
  const filling = "Our plants grow in rows. ".repeat(20_000);
  const read = (...instructions: readonly string[]) => readConstraints(instructions);
  expect(read("Answer in two sentences.", filling, "Answer in German.")).toEqual({
    sentences: 2,
    words: null,
    language: "de",
    more: true,
  });
  expect(read(filling, "Answer in German.", filling).language).toBeNull();
});
