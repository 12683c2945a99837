import { describe, expect, test } from "bun:test";
import { byKnownLanguage, byLanguage } from "../../src/language/data/by-language.ts";
import { chineseTraditional } from "../../src/language/data/chinese.ts";
import { english } from "../../src/language/data/english.ts";
import type { Language } from "../../src/language/data/language.ts";

const counted = () => {
  const made: string[] = [];
  return { made, make: (language: Language) => ({ number: made.push(language.tag), language }) };
};

describe("a value per language", () => {
  test("is created at its first use, and once for every spelling of the language", () => {
    const { made, make } = counted();
    const of = byLanguage(make);
    expect(made).toEqual([]);
    expect(of("pt-BR")).toBe(of("pt"));
    expect(of("nb")).toBe(of("no"));
    expect(of("zh-TW").language).toBe(chineseTraditional);
    expect(made).toEqual(["pt", "no", "zh-hant"]);
  });

  test("is that of English for an unknown language", () => {
    expect(byLanguage(counted().make)("tlh").language).toBe(english);
  });

  test("is null for an unknown language on request", () => {
    const of = byKnownLanguage(counted().make);
    expect(of("tlh")).toBeNull();
    expect(of("en-GB")?.language).toBe(english);
  });
});
