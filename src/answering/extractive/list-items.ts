/** Lists are quoted whole: a single step, or "as follows:" without the list, is not an answer. */
import type { QuestionKind } from "../../languages/language.ts";
import { isTableRow } from "../../text/line-units.ts";
import { announces, type Unit, unitsOf } from "./units.ts";

/** Longer lists are cut after this many items. */
export const mostItems = 12;

/**
 * The units to quote for a chosen unit. A unit that announces a list (`as follows:`) comes with its items, or
 * with the sentence that follows its colon. A list item
 * comes with the whole list and its announcement if the question asks for steps or a list. Any other unit stands alone.
 * Lines directly below one another are a list as well, if a unit announces them.
 * @param passageText the text of its passage.
 */
export function listAround(
  passageText: string,
  chosen: Unit,
  asked: { kind: QuestionKind; language: string },
): readonly Unit[] {
  const wantsList = asked.kind === "how_to" || asked.kind === "list";
  if (!announces(chosen) && !(wantsList && mayBeItem(passageText, chosen))) return [chosen];
  const units = unitsOf(passageText, chosen.passage, asked.language);
  const at = units.findIndex((unit) => unit.start === chosen.start);
  if (announces(chosen)) {
    const items = listFrom(passageText, units, at + 1);
    return [chosen, ...(items.length > 0 ? items : whatFollows(units[at + 1]))];
  }
  return isItem(chosen) ? listOf(units, at) : announcedLines(passageText, units, at);
}

/** A footnote of the page before: `⁴See …`. */
const footnote = /^[⁰¹²³⁴⁵⁶⁷⁸⁹]/u;

/**
 * The items at the head of a passage that go on with a list, or begin the list that is announced, at the end of the passage
 * before it. None if the list ended there.
 * @param last the last unit of the list so far, which ends its passage
 * @param most how many items the list may still have
 */
export function listGoesOn(
  last: Unit,
  next: { readonly text: string; readonly passage: number; readonly language: string },
  most: number,
): readonly Unit[] {
  const units = unitsOf(next.text, next.passage, next.language).filter(({ text }) => !footnote.test(text));
  if (announces(last)) return listFrom(next.text, units, 0).slice(0, most);
  return isItem(last) ? itemsFrom(units, 0).slice(0, most) : [];
}

/** The unit that announces the list of an item (`as follows:`); null if there is none. */
export function announcementOf(passageText: string, item: Unit, language: string): Unit | null {
  if (!mayBeItem(passageText, item)) return null;
  const units = unitsOf(passageText, item.passage, language);
  const at = units.findIndex((unit) => unit.start === item.start);
  const [first] = isItem(item) ? listOf(units, at) : announcedLines(passageText, units, at);
  return first !== undefined && first.start < item.start && announces(first) ? first : null;
}

/** The marked list of an item, with its announcement; the item alone if too many are before it. */
function listOf(units: readonly Unit[], at: number): readonly Unit[] {
  let first = at;
  while (isItem(units[first - 1])) first--;
  if (at - first >= mostItems) return [units[at]!];
  const above = units[first - 1];
  const items = itemsFrom(units, first);
  return above !== undefined && announces(above) ? [above, ...items] : items;
}

/** The lines of the block of a unit with the unit that announces them; the unit alone if none does. */
function announcedLines(text: string, units: readonly Unit[], at: number): readonly Unit[] {
  let first = at;
  while (first > 0 && !isBlank(text, units[first - 1]!, units[first]!)) first--;
  const above = units[first - 1];
  const lines = linesFrom(text, units, first);
  const isHeld = lines.some(({ start }) => start === units[at]!.start);
  return above !== undefined && announces(above) && isHeld ? [above, ...lines] : [units[at]!];
}

/** The sentence that a colon leads to, where it leads to no list. */
const whatFollows = (next: Unit | undefined) => (next?.kind === "sentence" ? [next] : []);

function listFrom(text: string, units: readonly Unit[], first: number): readonly Unit[] {
  const items = itemsFrom(units, first);
  return items.length > 0 ? items : linesFrom(text, units, first);
}

function itemsFrom(units: readonly Unit[], first: number): readonly Unit[] {
  const end = units.findIndex((unit, i) => i >= first && !isItem(unit));
  return units.slice(first, Math.min(end < 0 ? units.length : end, first + mostItems));
}

/** The units up to the next blank line, if they are on several lines. */
function linesFrom(text: string, units: readonly Unit[], first: number): readonly Unit[] {
  const lines = units.slice(first, first + 1);
  for (const unit of units.slice(first + 1, first + mostItems)) {
    if (isBlank(text, lines.at(-1)!, unit)) break;
    lines.push(unit);
  }
  const isList = lines.some((unit, i) => i > 0 && text.slice(lines[i - 1]!.end, unit.start).includes("\n"));
  return isList ? lines : [];
}

/** Whether a blank line is between two units. */
const isBlank = (text: string, above: Unit, below: Unit) => /\n\s*\n/u.test(text.slice(above.end, below.start));

/** Whether it may be one of several lines. */
const mayBeItem = (text: string, unit: Unit) =>
  isItem(unit) || text[unit.start - 1] === "\n" || text[unit.end] === "\n";

/** A list item. A table row has the same form but stands alone. */
const isItem = (unit: Unit | undefined) => unit?.kind === "line" && !isTableRow(unit.text);
