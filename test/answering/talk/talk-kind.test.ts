import { describe, expect, test } from "bun:test";
import { readTalk } from "../../../src/answering/conversation/turns.ts";
import { knownLanguages } from "../../../src/language/data/known-languages.ts";

const read = (message: string, tag = "en", name = "Pump manual") => {
  const talk = readTalk(message, { name, tag });
  return talk === null ? null : [talk.kind, talk.language.tag];
};

test.each([
  ["Hello!", ["hello", "en"]],
  ["  hi there :-) ", ["hello", "en"]],
  ["Hello Pump Manual!", ["hello", "en"]],
  ["Hello, what can you do?", ["ability", "en"]],
  ["What can you do?", ["ability", "en"]],
  ["What can you help me with?", ["ability", "en"]],
  ["Thank you very much.", ["thanks", "en"]],
  ["thanks, bye", ["thanks", "en"]],
  ["Good night", ["goodbye", "en"]],
])("%s is talk", (message, expected) => {
  expect(read(message)).toEqual(expected);
});

test("a greeting with a long name is talk, and the longest phrase of each language", () => {
  const name = "The handbook of pumps, valves and everything beside them";
  expect(read(`Good morning ${name.replace(",", "")}!`, "en", name.replace(",", ""))).toEqual(["hello", "en"]);
  for (const { tag, talk } of knownLanguages) {
    const phrases = Object.values(talk).flatMap((list) => list.split("|"));
    const longest = phrases.reduce((a, b) => (b.length > a.length ? b : a));
    expect(read(` ${longest} `, tag)).not.toBeNull();
  }
});

test.each([
  "Hello, how do I clean the filter?",
  "What can you do about a leaking pump?",
  "thanks to whom was it built",
  "Pump manual",
  "🙂🙂🙂",
  "",
  "   ",
  `hello ${"hello ".repeat(60)}`,
])("%s is not talk", (message) => {
  expect(read(message)).toBeNull();
});

test("an expert understands its own language and English", () => {
  expect(read("Guten Tag!", "de-AT")).toEqual(["hello", "de"]);
  expect(read("hello", "de")).toEqual(["hello", "en"]);
  expect(read("Guten Tag!", "en")).toBeNull();
  expect(read("你好！", "zh")).toEqual(["hello", "zh"]);
  expect(read("สวัสดี", "th")).toEqual(["hello", "th"]);
});

describe.each(knownLanguages.map((language) => [language.tag, language] as const))("%s", (tag, { talk, replies }) => {
  test("every phrase is understood", () => {
    const kinds = Object.entries<string>({ ...talk }).flatMap(([kind, phrases]) =>
      phrases.split("|").map((phrase) => [phrase, kind, read(phrase, tag)?.[0]] as const),
    );
    expect(kinds.filter(([, kind, found]) => found !== kind)).toEqual([]);
  });

  test("every reply names its placeholders", () => {
    for (const line of [replies.hello, replies.introduction]) expect(line).toContain("{name}");
    expect(replies.sources).toContain("{titles}");
  });
});
