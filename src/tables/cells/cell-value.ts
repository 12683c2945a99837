/** What a cell of a table says: a number with its unit, a date, or only text. */
import { dateIn, dateNumber } from "./date-notation.ts";
import { type DecimalMark, numberAt } from "./number-notation.ts";

/** `rank`: `4th`. `time`: `3:45.2`, in seconds. */
export type CellKind = "empty" | "number" | "percent" | "rank" | "time" | "date" | "text";

export interface CellValue {
  readonly kind: CellKind;
  /** Of a date, as `dateNumber`; NaN of text. */
  readonly value: number;
  /** A currency's sign or code, or a unit as written; empty without one. */
  readonly unit: string;
  readonly shows: DecimalMark | null;
  readonly isAmbiguous: boolean;
}

/** Words in the cells of one language. */
export interface CellWords {
  readonly months: ReadonlyMap<string, number>;
  /** `million` → 1,000,000. */
  readonly scales: ReadonlyMap<string, number>;
}

const nothing = { value: Number.NaN, unit: "", shows: null, isAmbiguous: false };
export const emptyCell: CellValue = { kind: "empty", ...nothing };
const textCell: CellValue = { kind: "text", ...nothing };

/** Longer cells are texts. */
const longestValue = 60;
const noteMarks = "*†‡§^~";
const emptyMark = /^(?:[-–—―.…?]+|n\/?a|none|k\. ?a\.|nil)$/i;

export function cellValue(written: string, words: CellWords, notation: DecimalMark | null): CellValue {
  if (written === "") return emptyCell;
  if (written.length > longestValue) return textCell;
  const simple = plainNumber(written);
  if (simple !== null) return simple;
  const text = withoutNotes(written);
  if (text === "" || emptyMark.test(text)) return emptyCell;
  if (!/\d/.test(text)) return textCell;
  const number = numberCell(text, words, notation);
  if (number !== null) return number;
  const date = dateIn(text, words.months);
  if (date !== null) return { ...nothing, kind: "date", value: dateNumber(date) };
  return timeCell(text) ?? textCell;
}

/** Digits with at most one point: the usual cell of a large table. Null: another form. */
function plainNumber(text: string): CellValue | null {
  let points = 0;
  let behind = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 46) points++;
    else if (code < 48 || code > 57) return null;
    else if (points > 0) behind++;
  }
  if (points > 1 || text.length > 15 || behind === 3 || text.length === points) return null;
  return { kind: "number", value: Number(text), unit: "", shows: points > 0 ? "point" : null, isAmbiguous: false };
}

/** Without footnote marks and a remark in brackets behind it. */
function withoutNotes(text: string): string {
  let kept = text.trim();
  for (;;) {
    const open = /[)\]]$/.test(kept) ? kept.lastIndexOf(kept.endsWith(")") ? "(" : "[") : -1;
    if (open <= 0) break;
    kept = kept.slice(0, open).trimEnd();
  }
  while (noteMarks.includes(kept.at(-1) ?? " ")) kept = kept.slice(0, -1);
  return kept.trimEnd();
}

const opening =
  /^([-+−–(~≈c. ]{0,4}?)([$€£¥₹₩₽₺฿]|[A-Z]{2,3}\$|(?:USD|EUR|GBP|CHF|JPY|AUD|CAD|INR|CNY|SEK|NOK|DKK|PLN)\b)?\s{0,2}([-+−]?)\s{0,2}(?=[\d.,])/u;
/** Behind a number, as a unit: one or two words, a sign, a power. */
const unitBehind = /^\s?(%|‰|[°º]?[\p{L}$€£¥₹µ²³/°%.]{1,14}(?: [\p{L}²³/.]{1,12})?)?$/u;
const ordinalMark = /^(?:st|nd|rd|th|\.)$/;

function numberCell(text: string, { scales }: CellWords, notation: DecimalMark | null): CellValue | null {
  const open = opening.exec(text);
  if (open === null) return null;
  const [lead, signs = "", currency = "", sign = ""] = open;
  const number = numberAt(text, lead.length, notation);
  if (number === null) return null;
  const isBracketed = signs.includes("(");
  let rest = text.slice(number.end);
  if (isBracketed && rest.endsWith(")")) rest = rest.slice(0, -1);
  const unit = unitBehind.exec(rest);
  if (unit === null) return null;
  const isNegative = isBracketed || /[-−–]/.test(signs + sign);
  const value = isNegative ? -number.value : number.value;
  const { shows, isAmbiguous } = number;
  return { ...unitOf(unit[1]?.trim() ?? "", currency, scales, value), shows, isAmbiguous };
}

function unitOf(written: string, currency: string, scales: CellWords["scales"], value: number) {
  const words = written.split(" ");
  const scale = scales.get(words[0]!.toLowerCase());
  const unit = currency !== "" ? currency : scale === undefined ? written : words.slice(1).join(" ");
  if (unit === "%") return { kind: "percent" as const, value, unit };
  if (ordinalMark.test(unit) && Number.isInteger(value)) return { kind: "rank" as const, value, unit: "" };
  return { kind: "number" as const, value: value * (scale ?? 1), unit };
}

/** `3:45.2` and `1:02:03` in seconds. */
function timeCell(text: string): CellValue | null {
  const parts = /^\+?(\d{1,3}):([0-5]?\d)(?::([0-5]\d))?([.,]\d{1,4})?$/.exec(text);
  if (parts === null) return null;
  const [, first, second, third, fraction = ""] = parts;
  const whole =
    third === undefined
      ? Number(first) * 60 + Number(second)
      : Number(first) * 3600 + Number(second) * 60 + Number(third);
  return { ...nothing, kind: "time", value: whole + Number(fraction.replace(",", ".") || 0), unit: "" };
}
