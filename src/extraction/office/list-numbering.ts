import { numeral } from "../numerals.ts";
import { type NumberingPlace, numberingLevel } from "./docx-styles.ts";
import { type Attribute, readXml } from "./office-package.ts";

export interface ListLevel {
  start: number;
  /** As `numeral` takes it; `bullet`, `none` and empty have no number. */
  format: string;
  /** `%1.%2`: the numbers of levels 1 and 2. */
  text: string;
}

/** Levels from 0, by kind of list. */
export type ListKinds = Map<string, Map<number, ListLevel>>;

/** By list: the levels that it restarts, and the number that each starts at. */
type ListStarts = Map<string, Map<number, number>>;

const unknownLevel = (): ListLevel => ({ start: 1, format: "decimal", text: "" });

/** Of Word (17.9): kinds of lists, and the kind of each list. */
export function readNumbering(source: string): Numbering {
  const kinds: ListKinds = new Map();
  const kindOf = new Map<string, string>();
  const starts: ListStarts = new Map();
  let kind = "";
  let list = "";
  let level = unknownLevel();
  let at = 0;
  const elements = new Map<string, (attribute: Attribute, value: string) => void>([
    ["abstractNum", (attribute) => (kind = attribute("abstractNumId") ?? "")],
    ["num", (attribute) => (list = attribute("numId") ?? "")],
    ["abstractNumId", (_, value) => kindOf.set(list, value)],
    ["lvl", (attribute) => (level = levelOf(kinds, kind, numberingLevel(attribute("ilvl"))))],
    ["lvlOverride", (attribute) => (at = numberingLevel(attribute("ilvl")))],
    ["startOverride", (_, value) => starts.set(list, (starts.get(list) ?? new Map()).set(at, wholeNumber(value)))],
  ]);
  readXml(source, {
    open: (name, attribute) => {
      const value = attribute("val") ?? "";
      const element = elements.get(name);
      if (element === undefined) readLevel(level, name, value);
      else element(attribute, value);
    },
  });
  return new Numbering(kinds, (one) => kindOf.get(one) ?? "", starts);
}

/** The first of a number counts. */
export function levelOf(kinds: ListKinds, kind: string, at: number): ListLevel {
  const levels = kinds.getOrInsertComputed(kind, () => new Map());
  const level = unknownLevel();
  if (!levels.has(at)) levels.set(at, level);
  return level;
}

/** Counts as word processors do, because documents contain no list numbers. */
export class Numbering {
  readonly #kinds: ListKinds;
  readonly #kindOf: (list: string) => string;
  readonly #starts: ListStarts;
  readonly #counts = new Map<string, number[]>();

  constructor(kinds: ListKinds, kindOf = (list: string) => list, starts: ListStarts = new Map()) {
    this.#kinds = kinds;
    this.#kindOf = kindOf;
    this.#starts = new Map(starts);
  }

  restart(list: string): void {
    this.#counts.delete(this.#kindOf(list));
  }

  continueAt({ list, level }: NumberingPlace, number: number): void {
    this.#counts.getOrInsertComputed(this.#kindOf(list), () => [])[level] = number - 1;
  }

  /** Empty for bullets and unknown lists. */
  next({ list, level }: NumberingPlace): string {
    const kind = this.#kindOf(list);
    const levels = this.#kinds.get(kind);
    const form = levels?.get(level);
    if (levels === undefined || form === undefined) return "";
    const counts = this.#counts.getOrInsertComputed(kind, () => []);
    for (const [at, start] of this.#starts.get(list) ?? []) counts[at] = start - 1;
    this.#starts.delete(list);
    counts[level] = (counts[level] ?? form.start - 1) + 1;
    counts.length = level + 1;
    if (["bullet", "none", ""].includes(form.format)) return "";
    return form.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = levels.get(at);
      return shown === undefined ? "" : numeral(counts[at] ?? shown.start, shown.format);
    });
  }
}

const wholeNumber = (value: string) => Math.trunc(Number(value)) || 0;

function readLevel(level: ListLevel, name: string, value: string): void {
  if (name === "start") level.start = wholeNumber(value);
  else if (name === "numFmt") level.format = value;
  else if (name === "lvlText") level.text = value;
}
