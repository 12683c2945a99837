/** What is quoted with a unit of a list. */
import { describe, expect, test } from "bun:test";
import { usualLength } from "../../src/answering/choice/choice.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { QuotedPassages, quotedWith } from "../../src/answering/choice/quoting.ts";
import type { SentenceEvidence } from "../../src/answering/evidence/evidence.ts";
import type { OutlineBlock } from "../../src/language/structure/outline.ts";
import { evidenceFor } from "./evidence-for.ts";
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
function quoted(sentence: string, kind: "yes_no" | "list"): string[] {
  const [passage] = passagesOf(text);
  const unit = { passage: 0, kind: "sentence" as const, text: sentence, ...spanOf(sentence) };
  const places = quotedWith(
    new QuotedPassages([{ ...passage!, outline }]),
    { unit, block: { passage: 0, units: [unit], leads: [] }, evidence: unlike },
    { kind, language: "en" },
  );
  return places.map(({ start, end }) => text.slice(start, end));
}

test("an item comes with what leads its list", () => {
  expect(quoted("you are pregnant", "yes_no")).toEqual([announcement, "you are pregnant"]);
});

test("an item comes with a lead-in that ends in a colon, however far above its passage that stands; no other lead comes so far", () => {
  const [passage] = passagesOf(lines[2]!);
  const own = { kind: "list_item" as const, level: 1, lead: "before" as const, start: 0, end: lines[2]!.length };
  const unit = { passage: 0, kind: "sentence" as const, text: lines[2]!, start: 0, end: lines[2]!.length };
  const said = { unit, block: { passage: 0, units: [unit], leads: [] }, evidence: unlike };
  const toldWith = (above: string) => {
    const lead = { text: above, start: 100, end: 100 + above.length, items: [] };
    const passages = new QuotedPassages([{ ...passage!, outline: [own], start: 5000, end: 5000 + unit.end, lead }]);
    return quotedWith(passages, said, { kind: "yes_no", language: "en" }).map((place) => passages.textOf(place));
  };
  expect(toldWith(announcement)).toEqual([announcement, lines[2]!]);
  expect(toldWith("It is for adults.")).toEqual([lines[2]!]);
});

test("a lead that only says where to read on is left out", () => {
  const elsewhere = "You can find more information in the leaflet, or read a summary below:";
  const shown = `${elsewhere}\n\n${lines[0]}`;
  const [passage] = passagesOf(shown);
  const item = { start: elsewhere.length + 2, end: shown.length };
  const own = { kind: "list_item" as const, level: 1, lead: { start: 0, end: elsewhere.length }, ...item };
  const unit = { passage: 0, kind: "sentence" as const, text: lines[0]!, ...item };
  const said = { unit, block: { passage: 0, units: [unit], leads: [] }, evidence: unlike };
  const places = quotedWith(new QuotedPassages([{ ...passage!, outline: [own] }]), said, {
    kind: "yes_no",
    language: "en",
  });
  expect(places.map(({ start, end }) => shown.slice(start, end))).toEqual([lines[0]!]);
});

test("a list that is asked for comes whole", () => {
  expect(quoted("you are pregnant", "list")).toEqual([announcement, ...lines]);
});

describe("what a sentence comes with", () => {
  /** The answer to a question from one passage, its blocks as paragraphs. */
  function answered(question: string, ...paragraphs: readonly string[]): readonly string[] {
    const whole = paragraphs.join("\n\n");
    let at = 0;
    const blocks = paragraphs.map((one): OutlineBlock => {
      const start = whole.indexOf(one, at);
      at = start + one.length;
      const kind = one.endsWith("?") ? "heading" : one.startsWith("$") ? "code" : "paragraph";
      return { kind, level: kind === "heading" ? 2 : 0, start, end: at };
    });
    const [passage] = passagesOf({ text: whole, score: 0.6 });
    const evidence = evidenceFor(question, [{ ...passage!, outline: blocks }]);
    const { sentences } = extractAnswer(evidence, { ...usualLength, sentences: 1 });
    return sentences.map(({ start, end }) => whole.slice(start, end));
  }

  test("of a long item only a sentence and those behind it, up to 60 words", () => {
    const sentences = [
      "16.6 Members may bring their dogs.",
      "Dogs must be kept on a lead that is short enough wherever other members and their guests sit.",
      "They must be kept well away from any area where food is being prepared, sold or eaten.",
      "Some events have no place for them, and the board says in good time which of them these are this year.",
      "The club may refuse a dog.",
    ];
    const item = sentences.join(" ");
    const [passage] = passagesOf({ text: item, score: 0.6 });
    const outline: OutlineBlock[] = [{ kind: "list_item", level: 1, start: 0, end: item.length }];
    const evidence = evidenceFor("May members bring dogs?", [{ ...passage!, outline }]);
    const answer = extractAnswer(evidence, { ...usualLength, sentences: 1 });
    expect(answer.sentences.map(({ start, end }) => item.slice(start, end))).toEqual(sentences.slice(0, 3));
  });

  test("steps go on to the commands below, and a sentence about what follows comes with it", () => {
    const paragraphs = ["Tethering is switched on from a shell.", "$ tether on"];
    expect(answered("How do I switch on tethering?", ...paragraphs)).toEqual(paragraphs);
    expect(answered("Is tethering switched on from a shell?", ...paragraphs)).toEqual(paragraphs.slice(0, 1));
    const follows = ["The following command switches tethering on.", "$ tether on"];
    expect(answered("Which command switches tethering on?", ...follows)).toEqual(follows);
  });
});
