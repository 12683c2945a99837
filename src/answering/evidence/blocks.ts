/** Units are sentences, list items and rows; blocks are what the reader reads. */

import { byKnownLanguage, wholeWords } from "../../language/data/by-language.ts";
import type { OutlineBlock } from "../../language/structure/outline.ts";
import { itemLength, type PassageUnit, passageUnits } from "../../language/structure/passage-units.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { QuestionModel } from "../question/question-model.ts";
import { type BlockReading, type Evidence, headingOf, type Reader } from "./evidence.ts";

export interface Block {
  /** The index of its passage. */
  readonly passage: number;
  readonly units: readonly Unit[];
  /** Introduces it from outside: a list's lead-in, the item above an item. */
  readonly leads: readonly string[];
}

export interface SizedUnit {
  readonly unit: Unit;
  readonly words: number;
}

/** Words of a block, unless a single unit is longer; see LONGEST in bench/reader/groups.py. */
const longest = 75;
/** Words; a shorter paragraph is joined to the next one. */
const shortest = 12;

interface PlacedUnit extends SizedUnit {
  /** Its block in the outline; null: none. */
  readonly of: OutlineBlock | null;
}

/** Headings and page headers are in no block, because they are the context of what follows. */
export function blocksOf(passage: RetrievedPassage, number: number, units: readonly SizedUnit[]): readonly Block[] {
  const groups: PlacedUnit[][] = [];
  let open: PlacedUnit[] = [];
  for (const placed of placedIn(passage.outline, units)) {
    if (!isOf(placed, open, passage.text)) {
      open = [];
      groups.push(open);
    }
    if (!isApart(placed)) open.push(placed);
  }
  return groups.flatMap((group): Block[] => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ passage: number, units: group.map(({ unit }) => unit), leads: leadsOf(passage, first) }];
  });
}

function placedIn(outline: readonly OutlineBlock[], units: readonly SizedUnit[]): readonly PlacedUnit[] {
  let at = 0;
  return units.map(({ unit, words }) => {
    while (at < outline.length && outline[at]!.end <= unit.start) at++;
    const own = outline[at];
    return { unit, words, of: own !== undefined && own.start < unit.end ? own : null };
  });
}

const isApart = ({ unit, of }: PlacedUnit) =>
  unit.kind === "heading" || of?.kind === "heading" || of?.kind === "furniture" || (of !== null && headsGroup(of));

/** A row of one cell above the rows of a group. */
export const headsGroup = ({ kind, header, cells }: OutlineBlock) =>
  kind === "table_row" && header === true && cells?.length === 1;

function isOf(placed: PlacedUnit, open: readonly PlacedUnit[], text: string): boolean {
  const before = open.at(-1);
  if (before === undefined || isApart(placed)) return false;
  const words = open.reduce((sum, one) => sum + one.words, 0);
  if (words + placed.words > longest) return false;
  if (before.unit.kind === "question" || belong(before, placed, text)) return true;
  return words < shortest && before.of !== null && before.of.kind === placed.of?.kind && placed.of.kind !== "table_row";
}

function belong(before: PlacedUnit, { of, unit }: PlacedUnit, text: string): boolean {
  if (of === null) return before.of === null && !/\n\s*\n/u.test(text.slice(before.unit.end, unit.start));
  if (of === before.of) return true;
  if (of.kind !== "list_item" || of.end - of.start > itemLength) return false;
  return before.of?.kind === "list_item" || isLead(of.lead, before.unit, unit);
}

function isLead(lead: OutlineBlock["lead"], { start, end }: Unit, item: Unit): boolean {
  return typeof lead === "object" && lead.start < end && lead.end > start && end <= item.start;
}

function leadsOf(passage: RetrievedPassage, { of, unit }: PlacedUnit): readonly string[] {
  if (of?.kind !== "list_item" && of?.kind !== "table_row") return [];
  const { lead, parent } = of;
  const texts = [
    lead === "before" ? passage.lead?.text : spanBefore(passage.text, lead, unit),
    parent === "before" ? passage.lead?.items.at(-1)?.text : spanBefore(passage.text, parent, unit),
  ];
  return texts.filter((text): text is string => text !== undefined && text !== "");
}

function spanBefore(text: string, span: Exclude<OutlineBlock["lead"], "before">, { start }: Unit): string {
  return span === undefined || span.end > start ? "" : text.slice(span.start, span.end);
}

