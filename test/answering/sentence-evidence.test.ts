import { describe, expect, test } from "bun:test";
import type { RetrievedPassage } from "../../src/answering/answer.ts";
import type { Evidence } from "../../src/answering/evidence/evidence.ts";
import { gatherCandidates } from "../../src/answering/evidence/sentence-evidence.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passagesOf } from "./passages.ts";

const analyzer = createAnalyzers()("en");

/** The evidence for each sentence, every content term of the question weighing 1. */
function weighed(question: string, passages: readonly RetrievedPassage[], expansion: Evidence["expansion"] = null) {
  const content = new Set(analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term])));
  const terms = [...content].map((term) => ({ term, documentFrequency: 1, idf: 1 }));
  const evidence: Evidence = { question, passages, terms, expansion, analyzer };
  return gatherCandidates(evidence).map((candidate) => candidate.evidence);
}

function candidatesFor(question: string, passages: readonly RetrievedPassage[]): string[] {
  const terms = analyzer.analyze(question).map(({ term }) => ({ term, documentFrequency: 1, idf: 1 }));
  return gatherCandidates({ question, passages, terms, expansion: null, analyzer }).map(({ unit }) => unit.text);
}

const twoScored = (first: number, second: number) =>
  passagesOf({ text: "The pump hums.", score: first }, { text: "A pump leaks.", score: second });

describe("gatherCandidates", () => {
  test("what the document marks as a heading or a page header answers nothing, whatever it looks like", () => {
    const lines = [
      "22) Molasses cookies of grandma",
      "Page 7 of the family recipes.",
      "Honey does instead of molasses.",
    ] as const;
    const text = lines.join("\n\n");
    const kinds = ["heading", "furniture", "paragraph"] as const;
    const outline = lines.map((line, i) => {
      const start = text.indexOf(line);
      return { kind: kinds[i]!, level: 0, start, end: start + line.length };
    });
    const [passage] = passagesOf(text);
    const question = "What can I take for the molasses in the family cookies?";
    expect(candidatesFor(question, [passage!])).toEqual([...lines]);
    expect(candidatesFor(question, [{ ...passage!, outline }])).toEqual(["Honey does instead of molasses."]);
  });

  test("a passage counts by its share of the highest score", () => {
    const found = weighed("pump", twoScored(0.8, 0.2));
    expect(found.map(({ retrieval }) => retrieval)).toEqual([1, 0.25]);
  });

  test("passages without any score count nothing", () => {
    const found = weighed("pump", twoScored(0, 0));
    expect(found.map(({ retrieval }) => retrieval)).toEqual([0, 0]);
  });

  test("a frequent stop word counts less than a rare one", () => {
    const [both, common, rare] = weighed(
      "Which pump is for the roof?",
      passagesOf("The pump is for heat. The valve is blue. Made for Leeds by Ada. The lid is red. The seal is black."),
    );
    expect(both!.manner).toBeGreaterThan(rare!.manner);
    expect(rare!.manner).toBeGreaterThan(common!.manner);
  });

  test("a sentence counts by its share of the expansion, in any form of the words", () => {
    const expansion = [
      { term: "replacement", weight: 2 },
      { term: "month", weight: 1 },
      { term: "filter", weight: 1 },
      { term: "##s", weight: 1 },
      { term: ".", weight: 1 },
      { term: "the", weight: 1 },
    ];
    const passages = passagesOf("Replace it. Every month, replace the filter. Mind the lid.");
    expect(weighed("When do I change the filter?", passages, expansion).map(({ meaning }) => meaning)).toEqual([
      0.5, 1, 0,
    ]);
    expect(weighed("When do I change the filter?", passages).map(({ meaning }) => meaning)).toEqual([0, 0, 0]);
  });

  test("a term that only the sentence before has counts as before", () => {
    const found = weighed(
      "Is the pump blue?",
      passagesOf("The pump hums. A lid is blue. It is heavy metal. Nothing leaks."),
    );
    expect(found.map(({ before }) => before)).toEqual([0, 0.5, 0.5, 0]);
  });

  test("a sentence adds its own terms, each once, without stop words", () => {
    const found = weighed(
      "Where is the pump?",
      passagesOf("The pump is in the cellar. The pump pumps. A cellar of a cellar is a roof."),
    );
    expect(found.map(({ added }) => added)).toEqual([Math.log(2), Math.log(3)]);
  });
});
