/** The units of an extractive answer: sentences, whole list items and table rows. */
import { type PassageUnit, passageUnits } from "../../analysis/reading/passage-units.ts";

export interface Unit extends PassageUnit {
  /** Position of its passage among the passages. */
  readonly passage: number;
  /** `passages[passage].text.slice(start, end)`. */
  readonly text: string;
}

/** The units of one passage in order; together they contain all its visible text. `language` is BCP 47. */
export function unitsOf(text: string, passage: number, language: string): Unit[] {
  return passageUnits(text, language).map((unit) => ({ passage, ...unit, text: text.slice(unit.start, unit.end) }));
}

/** Whether a unit ends with a colon and so announces what follows. */
export function announces({ text }: Pick<Unit, "text">): boolean {
  return /[:：]$/u.test(text);
}
