import { describe, expect, test } from "bun:test";
import { groundAnswer } from "../../src/answering/generated/grounding.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passagesOf } from "./passages.ts";
import { pushed } from "./pushed.ts";

const analyzers = createAnalyzers();

function ground(said: string, sources: readonly string[], language = "en") {
  const grounding = groundAnswer({
    passages: passagesOf(...sources),
    analyzer: analyzers(language),
    unsupported: "drop",
  });
  pushed(grounding, said);
  return grounding.end();
}

const written = (said: string, ...sources: string[]) => {
  const grounding = groundAnswer({ passages: passagesOf(...sources), analyzer: analyzers("en"), unsupported: "drop" });
  const pieces = [...pushed(grounding, said), ...grounding.end().pieces];
  return pieces.map((piece) => (piece.type === "text" ? piece.text : "")).join("");
};

const filters = "The air filters of the pump room are changed every six months by the maintenance team.";
const alpha = "The Alpha crane lifts 20 tonnes.";
const beta = "The Beta crane lifts 35 tonnes.";

describe("what a source does not say is removed", () => {
  test.each([
    "The air filters of the pump room are changed every seven months [1].",
    "The air filters of the pump room are changed every twelve months [1].",
    "The air filters of the pump room are changed every six weeks [1].",
    "The air filters of the pump room are changed every six years [1].",
    "The air filters of the pump room are changed every six months by Siemens [1].",
    "The air filters of the pump room are made of asbestos [1].",
    "The air filters of the pump room are lubricated twice a year [1].",
    "The air filters of the pump room are rarely changed [1].",
    "The air filters of the pump room are never changed [1].",
    "The air filters of the pump room are only changed by the maintenance team [1].",
    "The air filters are changed every six months and cost 40 euros [1].",
  ])("%s", (said) => {
    expect(ground(said, [filters]).removed).toEqual([said.replace(" [1]", "")]);
    expect(written(said, filters)).toBe(filters.replace(".", " [1]."));
  });

  test("of two conditions that differ by a denial, each has its own consequence", () => {
    const doors = "If the lamp is on, the door opens; if the lamp is not on, the door stays shut.";
    const turned = "If the lamp is not on, the door opens; if the lamp is on, the door stays shut [1].";
    expect(ground(turned, [doors]).removed).toEqual([turned.replace(" [1]", "")]);
  });

  test("another subject, another city", () => {
    expect(written("The pump is changed every six months [1].", filters)).toBe("");
    expect(written("The Gamma crane lifts 20 tonnes [1].", alpha)).toBe("");
    expect(written("The Alpha crane lifts 35 tonnes [2].", alpha, beta)).toBe("The Alpha crane lifts 20 tonnes [1].");
    expect(written("The head office is in Paris [1].", "The head office is in Lyon since 1998.")).toBe(
      "The head office is in Lyon since 1998 [1].",
    );
  });

  test("a source's sentence ends one sentence at most", () => {
    const said = "The Alpha crane lifts 35 tonnes [1]. The Alpha crane lifts 45 tonnes [1].";
    expect(written(said, alpha)).toBe("The Alpha crane lifts 20 tonnes [1].");
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

describe("words with which a source's sentence begins", () => {
  const shownAfter = (...pieces: string[]) => {
    const grounding = groundAnswer({ passages: passagesOf(filters), analyzer: analyzers("en"), unsupported: "drop" });
    return pieces.map((piece) =>
      pushed(grounding, piece)
        .map((each) => (each.type === "text" ? each.text : ""))
        .join(""),
    );
  };

  test("are shown as they come, whole words only", () => {
    expect(shownAfter("The", " air", " fil", "ters of", " the pump room", " are made of")).toEqual([
      "",
      "",
      "The air",
      " filters",
      " of the pump",
      " room are",
    ]);
  });

  test("are not shown before they say something, in a row of a table, or after words that are held", () => {
    expect(shownAfter("The air").join("")).toBe("");
    expect(shownAfter("| The air filters of the pump").join("")).toBe("");
    expect(shownAfter("No. The air filters of the pump").join("")).toBe("");
  });

  test("are a part of what is marked as unsupported", () => {
    const grounding = groundAnswer({ passages: passagesOf(filters), analyzer: analyzers("en"), unsupported: "mark" });
    const before = pushed(grounding, "The air filters of the ");
    const said = "The air filters of the harbour are red.";
    const after = pushed(grounding, said.slice(23));
    const grounded = grounding.end();
    expect(before.map((piece) => piece.type === "text" && piece.text)).toEqual(["The air filters of the"]);
    expect(after).toEqual([]);
    expect(grounded.text).toBe(`${said} [unsupported]`);
    expect(grounded.unsupported).toEqual([{ start: 0, end: said.length }]);
  });
});

test("the share of supported clauses", () => {
  expect(ground(`${alpha} ${beta} It is red.`, [alpha, beta]).share).toBeCloseTo(2 / 3);
  expect(ground("NO_ANSWER", [alpha]).share).toBeNull();
});
