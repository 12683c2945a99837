import { numeral } from "../numerals.ts";
import { type NumberingPlace, numberingLevel } from "./docx-styles.ts";
import { readXml } from "./office-package.ts";

interface Level {
  start: number;
  format: string;
  /** `%1.%2`: the numbers of levels 1 and 2. */
  text: string;
}

/** Counts as Word does (17.9), because documents contain no list numbers. */
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

  /** Empty for bullets and unknown lists. */
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
