/** A sentence is quoted with its list's lead-in, the sentence it refers to (`It was …`), and what its colon leads to. */
import type { QuestionKind } from "../../language/data/language.ts";
import type { OutlineBlock, PassageLead } from "../../language/structure/outline.ts";
import { itemLength } from "../../language/structure/passage-units.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { announces, headsGroup, pointsAhead, refersElsewhere, type Unit } from "../evidence/blocks.ts";
import type { Candidate } from "../evidence/sentence-evidence.ts";

export const mostItems = 12;

/** In characters. A lead-in farther above an item belongs to another list, unless it ends in a colon. */
const farthestLead = 1200;

/** Code points of white space between adjacent passages. */
const widestGap = 8;

/** The found passages, then texts before a passage that introduce its list. */
export class QuotedPassages {
  readonly all: RetrievedPassage[];

  constructor(found: readonly RetrievedPassage[]) {
    this.all = [...found];
  }

  at(number: number): RetrievedPassage {
    return this.all[number]!;
  }

  textOf({ passage, start, end }: PassageSpan): string {
    return this.at(passage).text.slice(start, end);
  }

  /** −1: not in the outline. */
  indexOf({ passage, start }: PassageSpan): number {
    return this.at(passage).outline.findIndex((one) => one.start <= start && start < one.end);
  }

  /** The lead-in before a passage that introduces its first items. */
  lead(number: number): PassageSpan | null {
    const own = this.at(number);
    const { lead } = own;
    if (lead === null) return null;
    const isFar = own.start - lead.end > farthestLead;
    const isHeading = [lastHeading(own.section), own.title].includes(lead.text.trim());
    return (isFar || isHeading) && !announces(lead) ? null : this.#before(own, lead);
  }

  /** The item before a passage that its first items are nested in. */
  itemAbove(number: number): PassageSpan | null {
    const own = this.at(number);
    const above = own.lead?.items.at(-1);
    return above === undefined || own.start - above.end > farthestLead ? null : this.#before(own, above);
  }

  #before(own: RetrievedPassage, { text, start, end }: Omit<PassageLead, "items">): PassageSpan {
    const known = this.all.findIndex((one) => one.start === start && one.text === text && isOfSameText(one, own));
    const place = { text, start, end, outline: [], places: [], lead: null, reading: null };
    return { passage: known >= 0 ? known : this.all.push({ ...own, ...place }) - 1, start: 0, end: text.length };
  }

  /** The passage with which the text continues; −1: it was not found. */
  after(number: number): number {
    const own = this.at(number);
    return this.all.findIndex(
      (other) => isOfSameText(other, own) && other.start >= own.end && other.start - own.end <= widestGap,
    );
  }
}

const isOfSameText = (a: RetrievedPassage, b: RetrievedPassage) =>
  a.sourceId === b.sourceId && a.sourceVersion === b.sourceVersion;

export interface QuotedFor {
  readonly kind: QuestionKind;
  readonly language: string;
  /** What the question asks of a row; null or absent: all of it. */
  readonly cellsOf?: (text: string, row: OutlineBlock) => readonly TextSpan[] | null;
  /** Whether the question has all content words of a text; absent: it is not known. */
  readonly isNamed?: (text: string) => boolean;
}

/** They ask for one thing, which not all items below the one that they name say. */
const singular: ReadonlySet<QuestionKind> = new Set(["yes_no", "when", "where", "who", "how_much", "how_many"]);

type QuotedUnit = Pick<Candidate, "unit" | "block" | "evidence">;

/** In the order of the text. */
export function quotedWith(passages: QuotedPassages, said: QuotedUnit, asked: QuotedFor): readonly PassageSpan[] {
  const { unit } = said;
  const { kind, language, cellsOf } = asked;
  const number = unit.passage;
  const { outline, text } = passages.at(number);
  const at = passages.indexOf(unit);
  const own = outline[at];
  if (own?.kind === "list_item") return itemQuoted(passages, said, at, asked);
  if (own?.kind === "table_row") {
    const cells = kind === "list" ? null : cellsOf?.(text, own)?.map((cell) => spanOf(number, cell));
    const rows = kind === "list" ? rowsQuoted(passages, number, at) : [unit];
    return [...groupAbove(passages, number, own), ...(cells ?? rows)];
  }
  return [
    ...antecedentOf(said),
    unit,
    ...ledTo(passages, unit, at, kind === "how_to" || pointsAhead(unit.text, language)),
  ];
}

/** Of a long item, the sentence and those behind it, as far as they are short; null: all of the item. */
function partsOf(said: QuotedUnit, { start, end }: OutlineBlock) {
  const { unit, block } = said;
  if (end - start <= itemLength || unit.end - unit.start >= end - start) return null;
  let words = wordsOf(unit);
  const behind = block.units.filter((one) => {
    if (one.start < unit.end || one.start >= end) return false;
    words += wordsOf(one);
    return words <= mostOfItem;
  });
  return [...antecedentOf(said), unit, ...behind];
}

