import { expect, test } from "bun:test";
import type { RetrievedPassage } from "../../../src/answering/answer.ts";
import { blocksOf, unitsOf } from "../../../src/answering/evidence/blocks.ts";
import type { OutlineBlock } from "../../../src/language/structure/outline.ts";
import { passagesOf } from "../passages.ts";

/** The texts of the blocks of a passage, what leads them in brackets. */
function blocksIn(passage: RetrievedPassage): string[] {
  const units = unitsOf(passage, 0, "en").map((unit) => ({ unit, words: unit.text.split(/\s+/).length }));
  return blocksOf(passage, 0, units).map(({ leads, units: own }) =>
    [...leads.map((lead) => `[${lead}]`), ...own.map(({ text }) => text)].join(" | "),
  );
}

function outlined(text: string, kinds: readonly (readonly [string, Partial<OutlineBlock>])[]): RetrievedPassage {
  const [passage] = passagesOf(text);
  const outline = kinds.map(([part, more]): OutlineBlock => {
    const start = text.indexOf(part);
    return { kind: "paragraph", level: 0, start, end: start + part.length, ...more };
  });
  return { ...passage!, outline };
}

test("without an outline, a paragraph is a block", () => {
  const [passage] = passagesOf(
    "The pump is blue. It is old.\n\nThe valve is red. It is new, and nobody knows why it was ever painted.",
  );
  expect(blocksIn({ ...passage!, outline: [] })).toEqual([
    "The pump is blue. | It is old.",
    "The valve is red. | It is new, and nobody knows why it was ever painted.",
  ]);
});

test("a long paragraph is cut into windows of whole sentences", () => {
  const sentence = `It ${"really ".repeat(28)}works.`;
  const [passage] = passagesOf([sentence, sentence, sentence, sentence].join(" "));
  expect(blocksIn(passage!)).toEqual([`${sentence} | ${sentence}`, `${sentence} | ${sentence}`]);
});

test("a list stays with the sentence that leads it; a heading is in no block", () => {
  const text = "Care\n\nDo not take it if:\n- you are ill\n- you are tired";
  const lead = { start: text.indexOf("Do not"), end: text.indexOf(":") + 1 };
  const passage = outlined(text, [
    ["Care", { kind: "heading", level: 1 }],
    ["Do not take it if:", {}],
    ["- you are ill", { kind: "list_item", level: 1, lead }],
    ["- you are tired", { kind: "list_item", level: 1, lead }],
  ]);
  expect(blocksIn(passage)).toEqual(["Do not take it if: | - you are ill | - you are tired"]);
});

test("a long item is a block of its own", () => {
  const long = `(b) ${Array(5).fill("Dogs must stay on a lead in the whole house.").join(" ")} They are guests.`;
  const passage = outlined(`(a) Visitors sign the book at the door and write down who has brought them.\n${long}`, [
    ["(a) Visitors sign the book at the door and write down who has brought them.", { kind: "list_item", level: 1 }],
    [long, { kind: "list_item", level: 1 }],
  ]);
  const [first, second] = blocksIn(passage);
  expect([first, second?.split(" | ").length]).toEqual([
    "(a) Visitors sign the book at the door and write down who has brought them.",
    6,
  ]);
});

test("what leads a list from in front of the passage is read with it", () => {
  const text = "- you are ill\n- you are tired";
  const passage = {
    ...outlined(text, [
      ["- you are ill", { kind: "list_item", level: 1, lead: "before" }],
      ["- you are tired", { kind: "list_item", level: 1, lead: "before" }],
    ]),
    lead: { text: "Do not take it if:", start: 0, end: 18, items: [] },
  } as const;
  expect(blocksIn(passage)).toEqual(["[Do not take it if:] | - you are ill | - you are tired"]);
});

test("each row of a table is a block", () => {
  const text = "Day: Monday; Time: 9:00\nDay: Friday; Time: 14:00";
  const passage = outlined(text, [
    ["Day: Monday; Time: 9:00", { kind: "table_row" }],
    ["Day: Friday; Time: 14:00", { kind: "table_row" }],
  ]);
  expect(blocksIn(passage)).toEqual(["Day: Monday; Time: 9:00", "Day: Friday; Time: 14:00"]);
});
