import { describe, expect, test } from "bun:test";
import { groundAnswer } from "../../src/answering/generated/grounding.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passagesOf } from "./passages.ts";

const analyzers = createAnalyzers();

function ground(said: string, sources: readonly string[], language = "en") {
  const grounding = groundAnswer({
    passages: passagesOf(...sources),
    analyzer: analyzers(language),
    unsupported: "drop",
  });
  grounding.push(said);
  return grounding.end();
}

const written = (said: string, ...sources: string[]) => {
  const grounding = groundAnswer({ passages: passagesOf(...sources), analyzer: analyzers("en"), unsupported: "drop" });
  const pieces = [...grounding.push(said), ...grounding.end().pieces];
  return pieces.map((piece) => (piece.type === "text" ? piece.text : "")).join("");
};

const filters = "The air filters of the pump room are changed every six months by the maintenance team.";
const alpha = "The Alpha crane lifts 20 tonnes.";
const beta = "The Beta crane lifts 35 tonnes.";

describe("what a source does not say is dropped", () => {
  test.each([
    "The air filters of the pump room are changed every seven months [1].",
    "The air filters of the pump room are changed every twelve months [1].",
    "The air filters of the pump room are changed every six weeks [1].",
    "The air filters of the pump room are changed every six years [1].",
    "The air filters of the pump room are changed every six months by Siemens [1].",
    "The air filters of the pump room are made of asbestos [1].",
    "The air filters of the pump room are lubricated twice a year [1].",
    "The pump is changed every six months [1].",
    "The air filters of the pump room are rarely changed [1].",
    "The air filters of the pump room are never changed [1].",
    "The air filters of the pump room are only changed by the maintenance team [1].",
    "The air filters are changed every six months and cost 40 euros [1].",
  ])("%s", (said) => expect(written(said, filters)).toBe(""));

  test("another subject, another city", () => {
    expect(written("The Gamma crane lifts 20 tonnes [1].", alpha)).toBe("");
    expect(written("The Alpha crane lifts 35 tonnes [2].", alpha, beta)).toBe("");
    expect(written("The head office is in Paris [1].", "The head office is in Lyon since 1998.")).toBe("");
  });
});

describe("what a source says in another form is kept", () => {
  test.each([
    "The air filters of the pump room are changed every 6 months [1].",
    "The air filters of the pump room are changed every half a dozen months [1].",
    "The maintenance team changes the air filters every six months [1].",
    "The air filters are always changed by the maintenance team [1].",
    "The filters are replaced every six months [1].",
  ])("%s", (said) => expect(written(said, filters)).toBe(said));

  test("two statements in one sentence, each with its marker", () => {
    expect(written("Alpha: 20 tonnes [1]; Beta: 35 tonnes [2].", alpha, beta)).toBe(
      "Alpha: 20 tonnes [1]; Beta: 35 tonnes [2].",
    );
    expect(written("Alpha: 20 tonnes [2]; Beta: 35 tonnes [1].", alpha, beta)).toBe(
      "Alpha: 20 tonnes [1]; Beta: 35 tonnes [2].",
    );
    expect(written("Alpha: 35 tonnes [1]; Beta: 20 tonnes [2].", alpha, beta)).toBe("");
  });

  test("a statement that names its passage", () => {
    expect(written("According to passage 1, the filters are changed every six months.", filters)).toBe(
      "The filters are changed every six months [1].",
    );
  });

  test("a table, each cell with its passage, without a row that nothing supports", () => {
    const table =
      "| Crane | Load |\n|---|---|\n| Alpha | 20 tonnes [1] |\n| Gamma | 90 tonnes [1] |\n| Beta | 35 tonnes | [2]";
    expect(written(table, alpha, beta)).toBe(
      "| Crane | Load |\n|---|---|\n| Alpha | 20 tonnes [1] |\n| Beta | 35 tonnes [2] |",
    );
  });
});

test("the share of supported clauses", () => {
  expect(ground(`${alpha} ${beta} It is red.`, [alpha, beta]).share).toBeCloseTo(2 / 3);
  expect(ground("NO_ANSWER", [alpha]).share).toBeNull();
});
