import { describe, expect, test } from "bun:test";
import type { RetrievedPassage } from "../../src/answering/answer.ts";
import type { Evidence } from "../../src/answering/evidence/evidence.ts";
import { respelt } from "../../src/answering/question/question-model.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { maySpell } from "../../src/language/words/spelling.ts";

describe("a misspelt term", () => {
  test.each([
    ["geegen", "gegeen"],
    ["bismark", "bismarck"],
    ["zeria", "zeira"],
    ["concentraing", "concentrating"],
  ])("%s may stand for %s", (misspelt, term) => {
    expect(maySpell(misspelt, term)).toBe(true);
  });

  test.each([
    ["another beginning", "horses", "norses"],
    ["two errors in a short word", "planet", "pltean"],
    ["other words", "abbey", "abacus"],
    ["too few letters left", "roads", "rod"],
  ])("not with %s", (_, misspelt, term) => {
    expect(maySpell(misspelt, term)).toBe(false);
  });
});

const analyzer = createAnalyzers()("en");
const passage = {
  title: "Benefits",
  section: "Profit sharing",
  text: "You’re eligible after two years. Is Eligible a word?",
};

function evidenceOf(
  question: string,
  missing: readonly string[],
  expansion: readonly string[] | null = null,
): Evidence {
  const terms = analyzer
    .analyze(question)
    .filter(({ stop }) => !stop)
    .map(({ term, start, end }) => ({
      term,
      documentFrequency: missing.includes(question.slice(start, end)) ? 0 : 3,
      idf: 3,
    }));
  const known = expansion?.map((term) => ({ term, weight: 1 })) ?? null;
  return { question, passages: [passage as RetrievedPassage], terms, expansion: known, analyzer };
}

describe("a word that no passage has is read as the nearest of the passages", () => {
  test("in the question and among its terms", () => {
    const read = respelt(evidenceOf("When am I elegible for shares?", ["elegible"]));
    expect(read.question).toBe("When am I eligible for shares?");
    expect(read.terms.map(({ term, documentFrequency }) => [term, documentFrequency > 0])).toEqual([
      [analyzer.analyze("eligible")[0]!.term, true],
      [analyzer.analyze("shares")[0]!.term, true],
    ]);
  });

  test("in a follow-up", () => {
    const asked = evidenceOf("Who is elegible?", ["elegible"]);
    const followUp = { own: "And elegible?", asked: "Who is elegible?", isOther: true, answered: "elegible" };
    expect(respelt({ ...asked, followUp }).followUp).toEqual({
      ...followUp,
      own: "And eligible?",
      asked: "Who is eligible?",
    });
  });

  test.each([
    ["it is short, and no model says that it does not exist", "Is profot shared?", ["profot"], null],
    ["the model knows it", "Is it elegible?", ["elegible"], ["elegible"]],
    ["a passage has it", "Is it elegible?", [], null],
    ["a text has it that is not in the memory", "Is Eligible a word?", ["Eligible"], null],
    ["no word is near", "Is it furnished?", ["furnished"], null],
    ["it has digits", "Is elig1ble allowed?", ["elig1ble"], null],
  ] as const)("not if %s", (_, question, missing, expansion) => {
    const asked = evidenceOf(question, missing, expansion);
    expect(respelt(asked)).toBe(asked);
  });
});
