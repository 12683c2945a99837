import { expect, test } from "bun:test";
import { LexicalIndex } from "../../src/engine/lexical-index.ts";
import { PartSet } from "../../src/engine/parts/part-set.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

/** The terms that are looked up for a question, with their weights relative to the question's first known term. */
function lookedUp(texts: readonly string[], question: string, language = "de"): Record<string, number> {
  const index = new LexicalIndex({ set: language, analyzers: createAnalyzers() }, new PartSet());
  for (const [i, text] of texts.entries()) {
    index.beginPassage(i + 1, i + 1, null, null);
    index.addField("text", text);
    index.endPassage();
  }
  return Object.fromEntries(index.readQuestion(question).weighted.map(({ term, weight }) => [term, weight]));
}

test("a compound that no passage has is searched by its parts, which weigh less than a word of the question", () => {
  const found = lookedUp(["Der Amazonas ist lang.", "Der Wald ist alt.", "Ein Fluss."], "Fluss Amazonaswald");
  expect(Object.keys(found).toSorted()).toEqual(["amazonas", "fluss", "wald"]);
  expect(found.wald!).toBeLessThan(found.fluss!);
});

test("a compound that a passage has is searched as it is", () => {
  const found = lookedUp(["Der Amazonaswald.", "Der Amazonas.", "Der Wald."], "Amazonaswald");
  expect(Object.keys(found)).toEqual(["amazonaswald"]);
});

test("a rare word is searched by its other forms", () => {
  expect(Object.keys(lookedUp(["Sie sang ein Lied."], "Wer hat gesungen?"))).toEqual(["sang"]);
  expect(Object.keys(lookedUp(["Das Angebot wurde angenommen."], "Wer nahm das Angebot an?")).toSorted()).toEqual([
    "angebot",
    "angenomm",
  ]);
});

test("a word of many passages is searched as it is", () => {
  const texts = ["Sie singen.", "Er sang.", "Sie singen ein Lied."];
  expect(Object.keys(lookedUp(texts, "Was singen sie?"))).toEqual(["sing"]);
});

test("a verb with its particle is searched as the word that they make, and as the verb, which weighs less", () => {
  const texts = ["Making backups of the disk.", "I come back.", "Fall back on it.", "Nothing."];
  const found = lookedUp(texts, "How do I back up the disk?", "en");
  expect(Object.keys(found)).toEqual(["backup", "disk", "back"]);
  expect(found.back!).toBeLessThan(found.backup!);
  expect(Object.keys(lookedUp(["They back it.", "A disk."], "How do I back up the disk?", "en"))).toEqual([
    "back",
    "disk",
  ]);
});
