import { describe, expect, test } from "bun:test";
import { LexicalIndex } from "../../src/engine/lexical-index.ts";
import { PartSet } from "../../src/engine/parts/part-set.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const english = { set: "en", analyzers: createAnalyzers() };

function indexOf(texts: readonly string[]): LexicalIndex {
  const index = new LexicalIndex(english, new PartSet());
  for (const [i, text] of texts.entries()) {
    index.beginPassage(i + 1, i + 1, null, null);
    index.addField("text", text);
    index.endPassage();
  }
  return index;
}

/** The words that are looked up for a question, while the index grows and when it is sealed. */
async function lookedUp(texts: readonly string[], question: string): Promise<string[]> {
  const index = indexOf(texts);
  const words = () => index.readQuestion(question).weighted.map(({ term }) => term);
  const growing = words();
  await index.parts.seal();
  expect(words()).toEqual(growing);
  return growing.toSorted();
}

const texts = [
  "the password and its length",
  "the session timeout",
  "a password",
  "passport of a session",
  "12 passwort",
];

describe("a question of unknown words", () => {
  test("is searched by the words that are spelt like them, the most frequent", async () => {
    expect(await lookedUp(texts, "pasword lenght")).toEqual(["length", "password"]);
    expect(await lookedUp(texts, "passwor")).toEqual(["password"]);
  });

  test("keeps its own terms, which no passage has", () => {
    const { terms } = indexOf(texts).readQuestion("pasword lenght");
    expect(terms.map(({ term, documentFrequency }) => [term, documentFrequency])).toEqual([
      ["pasword", 0],
      ["lenght", 0],
    ]);
  });

  test("is not, if other words begin otherwise, are too short or have more errors", async () => {
    expect(await lookedUp(texts, "assword lngth pswrd tmout")).toEqual(["length"]);
    expect(await lookedUp(["the pump"], "pmup")).toEqual([]);
    expect(await lookedUp(["verliert"], "verdient")).toEqual([]);
  });
});

test("of a question with known words, too, and of the first eight unknown ones", async () => {
  const mostlyKnown = ["a pump", "a valve", ...Array.from({ length: 6 }, () => "a session")];
  expect(await lookedUp(mostlyKnown, "pump valve sesion")).toEqual(["pump", "session", "valv"]);
  const unknown = Array.from({ length: 8 }, (_, i) => `word${i}`).join(" ");
  expect(await lookedUp(mostlyKnown, `pump ${unknown} sesion`)).toEqual(["pump"]);
});