/** The most blocks that are read, and words before the last of them: some 100 ms of processor time. */
const budget = { blocks: 4, words: 170 };
/** While none is likely to answer, as with a question in other words than the text's. */
const widerBudget = { blocks: 7, words: 300 };
/** Words of a block that the reader takes in; see `most` in models/reader-model.ts. */
const mostRead = 85;
/** Log-odds after which no second, or no third, block is read: as many right answers as without. */
const plain = { first: 3.5, second: 0.5 };

export type Readings = ReadonlyMap<Block, BlockReading>;

function isEnough(blocks: number, words: number, highest: number): boolean {
  const isPlain = blocks > 0 && highest >= (blocks === 1 ? plain.first : plain.second);
  const most = highest < 0 ? widerBudget : budget;
  return isPlain || blocks >= most.blocks || (blocks > 0 && words > most.words);
}

/** @param likeliest by words, best first */
export function readBlocks(
  reader: Reader,
  evidence: Evidence,
  { everywhere }: QuestionModel,
  likeliest: readonly { readonly block: Block }[],
): Readings {
  const read = new Map<Block, BlockReading>();
  let [words, highest] = [0, Number.NEGATIVE_INFINITY];
  for (const { block } of likeliest) {
    if (read.has(block)) continue;
    const units = [...block.leads, ...block.units.map(({ text }: Unit) => text)];
    words += Math.min(mostRead, units.join(" ").split(" ").length);
    if (isEnough(read.size, words, highest)) break;
    const reading = reader.read(evidence.followUp?.asked ?? evidence.question, {
      context: contextOf(evidence, block, everywhere),
      units,
    });
    highest = Math.max(highest, reading.answers);
    read.set(block, reading);
  }
  return read;
}

/** Title and headings; of a turn, its speaker and the turn before. Before them, what the whole document is about. */
function contextOf({ passages }: Evidence, { passage, units }: Block, everywhere: readonly string[]): string {
  const own = passages[passage]!;
  const parts = headingOf(own).split("\n");
  const isAbout = (word: string) =>
    !holds([...parts, ...units.map(({ text }) => text)], word) &&
    passages.some(({ sourceId, text }) => sourceId === own.sourceId && holds([text], word));
  return [...new Set([...everywhere.filter(isAbout), ...parts].filter((part) => part !== ""))].join(" > ");
}

const holds = (texts: readonly string[], word: string) =>
  texts.some((text) => text.toLowerCase().includes(word.toLowerCase()));

export interface Unit extends PassageUnit {
  /** The index of its passage. */
  readonly passage: number;
  /** `passages[passage].text.slice(start, end)`. */
  readonly text: string;
}

/** In order, with all visible text. @param language BCP 47 */
export function unitsOf(
  { text, outline }: Pick<RetrievedPassage, "text" | "outline">,
  passage: number,
  language: string,
): Unit[] {
  const units = passageUnits(text, language, outline);
  return units.map((unit) => ({ passage, ...unit, text: text.slice(unit.start, unit.end) }));
}

export function announces({ text }: Pick<Unit, "text">): boolean {
  return /[:：]$/u.test(text);
}

const pointersIn = byKnownLanguage(({ followUps: { pointers }, spacing }) => {
  const after = spacing === "words" ? String.raw`(?![\p{L}\p{M}])` : "";
  return new RegExp(String.raw`^[\s"'“„«(\[]*(?:${pointers})${after}`, "iu");
});

/** It begins with `It`, `Its effect`, `He`, `This`. */
export function refersBack(sentence: string, language: string): boolean {
  return pointersIn(language)?.test(sentence) === true;
}

const readOnIn = byKnownLanguage(({ readOn }) =>
  readOn === undefined ? null : new RegExp(String.raw`^[\s([*_-]{0,4}(?:${readOn})(?!\p{L})`, "iu"),
);

export function refersElsewhere(sentence: string, language: string): boolean {
  return readOnIn(language)?.test(sentence) === true;
}

const announcingIn = byKnownLanguage((language) =>
  language.announcing === undefined ? null : new RegExp(wholeWords(language, language.announcing), "iu"),
);

/** As in `the following table`. */
export function pointsAhead(sentence: string, language: string): boolean {
  return announcingIn(language)?.test(sentence) === true;
}
