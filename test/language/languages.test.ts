import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { knownLanguage, knownLanguages, languageOf } from "../../src/language/data/known-languages.ts";
import type { Language } from "../../src/language/data/language.ts";

const folder = new URL("../../src/language/data/", import.meta.url).pathname;
const noLanguage = new Set(["by-language.ts", "known-languages.ts", "language.ts"]);

/** The permitted gaps of each language. Adding to a language shortens its line here. */
const lacking: Readonly<Record<string, readonly string[]>> = {
  en: ["verbPrefixes"],
  ar: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth.sides", "breadth.linked", "abbreviations"],
  zh: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth.sides", "breadth.linked", "abbreviations"],
  "zh-hant": [
    "frames",
    "forms",
    "verbPrefixes",
    "opposites",
    "counting",
    "breadth.sides",
    "breadth.linked",
    "abbreviations",
  ],
  da: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  nl: ["forms", "verbPrefixes", "opposites", "counting"],
  fi: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  fr: ["forms", "verbPrefixes", "counting"],
  el: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  hi: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth", "abbreviations"],
  it: ["forms", "verbPrefixes", "opposites", "counting"],
  ja: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth.sides", "breadth.linked", "abbreviations"],
  ko: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth.sides", "breadth.linked", "abbreviations"],
  no: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  nn: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  pt: ["forms", "verbPrefixes", "opposites", "counting"],
  ro: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  ru: ["forms", "verbPrefixes", "opposites", "counting", "breadth.sides", "breadth.linked"],
  es: ["forms", "verbPrefixes", "opposites", "counting"],
  sv: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  th: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth", "abbreviations"],
  tr: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth"],
  vi: ["frames", "forms", "verbPrefixes", "opposites", "counting", "breadth", "abbreviations"],
};

/** Every text in a value, by its path. */
function textsIn(value: unknown, path = ""): readonly (readonly [path: string, text: string | null])[] {
  if (value === null || typeof value === "string") return [[path, value]];
  if (typeof value !== "object") return [];
  return Object.entries(value as object).flatMap(([name, part]) =>
    textsIn(part, path === "" ? name : `${path}.${name}`),
  );
}

describe.each(knownLanguages.map((language) => [language.tag, language] as const))("%s", (tag, language: Language) => {
  test("is complete except for the listed gaps", () => {
    const texts = textsIn(language);
    const gaps = texts.flatMap(([path, text]) => (text === null ? [path] : []));
    expect(gaps.toSorted()).toEqual((lacking[tag] ?? []).toSorted());
    expect(texts.flatMap(([path, text]) => (text?.trim() === "" && !path.startsWith("abbrev") ? [path] : []))).toEqual(
      [],
    );
  });

  test("lists phrases in lower case, each once, none of them empty", () => {
    const { questions, talk, followUps } = language;
    const lists = [...Object.values(questions), ...Object.values(talk), ...Object.values(followUps)];
    for (const list of lists) {
      const phrases: readonly string[] = list.split("|");
      expect(
        phrases.filter((phrase) => phrase.trim() === "" || /\p{Lu}/u.test(phrase.replace(/\\p\{\w+\}|\\./g, ""))),
      ).toEqual([]);
      expect(phrases.filter((phrase, i) => phrases.indexOf(phrase) !== i)).toEqual([]);
    }
  });

  test("has pairs of opposites", () => {
    for (const pair of language.opposites?.split("|") ?? []) expect(pair.split(" ")).toHaveLength(2);
  });
});

test("every language of the folder is known, under a tag of its own", async () => {
  const files = readdirSync(folder).filter((file) => !noLanguage.has(file));
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, Partial<Language>>> => import(join(folder, file))),
  );
  expect(modules.filter((module) => Object.keys(module).length === 0)).toEqual([]);
  const tags = modules.flatMap((module) => Object.values(module)).flatMap(({ tag }) => tag ?? []);
  expect(knownLanguages.map(({ tag }) => tag).toSorted()).toEqual(tags.toSorted());
  expect(new Set(tags).size).toBe(tags.length);
});

test("a language is found by its tag, with a region, a script or an older name", () => {
  const found = (tag: string) => knownLanguage(tag)?.tag ?? null;
  expect(["en-GB", "pt_BR", "nb", "nn", "zh", "zh-TW", "zh-Hant-HK", "zh-Hans", "xx"].map(found)).toEqual([
    ...["en", "pt", "no", "nn", "zh", "zh-hant", "zh-hant", "zh", null],
  ]);
  expect(languageOf("xx").tag).toBe("en");
});
