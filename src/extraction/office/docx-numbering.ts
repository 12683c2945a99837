import { type NumberingPlace, numberingLevel } from "./docx-styles.ts";
import { readXml } from "./office-package.ts";

interface Level {
  start: number;
  format: string;
  /** `%1.%2`: the numbers of these levels, from 1. */
  text: string;
}

/** Word numbers headings and items as it shows them; the text holds no numbers. This counts as Word does (17.9). */
export class Numbering {
  readonly #levels = new Map<string, Map<number, Level>>();
  readonly #listKind = new Map<string, string>();
  readonly #counts = new Map<string, number[]>();

  constructor(source: string) {
    let kind = "";
    let list = "";
    let level: Level = { start: 1, format: "decimal", text: "" };
    readXml(source, {
      open: (name, attribute) => {
        const value = attribute("val") ?? "";
        if (name === "abstractNum") kind = attribute("abstractNumId") ?? "";
        else if (name === "num") list = attribute("numId") ?? "";
        else if (name === "abstractNumId") this.#listKind.set(list, value);
        else if (name === "lvl") level = this.#addLevel(kind, numberingLevel(attribute("ilvl")));
        else readLevel(level, name, value);
      },
    });
  }

  /** The number shown before the next paragraph at this place; empty for bullets and unknown lists. */
  next({ list, level }: NumberingPlace): string {
    const kind = this.#listKind.get(list) ?? "";
    const levels = this.#levels.get(kind);
    const form = levels?.get(level);
    if (levels === undefined || form === undefined) return "";
    const counts = this.#counts.get(kind) ?? [];
    this.#counts.set(kind, counts);
    counts[level] = (counts[level] ?? form.start - 1) + 1;
    counts.length = level + 1;
    if (form.format === "bullet" || form.format === "none") return "";
    return form.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = levels.get(at);
      return shown === undefined ? "" : numeral(counts[at] ?? shown.start, shown.format);
    });
  }

  #addLevel(kind: string, at: number): Level {
    const levels = this.#levels.get(kind) ?? new Map<number, Level>();
    this.#levels.set(kind, levels);
    const level = { start: 1, format: "decimal", text: "" };
    if (!levels.has(at)) levels.set(at, level);
    return level;
  }
}

function readLevel(level: Level, name: string, value: string): void {
  if (name === "start") level.start = Math.trunc(Number(value)) || 0;
  else if (name === "numFmt") level.format = value;
  else if (name === "lvlText") level.text = value;
}

function numeral(count: number, format: string): string {
  if (format === "lowerLetter") return letters(count);
  if (format === "upperLetter") return letters(count).toUpperCase();
  if (format === "lowerRoman") return roman(count);
  if (format === "upperRoman") return roman(count).toUpperCase();
  return String(count);
}

/** Word counts a … z, aa, bb. */
const letters = (count: number) =>
  String.fromCharCode(97 + ((Math.max(1, count) - 1) % 26)).repeat(Math.min(10, Math.ceil(Math.max(1, count) / 26)));

const romans: readonly (readonly [number, string])[] = [
  ...([
    [1000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
  ] as const),
  ...([
    [50, "l"],
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as const),
];

function roman(count: number): string {
  let left = Math.min(3999, Math.max(1, count));
  let text = "";
  for (const [value, letter] of romans) {
    for (; left >= value; left -= value) text += letter;
  }
  return text;
}
