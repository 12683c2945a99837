import { expect, test } from "bun:test";
import { languageTag } from "../../src/experts/language-tag.ts";
import { Fault } from "../../src/kernel/fault.ts";

test.each([
  ["en", "en"],
  ["EN-us", "en-US"],
  ["zh-hans", "zh-Hans"],
  ["deu", "de"],
  ["und", "und"],
  ["Auto", "auto"],
  ["English", "en"],
  [" german ", "de"],
  ["Deutsch", "de"],
  ["français", "fr"],
  ["日本語", "ja"],
  ["Simplified Chinese", "zh-Hans"],
  ["brazilian portuguese", "pt-BR"],
])("%s is %s", (given, tag) => {
  expect(languageTag(given)).toBe(tag);
});

test.each([
  ["Germann", '"Germann" is not a language. Did you mean German (de)?'],
  ["qqq", '"qqq" is not a language. Use auto, a tag like en, de or zh-Hans (BCP 47), or the name of the language.'],
  [
    "no such tag",
    '"no such tag" is not a language. Use auto, a tag like en, de or zh-Hans (BCP 47), or the name of the language.',
  ],
])("%s is refused", (given, message) => {
  const refused = () => languageTag(given);
  expect(refused).toThrow(Fault);
  expect(refused).toThrow(message);
});
