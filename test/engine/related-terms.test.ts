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

test("a rare word is searched by the compounds that begin or end with it, which weigh less", async () => {
  const texts = [
    "Die Schlüsselrückgabe.",
    "Der Wohnungsschlüssel.",
    "Ein Schlüssel.",
    "Das Beschlüsselte.",
    "Vereinzelt.",
  ];
  const many = [...texts, ...Array.from({ length: 60 }, () => "Das Haus.")];
  const found = lookedUp(many, "Wo ist der Schlüssel?");
  expect(Object.keys(found).toSorted()).toEqual(["schlussel", "schlusselruckgab", "wohnungsschlussel"]);
  expect(found.wohnungsschlussel!).toBeLessThan(found.schlussel!);
  expect(Object.keys(lookedUp(many, "Wo ist der Schlüssel?", "fr"))).not.toContain("wohnungsschlussel");
});

test("compounds are found in sealed parts and in those that grow", async () => {
  const parts = new PartSet();
  const index = new LexicalIndex({ set: "de", analyzers: createAnalyzers() }, parts);
  const add = (no: number, text: string) => {
    index.beginPassage(no, no, null, null);
    index.addField("text", text);
    index.endPassage();
  };
  for (let no = 1; no <= 60; no++) add(no, no === 1 ? "Das Partyzelt." : "Das Haus.");
  await parts.seal();
  add(61, "Der Zeltplatz.");
  const terms = index.readQuestion("Wo steht das Zelt?").weighted.map(({ term }) => term);
  expect(terms.filter((term) => term.includes("zelt")).toSorted()).toEqual(["partyzelt", "zeltplatz"]);
});

test("in a small memory, a word of one passage is nearly as rare as one of none", () => {
  const { terms } = (() => {
    const index = new LexicalIndex({ set: "nl", analyzers: createAnalyzers() }, new PartSet());
    index.beginPassage(1, 1, null, null);
    index.addField("text", "Kampvuur is toegestaan.");
    index.endPassage();
    return index.readQuestion("kampvuur barbecue");
  })();
  expect(terms[0]!.idf).toBeGreaterThan(0.7 * terms[1]!.idf);
});
