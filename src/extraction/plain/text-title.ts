import { indentedItem } from "../../language/text/line-units.ts";
import { indentOf } from "../normal-text.ts";
import type { PlainPart } from "./text-parts.ts";

/** Lines in which a centred title is looked for. */
const titleReach = 40;
/** Lines for a title far from the margin. */
const farReach = 15;
const longestTitle = 80;

/** Null: no title, or only headings of sections. @param isIn the text is indented */
export function textTitle(lines: readonly string[], parts: readonly PlainPart[], isIn: boolean): string | null {
  const [first] = parts;
  if (isHeading(first)) return isOfReleases(first, parts) ? null : first.text;
  return middleTitle(lines, isIn) ?? (parts.length > 1 ? titleLine(first) : null) ?? nearHeading(parts);
}

type HeadingPart = Extract<PlainPart, { readonly kind: "heading" }>;

function isHeading(part: PlainPart | undefined): part is HeadingPart {
  return part?.kind === "heading" && part.asks !== true;
}

function isOfReleases(heading: HeadingPart, parts: readonly PlainPart[]): boolean {
  const isRelease = (part: PlainPart) => isHeading(part) && part.level === heading.level && /\d\.\d/.test(part.text);
  return isRelease(heading) && parts.filter(isRelease).length > 1;
}

function nearHeading(parts: readonly PlainPart[]): string | null {
  const headings = parts.filter(isHeading);
  const [first] = headings;
  if (first === undefined || parts.indexOf(first) > 3) return null;
  return headings.every((one) => one === first || one.level > first.level) ? first.text : null;
}

/** As in RFCs, where headings stand at the margin. */
export function isIndented(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== "");
  return filled.length >= 20 && filled.filter((line) => /^\s{2}/.test(line)).length > 0.7 * filled.length;
}

function middleTitle(lines: readonly string[], isIn: boolean): string | null {
  return (isIn ? centredTitle(lines) : null) ?? farTitle(lines);
}

function centredTitle(lines: readonly string[]): string | null {
  const head = lines.slice(0, titleReach).map((line) => line.trimEnd());
  const width = head.reduce((most, line) => Math.max(most, line.length), 0);
  const usual = usualIndent(lines);
  const isCentred = (line = "") =>
    line.length > 12 &&
    /^\s*[\p{Lu}\p{Lo}\p{N}]/u.test(line) &&
    indentOf(line) !== usual &&
    Math.abs(indentOf(line) - (width - line.length)) <= 4 &&
    !/\S\s{4,}\S/.test(line);
  const isApart = (line = "") => line === "" || isCentred(line);
  const at = head.findIndex((line, i) => isCentred(line) && isApart(head[i - 1]) && isApart(head[i + 1]));
  return at === -1 ? null : head[at]!.trim();
}

function farTitle(lines: readonly string[]): string | null {
  const isAlone = (i: number) => (lines[i - 1]?.trim() ?? "") === "" && (lines[i + 1]?.trim() ?? "") === "";
  const at = lines.findIndex((line, i) => i < farReach && isAlone(i) && /^(?:\s{12}|\t{2})\s*\S/.test(line));
  return at === -1 ? null : titleOf(lines[at]!.trim());
}

function usualIndent(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const line of lines) if (line.trim() !== "") counts.set(indentOf(line), (counts.get(indentOf(line)) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0] as [number, number])[0];
}

function titleLine(first: PlainPart | undefined): string | null {
  return first?.kind === "text" && first.lines.length === 1 ? titleOf(first.lines[0]!.trim()) : null;
}

function titleOf(line: string): string | null {
  const isTitle =
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(line) &&
    line.length <= longestTitle &&
    /\p{L}{2}/u.test(line) &&
    !/[.,;:!?。！？]$/u.test(line) &&
    !/\S\s{3,}\S/.test(line) &&
    !/^[\w-]{1,40}:\s/.test(line) &&
    !/^(?:copyright|licen[cs]e|(?:version|release|v)?\s?\d+\.\d)/i.test(line) &&
    !(/\b(?:19|20)\d\d\b/.test(line) && line.length <= 24) &&
    !/^\p{N}{1,4}[./-]?\s?\p{L}{0,12}[./ -]\s?\p{N}{1,4}$/u.test(line) &&
    !indentedItem.test(line);
  return isTitle ? line : null;
}
