/**
 * What is quoted with a unit of a list: what introduces it, the item that it hangs under, and the whole list where the question
 * asks for one. An item without its lead-in may say the opposite (`Do not take it if you …`).
 */

import type { QuestionKind } from "../../language/data/language.ts";
import type { OutlineBlock } from "../../language/structure/outline.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import type { Candidate } from "../evidence/sentence-evidence.ts";
import { announces } from "../evidence/units.ts";

/** Longer lists are cut after this many items. */
export const mostItems = 12;

/** Farther above an item, in characters, stands what leads another list. */
const farthestLead = 1200;

/** Between two passages of a text there is only white space, of no more code points than this. */
const widestGap = 8;

/** The passages that are quoted from: those found, and behind them the texts in front of a passage that introduce its list. */
export class QuotedPassages {
  readonly all: RetrievedPassage[];

  constructor(found: readonly RetrievedPassage[]) {
    this.all = [...found];
  }

  at(number: number): RetrievedPassage {
    return this.all[number]!;
  }

  /** The lead of a passage, as a place of its own. */
  lead(number: number): PassageSpan | null {
    const { lead, start } = this.at(number);
    return lead === null || start - lead.end > farthestLead ? null : this.#before(number, lead);
  }

  /** The nearest item in front of a passage that its first items hang under. */
  parent(number: number): PassageSpan | null {
    const item = this.at(number).lead?.items.at(-1);
    return item === undefined ? null : this.#before(number, item);
  }

  #before(number: number, { text, start, end }: { text: string; start: number; end: number }): PassageSpan {
    const known = this.all.findIndex(
      (one) => one.start === start && one.text === text && isOfSameText(one, this.at(number)),
    );
    const passage =
      known >= 0
        ? known
        : this.all.push({ ...this.at(number), text, start, end, outline: [], lead: null, reading: null }) - 1;
    return { passage, start: 0, end: text.length };
  }

  /** The passage that the text goes on with; −1 if it was not found. */
  after(number: number): number {
    const own = this.at(number);
    return this.all.findIndex(
      (other) => isOfSameText(other, own) && other.start >= own.end && other.start - own.end <= widestGap,
    );
  }
}

const isOfSameText = (a: RetrievedPassage, b: RetrievedPassage) =>
  a.sourceId === b.sourceId && a.sourceVersion === b.sourceVersion;

/** The places to quote for a unit, in the order of the text. */
export function quotedWith(
  passages: QuotedPassages,
  { unit, block }: Pick<Candidate, "unit" | "block">,
  kind: QuestionKind,
): readonly PassageSpan[] {
  const { passage: number } = unit;
  const { outline } = passages.at(number);
  const at = outline.findIndex(({ start, end }) => start <= unit.start && unit.start < end);
  const own = outline[at];
  if (own?.kind === "list_item") return itemQuoted(passages, unit, at, kind);
  if (own?.kind === "table_row" && kind === "list") return rowsQuoted(passages, number, at);
  if (!announces(unit)) return [unit];
  const first = outline.findIndex((one) => one.kind === "list_item" && leadIs(one, unit));
  if (first >= 0) return [unit, ...listFrom(passages, number, first)];
  const next = block?.units[block.units.findIndex(({ start }) => start === unit.start) + 1];
  if (next?.kind === "sentence") return [unit, next];
  return own === undefined || unit.end < own.end ? [unit] : [unit, ...announced(passages, number, at + 1)];
}

/** What follows a colon that introduces no marked list: a listing, the rows of a table or a sentence; also in the next passage. */
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

/** Of a longer listing or paragraph, a colon before it quotes nothing. UTF-16. */
const longestListing = 600;

function leadIs({ lead }: OutlineBlock, { start, end }: TextSpan): boolean {
  return lead !== undefined && lead !== "before" && lead.start < end && start < lead.end;
}

function itemQuoted(
  passages: QuotedPassages,
  unit: PassageSpan,
  at: number,
  kind: QuestionKind,
): readonly PassageSpan[] {
  const number = unit.passage;
  const { outline } = passages.at(number);
  const own = outline[at]!;
  const isWhole = kind === "list" || kind === "how_to";
  const first = isWhole ? firstOf(outline, at) : at;
  const items = isWhole
    ? listFrom(passages, number, first)
    : itemsOf(outline, unit, at).map((one) => spanOf(number, one));
  const above = [leadOf(passages, number, own), isWhole ? null : parentOf(passages, number, own)];
  return [...above.filter((place) => place !== null), ...items];
}

/** The rows of a small table; of a large one, the row alone. */
function rowsQuoted(passages: QuotedPassages, number: number, at: number): readonly PassageSpan[] {
  const { outline } = passages.at(number);
  const isRow = (one: OutlineBlock | undefined) => one?.kind === "table_row" && one.header !== true;
  let [first, end] = [at, at + 1];
  while (isRow(outline[first - 1])) first--;
  while (isRow(outline[end])) end++;
  return end - first > mostItems
    ? [spanOf(number, outline[at]!)]
    : outline.slice(first, end).map((one) => spanOf(number, one));
}

const spanOf = (passage: number, { start, end }: TextSpan): PassageSpan => ({ passage, start, end });

/** What introduces the list of an item, unless it is only a heading. */
function leadOf(passages: QuotedPassages, number: number, { lead, start }: OutlineBlock): PassageSpan | null {
  if (lead === undefined || (lead !== "before" && start - lead.end > farthestLead)) return null;
  if (lead === "before") return passages.lead(number);
  const { outline, text } = passages.at(number);
  const isHeading = outline.some(({ kind, start, end }) => kind === "heading" && start < lead.end && lead.start < end);
  return isHeading && !announces({ text: text.slice(lead.start, lead.end) }) ? null : spanOf(number, lead);
}

function parentOf(passages: QuotedPassages, number: number, { parent }: OutlineBlock): PassageSpan | null {
  if (parent === undefined) return null;
  return parent === "before" ? passages.parent(number) : spanOf(number, parent);
}

/** The items that a unit is of, with those below the last: without their marks, short items may be read as one sentence. */
function itemsOf(outline: readonly OutlineBlock[], { end }: TextSpan, at: number): readonly OutlineBlock[] {
  let last = at;
  while (outline[last + 1]?.kind === "list_item" && outline[last + 1]!.start < end) last++;
  return [...outline.slice(at, last + 1), ...nested(outline, last)];
}

/** The items directly below an item, and what goes on with it. */
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
  // Where too many are before it, the item comes first.
  return at - first < mostItems ? first : at;
}

function isSameList(one: OutlineBlock | undefined, other: OutlineBlock): boolean {
  if (one?.kind !== "list_item") return false;
  const placeOf = ({ lead }: OutlineBlock) => (typeof lead === "object" ? lead.start : lead);
  return placeOf(one) === placeOf(other);
}

/** The items of a list, also those with which the next passage goes on. */
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
