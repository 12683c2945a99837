import { describe, expect, test } from "bun:test";
import { announcementOf, listAround } from "../../src/answering/extractive/list-items.ts";
import { type Unit, unitsOf } from "../../src/answering/extractive/units.ts";
import type { QuestionKind } from "../../src/languages/language.ts";

const kinds = (text: string) => unitsOf(text, 0, "en").map(({ kind, text: own }) => [kind, own]);

describe("unitsOf", () => {
  test("distinguishes headings, questions, lines and sentences", () => {
    const text =
      "Care of the pump\n\nIs it loud?\n\nIt hums. Do this:\n- Open it. Mind the seal.\n- Close it\n\nSize: 3; Colour: red";
    expect(kinds(text)).toEqual([
      ["heading", "Care of the pump"],
      ["question", "Is it loud?"],
      ["sentence", "It hums."],
      ["sentence", "Do this:"],
      ["line", "- Open it. Mind the seal."],
      ["line", "- Close it"],
      ["line", "Size: 3; Colour: red"],
    ]);
  });

  test("the last words of a passage are not a heading", () => {
    expect(kinds("And so it ends")).toEqual([["sentence", "And so it ends"]]);
  });

  test("a long list item is divided into sentences", () => {
    const text = `- ${"It goes on and on. ".repeat(50)}`;
    expect(unitsOf(text, 0, "en").every((unit) => unit.end - unit.start <= 600)).toBe(true);
  });

  test("knows its passage and its position", () => {
    expect(unitsOf(" One. Two.", 4, "en")).toEqual([
      { passage: 4, start: 1, end: 5, text: "One.", kind: "sentence" },
      { passage: 4, start: 6, end: 10, text: "Two.", kind: "sentence" },
    ]);
  });
});

describe("listAround", () => {
  const text = "To clean it:\n1. Open it.\n2. Close it.\n\nIt is red. See:\n- this\n- that";
  const units = unitsOf(text, 0, "en");
  const around = (start: string, kind: QuestionKind = "other") => {
    const chosen = units.find((unit) => unit.text.startsWith(start)) as Unit;
    return listAround(text, chosen, { kind, language: "en" }).map((unit) => unit.text);
  };

  test("an introduction brings its list", () => {
    expect(around("To clean")).toEqual(["To clean it:", "1. Open it.", "2. Close it."]);
    expect(around("See")).toEqual(["See:", "- this", "- that"]);
  });

  test("a sentence that ends in a colon brings the next one", () => {
    const prose = "It has one rule:\n\nKeep it dry. It is red.";
    const [first] = unitsOf(prose, 0, "en");
    const found = listAround(prose, first!, { kind: "other", language: "en" });
    expect(found.map((unit) => unit.text)).toEqual(["It has one rule:", "Keep it dry."]);
  });

  test("an item brings its list when steps or a list are asked for", () => {
    expect(around("2.", "how_to")).toEqual(["To clean it:", "1. Open it.", "2. Close it."]);
    expect(around("- that", "list")).toEqual(["See:", "- this", "- that"]);
    expect(around("2.", "when")).toEqual(["2. Close it."]);
  });

  describe("lines without marks", () => {
    const lines =
      "Check the pump:\n\nOpen the lid. It is heavy.\nClean the inner filter\nClose the lid again\n\nIt is red.";
    const all = unitsOf(lines, 0, "en");
    const unitAt = (start: string) => all.find((unit) => unit.text.startsWith(start)) as Unit;
    const whole = ["Check the pump:", "Open the lid.", "It is heavy.", "Clean the inner filter", "Close the lid again"];
    const listOf = (start: string, kind: QuestionKind) =>
      listAround(lines, unitAt(start), { kind, language: "en" }).map((unit) => unit.text);

    test("are items", () => {
      expect(unitAt("Clean").kind).toBe("line");
      expect(unitAt("Close").kind).toBe("line");
    });

    test("come with what announces them", () => {
      expect(listOf("Check", "other")).toEqual(whole);
    });

    test("come together when steps are asked for", () => {
      expect(listOf("Open", "how_to")).toEqual(whole);
      expect(listOf("Open", "other")).toEqual(["Open the lid."]);
      expect(listOf("It is red", "how_to")).toEqual(["It is red."]);
    });

    test("have an announcement", () => {
      expect(announcementOf(lines, unitAt("Open"), "en")?.text).toBe("Check the pump:");
      expect(announcementOf(lines, unitAt("It is red"), "en")).toBeNull();
      expect(announcementOf(text, units.find((unit) => unit.text === "- that") as Unit, "en")?.text).toBe("See:");
    });
  });

  test("any other sentence stays alone", () => {
    expect(around("It is", "how_to")).toEqual(["It is red."]);
  });

  test("a long list is cut", () => {
    const long = `All:\n${Array.from({ length: 40 }, (_, i) => `- item ${i}`).join("\n")}`;
    const [head] = unitsOf(long, 0, "en");
    expect(listAround(long, head as Unit, { kind: "list", language: "en" })).toHaveLength(13);
  });
});
