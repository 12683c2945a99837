import { describe, expect, test } from "bun:test";
import { unitsOf } from "../../src/answering/evidence/blocks.ts";

const kinds = (text: string) => unitsOf({ text, outline: [] }, 0, "en").map(({ kind, text: own }) => [kind, own]);

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

  test("a paragraph with a number, an explanation or many words is no heading, however short", () => {
    const lines = [
      "Care of the pump",
      "Deposit 100 euros",
      "Keys: at the gate",
      "Q: why",
      "It hums and needs no care for a year",
      "End.",
    ];
    const text = lines.join("\n\n");
    const outline = lines.map((line) => {
      const start = text.indexOf(line);
      return { kind: "paragraph" as const, level: 0, start, end: start + line.length };
    });
    const found = unitsOf({ text, outline }, 0, "en").map(({ kind }) => kind);
    expect(found).toEqual(["heading", "sentence", "sentence", "heading", "sentence", "sentence"]);
    const headings = outline.map((block) => ({ ...block, kind: "heading" as const, level: 1 }));
    expect(
      unitsOf({ text, outline: headings }, 0, "en")
        .map(({ kind }) => kind)
        .slice(0, 5),
    ).toEqual(lines.slice(0, 5).map(() => "heading"));
  });

  test("the last words of a passage are not a heading", () => {
    expect(kinds("And so it ends")).toEqual([["sentence", "And so it ends"]]);
  });

  test("a long list item is divided into all of its sentences", () => {
    const sentence = "It goes on for so many words that nobody wants to hear all of them.";
    const units = (times: number) => kinds(`- ${Array(times).fill(sentence).join(" ")}\n- Short. It is.`);
    expect(units(3).map(([kind]) => kind)).toEqual(["line", "line"]);
    expect(units(4).map(([, own]) => own)).toEqual([`- ${sentence}`, sentence, sentence, sentence, "- Short. It is."]);
  });

  test("knows its passage and its position", () => {
    expect(unitsOf({ text: " One. Two.", outline: [] }, 4, "en")).toEqual([
      { passage: 4, start: 1, end: 5, text: "One.", kind: "sentence" },
      { passage: 4, start: 6, end: 10, text: "Two.", kind: "sentence" },
    ]);
  });
});
