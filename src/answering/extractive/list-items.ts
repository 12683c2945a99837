/** Lists are quoted whole: a single step, or "as follows:" without the list, is not an answer. */
import type { QuestionKind } from "../../languages/language.ts";
import { announces, type Unit, unitsOf } from "./units.ts";

/** Longer lists are cut after this many items. */
export const mostItems = 12;

/**
 * The units to quote for a chosen unit. A unit that announces a list (`as follows:`) comes with its items, or
 * with the sentence that follows its colon. A list item
 * comes with the whole list and its announcement if the question asks for steps or a list. Any other unit stands alone.
 * @param passageText the text of its passage.
 */
export function listAround(
  passageText: string,
  chosen: Unit,
  asked: { kind: QuestionKind; language: string },
): readonly Unit[] {
  if (!announces(chosen) && !isItem(chosen)) return [chosen];
  const units = unitsOf(passageText, chosen.passage, asked.language);
  const at = units.findIndex((unit) => unit.start === chosen.start);
  if (announces(chosen)) {
    const items = itemsFrom(units, at + 1);
    return [chosen, ...(items.length > 0 ? items : whatFollows(units[at + 1]))];
  }
  if (asked.kind !== "how_to" && asked.kind !== "list") return [chosen];
  let first = at;
  while (isItem(units[first - 1])) first--;
  if (at - first >= mostItems) return [chosen];
  const above = units[first - 1];
  const items = itemsFrom(units, first);
  return above !== undefined && announces(above) ? [above, ...items] : items;
}

/** The sentence that a colon leads to, where it leads to no list. */
const whatFollows = (next: Unit | undefined) => (next?.kind === "sentence" ? [next] : []);

function itemsFrom(units: readonly Unit[], first: number): readonly Unit[] {
  const end = units.findIndex((unit, i) => i >= first && !isItem(unit));
  return units.slice(first, Math.min(end < 0 ? units.length : end, first + mostItems));
}

/** A list item. A table row has the same form but stands alone. */
const isItem = (unit: Unit | undefined) => unit?.kind === "line" && !/^[^:;\n]{1,60}: /u.test(unit.text);
