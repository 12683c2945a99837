import { describe, expect, test } from "bun:test";
import type { Answer } from "../../../src/answering/answer.ts";
import { citesAllWanted, type EvalResult, isRight, wantsQuoted } from "../../../src/cli/asking/answer-checks.ts";
import { measureAnswers } from "../../../src/cli/asking/answer-measures.ts";
import type { EvalQuestion } from "../../../src/cli/asking/eval-set.ts";

interface Given {
  readonly text?: string;
  readonly confidence?: number;
  readonly refused?: boolean;
  /** Document and quote of each citation. */
  readonly quotes?: readonly (readonly [string, string])[];
}

function result(
  asked: Partial<EvalQuestion>,
  { text = "", confidence = 0.9, refused = false, quotes = [] }: Given,
): EvalResult {
  const question: EvalQuestion = {
    id: "q",
    question: "When was it built?",
    kind: null,
    answers: [],
    wants: [],
    answerable: null,
    judged: new Map(),
    ...asked,
  };
  const citations = quotes.map(([externalId, quote]) => ({ quote, passage: { externalId } }));
  const answer = { text, confidence, abstained: refused, citations } as unknown as Answer;
  return { question, ranked: [], answer, kind: asked.kind ?? "when", faults: 0 };
}

const known = { answers: ["1932"] };

describe("an answer is right", () => {
  test("if it contains a known answer and is not a refusal", () => {
    expect(isRight(result(known, { text: "Built in 1932. [1]" }))).toBe(true);
    expect(isRight(result(known, { text: "Built in 1933." }))).toBe(false);
    expect(isRight(result(known, { text: "Built in 1932.", refused: true }))).toBe(false);
  });

  test("never for an unanswerable question", () => {
    expect(isRight(result({ ...known, answerable: false }, { text: "Built in 1932." }))).toBe(false);
  });

  test("if it quotes half of the wanted texts, from their documents", () => {
    const wants = [
      { document: "a", words: ["opened", "1835"] },
      { document: "b", words: ["1852"] },
    ];
    const one = result(
      { wants },
      {
        quotes: [
          ["a", "It opened in 1835."],
          ["a", "Not in 1852."],
        ],
      },
    );
    expect([wantsQuoted(one), isRight(one), citesAllWanted(one)]).toEqual([1, true, false]);
    const none = result(
      { wants },
      {
        quotes: [
          ["b", "It opened."],
          ["a", "In 1852."],
        ],
      },
    );
    expect([wantsQuoted(none), isRight(none), citesAllWanted(none)]).toEqual([0, false, true]);
  });
});

describe("measureAnswers", () => {
  const results = [
    result(known, { text: "Built in 1932.", confidence: 0.95 }),
    result(known, { text: "Built in 1933.", confidence: 0.85 }),
    result(known, { text: "Built in 1932.", confidence: 0.85 }),
    result(known, { refused: true, confidence: 0.1 }),
    result({ answerable: false, kind: "why" }, { text: "For trains.", confidence: 0.8 }),
    result({ kind: "of its own", question: "Nobody knows" }, { text: "x" }),
  ];
  const measures = measureAnswers(results);

  test("counts wrong answers among the given answers", () => {
    expect(measures.answerHolds).toBe(0.5);
    expect(measures.answeredWrongly).toBe(0.5);
  });

  test("compares the confidence of each tenth with its share of right answers", () => {
    expect(measures.calibration.bins).toEqual([
      { from: 0.8, answers: 3, confidence: expect.closeTo(0.8333, 3), right: expect.closeTo(1 / 3, 6) },
      { from: 0.9, answers: 1, confidence: 0.95, right: 1 },
    ]);
    expect(measures.calibration.error).toBeCloseTo((3 * 0.5 + 0.05) / 4, 6);
  });

  test("reports each kind of question with known answers", () => {
    expect(
      measures.kinds.map(({ kind, questions, right, refused, wrong }) => [kind, questions, right, refused, wrong]),
    ).toEqual([
      ["when", 4, 0.5, 0.25, 0.25],
      ["why", 1, 0, 0, 1],
    ]);
  });
});
