import { expect, test } from "bun:test";
import type { Evidence } from "../../src/answering/evidence/evidence.ts";
import { contradicts, mismatchesOf, numberlessFor } from "../../src/answering/question/mismatches.ts";
import { readQuestion } from "../../src/answering/question/question-model.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzers = createAnalyzers();

/** A number that no passage has. */
const unknown = "703";

function mismatches(question: string, best: string, language = "en") {
  const analyzer = analyzers(language);
  const content = new Set(analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term])));
  const isUnknown = (term: string) => term === unknown;
  const terms = [...content].map((term) => ({ term, documentFrequency: isUnknown(term) ? 0 : 1, idf: 1 }));
  const evidence: Evidence = { question, passages: [], terms, expansion: null, analyzer };
  const { surface, kind } = readQuestion(evidence);
  // The other two are evidence of the sentence.
  const opposed = contradicts(surface, best, language) ? 1 : 0;
  const numberless = numberlessFor(question, kind, language)(best) ? 1 : 0;
  const found = { ...mismatchesOf(evidence, kind, best), numberless, opposed };
  return Object.entries(found).flatMap(([name, value]) => (value === 0 ? [] : [`${name} ${value}`]));
}

test.each([
  ["What can be derived from symmetry?", "Momentum can be derived from symmetry.", []],
  ["What are intended as computers?", "Turing machines are not intended as computers.", []],
  ["What cells do not carry molecules?", "B cells carry molecules.", ["negation 1"]],
  ["What cells do not carry molecules?", "Red cells do not carry molecules.", []],
  ["Why do the pumps not start?", "The fuse is blown.", []],
  ["I have no receipt. Who pays?", "Ann pays.", []],
  ["Which cells besides T cells carry molecules?", "B cells carry molecules.", []],
  ["Which cells do not carry molecules?", "All cells except red cells carry molecules.", []],
  ["Who are the un-elected members?", "Commissioners are the unelected members.", []],
  ["What new information was shown?", "The formation was shown.", []],
  ["Which policies did they dislike?", "Policies like these were strict.", []],
  ["Who won before the war?", "Ann won after the war.", ["opposed 1"]],
  ["How many of the 4 schools closed?", "Four schools were closed.", []],
  ["How many of the five schools closed?", "The schools were closed.", ["numberless 1"]],
  ["In which two schools did it begin?", "It began in one school in the north and in another one.", []],
  ["Which war began in 1914?", "The war between 12 states began.", []],
  ["What did they decide about PEP 703?", "They decided to accept a PEP.", ["unknownNumber 1"]],
  ["What did they decide about PEP 684?", "They decided to accept PEP 684.", []],
  ["Who took 703 days?", "Ann took some days.", []],
  ["What tentacles do these animals not have?", "These animals lack tentacles.", []],
  ["Who did not allow the landing?", "Two countries refused to allow the landing.", []],
  ["What did it not fail to do?", "It failed to pay.", ["negation 1"]],
  ["Which cities were not destroyed?", "All cities were destroyed, with the exceptions of two.", []],
  ["How is the output of the program written?", "The program reads its input and outputs the answer.", []],
  ["What did the west use against eastern lands?", "It served western control of other lands.", []],
  ["Who was asked about the western lands?", "Ann was asked about the eastern lands.", ["opposed 1"]],
  ["How much does it absorb in increased rain?", "It absorbs more in decreased rain.", ["numberless 1", "opposed 1"]],
  ["What does a berth for a boat cost?", "9.2.1 A berth has a sticker.", ["numberless 1"]],
  ["What does a berth for a boat cost?", "A berth costs twice as much.", []],
] as const)("%s %s", (question, sentence, expected) => {
  expect(mismatches(question, sentence)).toEqual([...expected]);
});

test("words that only together exclude others", () => {
  expect(mismatches("Une absence de plus de quatre jours ?", "Une absence de moins de quatre jours.", "fr")).toEqual([
    "opposed 1",
  ]);
  expect(mismatches("Une absence de plus de quatre jours ?", "Au moins quatre jours.", "fr")).toEqual([]);
  expect(mismatches("Was gilt für längere Pausen?", "Für kürzere Pausen gilt nichts.", "de")).toEqual(["opposed 1"]);
});

test.each([
  ["how_much", "The fee is paid in CHF.", false],
  ["how_much", "The fee is due as per the contract.", true],
  ["how_much", "Members pay on Tuesdays.", true],
  ["when", "Members pay on Tuesdays.", false],
  ["when", "Members pay in March.", false],
  ["when", "Members pay by card.", true],
  ["who", "Members pay by card.", false],
] as const)("a number or time that is asked for: %s, %s", (kind, text, isLacking) => {
  expect(numberlessFor("", kind, "en")(text)).toBe(isLacking);
});

test.each([
  ["How much is a T-shirt?", "T-shirts are printed 5 blocks from here.", "", true, "en"],
  ["How much is a T-shirt?", "T-shirts: 12 dollars.", "", false, "en"],
  ["How much is a T-shirt?", "T-shirts are free for members.", "", false, "en"],
  ["What does a T-shirt cost?", "Children: 13p per day.", "", false, "en"],
  ["What does a T-shirt cost?", "T-shirt: 12", "Prices", false, "en"],
  ["What does a T-shirt cost?", "T-shirt: 12", "Sizes", true, "en"],
  ["How much do I get back?", "A tenth, 10 %, is kept.", "", false, "en"],
  ["How much water is lost?", "Some 3 litres a day.", "", false, "en"],
  ["What must I pay when?", "All members, by 3 May.", "", false, "en"],
  ["Was kostet das im Jahr?", "Mitglied wird man ab 14 Jahren.", "", true, "de"],
  ["Was kostet das im Jahr?", "Der Jahresbeitrag ist 40.", "", false, "de"],
  ["Combien dois-je payer ?", "L’inscription est gratuite.", "", false, "fr"],
  ["¿Cuánto hay que pagar al año?", "No menos de un año.", "", true, "es"],
  ["¿Cuánto hay que pagar al año?", "Quien no pague en un año causa baja.", "", true, "es"],
] as const)("a price that is asked for: %s %s", (question, text, above, isLacking, language) => {
  expect(numberlessFor(question, "how_much", language)(text, above)).toBe(isLacking);
});