export const wordsOf = ({ text }: Pick<Unit, "text">) => text.split(/\s+/).length;

/** Words; a longer item is not quoted whole. */
const mostOfItem = 60;

/** The sentence before, if this one begins by referring to it. */
function antecedentOf({ unit, block, evidence }: QuotedUnit): readonly Unit[] {
  const before = block.units[block.units.findIndex(({ start }) => start === unit.start) - 1];
  if (before?.kind !== "sentence" || announces(before) || evidence.referring === 0) return [];
  return wordsOf(before) <= mostWords ? [before] : [];
}

/** A longer sentence is not quoted for the sake of the next one. */
const mostWords = 40;

/** A colon leads to a list, or to what follows its paragraph; other sentences lead to no text. */
function ledTo(passages: QuotedPassages, unit: Unit, at: number, leadsOn: boolean): readonly PassageSpan[] {
  const { outline } = passages.at(unit.passage);
  const own = outline[at];
  if (announces(unit)) {
    const first = outline.findIndex((one) => one.kind === "list_item" && leadIs(one, unit));
    if (first >= 0) return listFrom(passages, unit.passage, first);
    return own === undefined || unit.end < own.end ? [] : announced(passages, unit.passage, at + 1);
  }
  const next = outline[at + 1]?.kind;
  if (!leadsOn || own === undefined || next === "paragraph" || next === "quote") return [];
  return announced(passages, unit.passage, at + 1);
}

/** What a colon without a marked list leads to: a listing, rows or a sentence, perhaps in the next passage. */
function announced(passages: QuotedPassages, number: number, at: number): readonly PassageSpan[] {
  const following = passages.at(number).outline[at];
  if (following === undefined) {
    const next = at === 0 ? -1 : passages.after(number);
    return next < 0 ? [] : announced(passages, next, 0);
  }
  const { kind } = following;
  if (kind === "list_item") return listFrom(passages, number, at);
  if (kind === "table_row") return rowsQuoted(passages, number, at);
  const isShort = following.end - following.start <= longestListing;
  return (kind === "code" || kind === "paragraph" || kind === "quote") && isShort ? [spanOf(number, following)] : [];
}

/** UTF-16 units; longer listings and paragraphs are not quoted after a colon. */
const longestListing = 600;

function leadIs({ lead }: OutlineBlock, { start, end }: TextSpan): boolean {
  return lead !== undefined && lead !== "before" && lead.start < end && start < lead.end;
}

/** An item, or parts of it, with its lead-in, the item above and nested items; the list, or what the question names of it. */
function itemQuoted(passages: QuotedPassages, said: QuotedUnit, at: number, asked: QuotedFor): readonly PassageSpan[] {
  const number = said.unit.passage;
  const { outline } = passages.at(number);
  const own = outline[at]!;
  const named = namedItem(passages, number, at, asked);
  const isWhole = named < 0 && (asked.kind === "list" || asked.kind === "how_to");
  const parts = named < 0 ? (partsOf(said, own) ?? [own, ...nested(outline, at)]) : nested(outline, named);
  const items = isWhole ? listFrom(passages, number, firstOf(outline, at)) : parts.map((one) => spanOf(number, one));
  const above = isWhole ? null : named < 0 ? itemAbove(passages, number, own) : spanOf(number, outline[named]!);
  const lead = leadOf(passages, number, own);
  const isTold =
    lead !== null &&
    !refersElsewhere(passages.textOf(lead), asked.language) &&
    (above === null || announces({ text: passages.textOf(lead) }));
  return [...(isTold ? [lead] : []), ...(above === null ? [] : [above]), ...items];
}

/** The item with nested items, this or the one above, whose words the question has; −1: none. */
function namedItem(passages: QuotedPassages, number: number, at: number, { kind, isNamed }: QuotedFor): number {
  if (isNamed === undefined || singular.has(kind)) return -1;
  const { outline, text } = passages.at(number);
  const { parent } = outline[at]!;
  const above = typeof parent === "object" ? outline.findIndex(({ start }) => start === parent.start) : -1;
  const isAsked = (i: number) =>
    i >= 0 && nested(outline, i).length > 0 && isNamed(text.slice(outline[i]!.start, outline[i]!.end));
  return [at, above].find(isAsked) ?? -1;
}

/** Whether it is an item of a list of which the question names another part. */
export function isOfOtherPart(passages: QuotedPassages, best: Unit, other: Unit, asked: QuotedFor): boolean {
  const [at, otherAt] = [passages.indexOf(best), passages.indexOf(other)];
  const { outline } = passages.at(best.passage);
  const areItems = [at, otherAt].every((i) => outline[i]?.kind === "list_item");
  if (!areItems || best.passage !== other.passage) return false;
  const named = namedItem(passages, best.passage, at, asked);
  return named >= 0 && !nested(outline, named).includes(outline[otherAt]!);
}

