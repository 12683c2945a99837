/** What is quoted with a unit of a list. */
import { expect, test } from "bun:test";
import { QuotedPassages, quotedWith } from "../../src/answering/choice/lists.ts";
import type { SentenceEvidence } from "../../src/answering/evidence/evidence.ts";
import { passagesOf } from "./passages.ts";

const unlike = { referring: 0 } as SentenceEvidence;
const lines = ["you are allergic to lactose", "you take blood thinners", "you are pregnant"];
const announcement = "Do not take it in these cases:";
const text = `${announcement}\n\n${lines.join("\n")}\n\nStore it in a dry place.`;
const spanOf = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
const lead = spanOf(announcement);
const outline = [
  { kind: "paragraph" as const, level: 0, ...lead },
  ...lines.map((line) => ({ kind: "list_item" as const, level: 1, lead, ...spanOf(line) })),
];

/** What a passage with that list quotes for a sentence of it. */
function quoted(sentence: string): string[] {
  const [passage] = passagesOf(text);
  const unit = { passage: 0, kind: "sentence" as const, text: sentence, ...spanOf(sentence) };
  const places = quotedWith(
    new QuotedPassages([{ ...passage!, outline }]),
    { unit, block: null, evidence: unlike },
    { kind: "yes_no", language: "en" },
  );
  return places.map(({ start, end }) => text.slice(start, end));
}

test("an item comes with what leads its list", () => {
  expect(quoted("you are pregnant")).toEqual([announcement, "you are pregnant"]);
});

test("items without marks that are read as one sentence are all quoted", () => {
  expect(quoted(lines.join("\n"))).toEqual([announcement, ...lines]);
});
