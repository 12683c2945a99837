import { numeral } from "../numerals.ts";
import { type NumberingPlace, numberingLevel } from "./docx-styles.ts";
import { readXml } from "./office-package.ts";

export interface ListLevel {
  start: number;
  /** As `numeral` takes it; `bullet`, `none` and empty have no number. */
  format: string;
  /** `%1.%2`: the numbers of levels 1 and 2. */
  text: string;
}

/** Levels from 0, by kind of list. */
export type ListKinds = Map<string, Map<number, ListLevel>>;

const unknownLevel = (): ListLevel => ({ start: 1, format: "decimal", text: "" });

/** Of Word (17.9): kinds of lists, and the kind of each list. */
export function readNumbering(source: string): Numbering {
  const kinds: ListKinds = new Map();
  const kindOf = new Map<string, string>();
  let kind = "";
  let list = "";
  let level = unknownLevel();
  readXml(source, {
    open: (name, attribute) => {
      const value = attribute("val") ?? "";
      if (name === "abstractNum") kind = attribute("abstractNumId") ?? "";
      else if (name === "num") list = attribute("numId") ?? "";
      else if (name === "abstractNumId") kindOf.set(list, value);
      else if (name === "lvl") level = levelOf(kinds, kind, numberingLevel(attribute("ilvl")));
      else readLevel(level, name, value);
    },
  });
  return new Numbering(kinds, (one) => kindOf.get(one) ?? "");
}

/** The first of a number counts. */
export function levelOf(kinds: ListKinds, kind: string, at: number): ListLevel {
  const levels = kinds.get(kind) ?? new Map<number, ListLevel>();
  kinds.set(kind, levels);
  const level = unknownLevel();
  if (!levels.has(at)) levels.set(at, level);
  return level;
}

/** Counts as word processors do, because documents contain no list numbers. */
export class Numbering {
  readonly #kinds: ListKinds;
  readonly #kindOf: (list: string) => string;
  readonly #counts = new Map<string, number[]>();

  constructor(kinds: ListKinds, kindOf = (list: string) => list) {
    this.#kinds = kinds;
    this.#kindOf = kindOf;
  }

  restart(list: string): void {
    this.#counts.delete(this.#kindOf(list));
  }

  continueAt({ list, level }: NumberingPlace, number: number): void {
    this.#countsOf(this.#kindOf(list))[level] = number - 1;
  }

  /** Empty for bullets and unknown lists. */
  next({ list, level }: NumberingPlace): string {
    const kind = this.#kindOf(list);
    const levels = this.#kinds.get(kind);
    const form = levels?.get(level);
    if (levels === undefined || form === undefined) return "";
    const counts = this.#countsOf(kind);
    counts[level] = (counts[level] ?? form.start - 1) + 1;
    counts.length = level + 1;
    if (["bullet", "none", ""].includes(form.format)) return "";
    return form.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = levels.get(at);
      return shown === undefined ? "" : numeral(counts[at] ?? shown.start, shown.format);
    });
  }

  #countsOf(kind: string): number[] {
    const counts = this.#counts.get(kind) ?? [];
    this.#counts.set(kind, counts);
    return counts;
  }
}

function readLevel(level: ListLevel, name: string, value: string): void {
  if (name === "start") level.start = Math.trunc(Number(value)) || 0;
  else if (name === "numFmt") level.format = value;
  else if (name === "lvlText") level.text = value;
}