/** Words; a longer item says enough for itself, and too much for those below it. */
const mostOfAbove = 12;

/** The item that an item is nested in, such as the term of a definition, if it is short or announces. */
function itemAbove(passages: QuotedPassages, number: number, { parent }: OutlineBlock): PassageSpan | null {
  const above = parent === "before" ? passages.itemAbove(number) : parent && spanOf(number, parent);
  if (!above) return null;
  const text = passages.textOf(above);
  return announces({ text }) || wordsOf({ text }) <= mostOfAbove ? above : null;
}

function groupAbove(passages: QuotedPassages, number: number, { lead, parent }: OutlineBlock): readonly PassageSpan[] {
  const above = parent === "before" ? passages.itemAbove(number) : null;
  if (above !== null) return passages.textOf(above).includes(";") ? [] : [above];
  const starts = [lead, parent].map((span) => (typeof span === "object" ? span.start : -1));
  const group = passages.at(number).outline.find((one) => headsGroup(one) && starts.includes(one.start));
  return group === undefined ? [] : [spanOf(number, group)];
}

/** All rows of a small table, including the next passage's; of a large one, this row. */
function rowsQuoted(passages: QuotedPassages, number: number, at: number): readonly PassageSpan[] {
  const { outline } = passages.at(number);
  let first = at;
  while (isRow(outline[first - 1])) first--;
  const rows = rowsFrom(passages, number, outline[first]?.header === true ? first + 1 : first);
  return rows.length > mostItems ? [spanOf(number, outline[at]!)] : rows;
}

function rowsFrom(passages: QuotedPassages, number: number, first: number): readonly PassageSpan[] {
  const { outline } = passages.at(number);
  const end = outline.findIndex((one, i) => i >= first && !isRow(one));
  const rows = outline.slice(first, end < 0 ? outline.length : end).map((one) => spanOf(number, one));
  const next = end < 0 && rows.length <= mostItems ? passages.after(number) : -1;
  return next >= 0 && passages.at(next).outline[0]?.lead === "before"
    ? [...rows, ...rowsFrom(passages, next, 0)]
    : rows;
}

const isRow = (one: OutlineBlock | undefined) => one?.kind === "table_row" && one.header !== true;

const spanOf = (passage: number, { start, end }: TextSpan): PassageSpan => ({ passage, start, end });

/** Null: none, or one that announces nothing and is too far above or a heading. */
function leadOf(passages: QuotedPassages, number: number, { lead, start }: OutlineBlock): PassageSpan | null {
  if (lead === undefined) return null;
  if (lead === "before") return passages.lead(number);
  const { outline, text } = passages.at(number);
  const isHeading = outline.some(({ kind, start, end }) => kind === "heading" && start < lead.end && lead.start < end);
  const isApart = isHeading || start - lead.end > farthestLead;
  return isApart && !announces({ text: text.slice(lead.start, lead.end) }) ? null : spanOf(number, lead);
}

/** The items below an item, and its continuations. */
function nested(outline: readonly OutlineBlock[], at: number): readonly OutlineBlock[] {
  const { level } = outline[at]!;
  const end = outline.findIndex(
    (one, i) => i > at && !(one.kind === "list_item" && (one.level > level || one.continues === true)),
  );
  return outline.slice(at + 1, Math.min(end < 0 ? outline.length : end, at + mostItems));
}

function firstOf(outline: readonly OutlineBlock[], at: number): number {
  let first = at;
  while (isSameList(outline[first - 1], outline[at]!)) first--;
  // The item comes first if too many precede it.
  return at - first < mostItems ? first : at;
}

function isSameList(one: OutlineBlock | undefined, other: OutlineBlock): boolean {
  if (one?.kind !== "list_item") return false;
  const placeOf = ({ lead }: OutlineBlock) => (typeof lead === "object" ? lead.start : lead);
  return placeOf(one) === placeOf(other);
}

/** Includes items with which the next passage continues. */
function listFrom(passages: QuotedPassages, number: number, first: number): readonly PassageSpan[] {
  const { outline } = passages.at(number);
  const end = outline.findIndex((one, i) => i >= first && !isSameList(one, outline[first]!));
  const items = outline
    .slice(first, Math.min(end < 0 ? outline.length : end, first + mostItems))
    .map((one) => spanOf(number, one));
  const next = end < 0 && items.length < mostItems ? passages.after(number) : -1;
  if (next < 0) return items;
  const rest = passages.at(next).outline;
  const stop = rest.findIndex(({ kind, lead }) => kind !== "list_item" || lead !== "before");
  const more = rest.slice(0, Math.min(stop < 0 ? rest.length : stop, mostItems - items.length));
  return [...items, ...more.map((one) => spanOf(next, one))];
}
