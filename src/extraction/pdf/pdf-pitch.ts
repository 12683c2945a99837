import { collapseSpace } from "../normal-text.ts";
import { isPlain } from "../plain/plain-text.ts";
import type { PdfRun } from "./pdf-line.ts";

/** Fewer words and letters decide nothing. */
const fewestWords = 8;
const fewestLetters = 10;
/** Ems of a character, and the difference between the means of runs. */
const narrowestPitch = 0.4;
const widestPitch = 0.72;
const spread = 0.06;

/** Often undeclared, but words are as wide as they are long. Removes spaces that the library invents. */
export function withFixedPitch(runs: readonly PdfRun[]): readonly PdfRun[] {
  const pitches = pitchesOf(runs);
  if (pitches.size === 0) return runs;
  return runs.map((run) => {
    const pitch = pitches.get(lookOf(run));
    return pitch === undefined ? run : { ...run, monospaced: true, text: trueSpaces(run, pitch) };
  });
}

interface Font {
  readonly widths: number[];
  readonly letters: Set<string>;
  /** Runs of several words, which decide nothing: means of long texts are alike. */
  others: number;
}

/** By size, too, because listings are set wider than words in a sentence. */
const lookOf = ({ font, size }: PdfRun) => `${font} ${size}`;

function pitchesOf(runs: readonly PdfRun[]): ReadonlyMap<string, number> {
  const fonts = new Map<string, Font | null>();
  for (const run of runs) {
    const look = lookOf(run);
    const font = fonts.get(look) ?? (fonts.has(look) ? null : { widths: [], letters: new Set<string>(), others: 0 });
    fonts.set(look, font !== null && measure(font, run) ? font : null);
  }
  const pitches = new Map<string, number>();
  for (const [name, font] of fonts) {
    if (font === null || font.widths.length < Math.max(fewestWords, font.others) || font.letters.size < fewestLetters)
      continue;
    const widths = font.widths.sort((one, other) => one - other);
    pitches.set(name, widths[Math.floor(widths.length * 0.9)]!);
  }
  return pitches;
}

/** False: no fixed pitch, or a script that has one without being code. */
function measure(font: Font, { text, x, right, size }: PdfRun): boolean {
  if (text.includes(" ")) font.others++;
  if (text.length < 3 || text.includes(" ")) return true;
  if (!/^[\x21-\x7e]+$/.test(text)) return /^[\x21-\xff‐-…]+$/u.test(text);
  const width = (right - x) / text.length / size;
  const first = font.widths[0] ?? width;
  if (width < narrowestPitch || width > widestPitch || Math.abs(width - first) > spread * first) return false;
  font.widths.push(width);
  for (const character of text) if (/[a-z]/i.test(character)) font.letters.add(character);
  return true;
}

/** Removes spaces that do not fit, those next to signs first. */
function trueSpaces({ text, x, right, size }: PdfRun, pitch: number): string {
  const spaces = text.split(" ").length - 1;
  const surplus = Math.min(spaces, text.length - Math.round((right - x) / (pitch * size)));
  if (spaces === 0 || surplus <= 0) return text;
  if (surplus === spaces) return text.replaceAll(" ", "");
  let left = surplus;
  return text.replace(/ (?=[^\w\s])|(?<=[^\w\s]) /g, (space) => (left-- > 0 ? "" : space));
}

const mostlyTyped = 0.9;

/** A page of text that was typed, or recognised in a font of fixed pitch, is no code. */
export function withoutTypewriter(runs: readonly PdfRun[]): readonly PdfRun[] {
  const charactersOf = (some: readonly PdfRun[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  if (charactersOf(runs.filter(({ monospaced }) => monospaced)) < mostlyTyped * charactersOf(runs)) return runs;
  const rows = [...Map.groupBy(runs, ({ y }) => Math.round(y)).values()];
  const lines = rows.map((row) => collapseSpace(row.map(({ text }) => text).join(" "))).filter((line) => line !== "");
  return isPlain(lines) ? runs.map((run) => ({ ...run, monospaced: false })) : runs;
}
