/** What a cell of a table says: a number with its unit, a date, or only text. */
import { foldedWord, withoutRemarks } from "./folded-words.ts";

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

/** Words in the cells of one language, folded. */
export interface CellWords {
  readonly months: ReadonlyMap<string, number>;
  readonly scales: ReadonlyMap<string, number>;
}

const nothing = { value: Number.NaN, unit: "", shows: null, isAmbiguous: false };
export const emptyCell: CellValue = { kind: "empty", ...nothing };
export const textCell: CellValue = { kind: "text", ...nothing };

const longestValue = 60;
const noteMarks = "*†‡§^~";
const longestMark = 6;
const emptyMark = /^(?:[$€£¥]?\s?[-–—―.…?]+\s?%?|n\/?a|none|k\. ?a\.|nil)$/i;

export const isEmptyCell = (written: string) => written === "" || emptyMark.test(written);

export function cellValue(written: string, words: CellWords, notation: DecimalMark | null): CellValue {
  if (written === "") return emptyCell;
  if (written.length > longestValue) return textCell;
  const simple = plainNumber(written) ?? plainDate(written);
  if (simple !== null) return simple;
  if (written.length > longestMark && startsWithLetter.test(written) && !/\d/.test(written)) return textCell;
  const text = withoutNotes(written);
  if (text === "" || emptyMark.test(text)) return emptyCell;
  if (!/\d/.test(text)) return textCell;
  const number = numberCell(text, words, notation);
  if (number !== null) return number;
  const date = dateIn(text, words.months);
  if (date !== null) return { ...nothing, kind: "date", value: dateNumber(date) };
  return timeCell(text) ?? textCell;
}

const startsWithLetter = /^\p{L}/u;

/** `2004-05-01`, the usual date of a large table. Null: another form. */
function plainDate(text: string): CellValue | null {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isDate = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isDate) return null;
  return { kind: "date", value: dateNumber({ year, month, day }), unit: "", shows: null, isAmbiguous: false };
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
  if (points > 1 || text.length - behind > mostDigits || behind === 3 || text.length === points) return null;
  return { kind: "number", value: Number(text), unit: "", shows: points > 0 ? "point" : null, isAmbiguous: false };
}

function withoutNotes(text: string): string {
  let kept = withoutRemarks(text.trim());
  while (noteMarks.includes(kept.at(-1) ?? " ")) kept = kept.slice(0, -1);
  return kept.trimEnd();
}

const opening =
  /^([-+−–(~≈c. ]{0,4}?)([$€£¥₹₩₽₺฿]|[A-Z]{2,3}\$|(?:USD|EUR|GBP|CHF|JPY|AUD|CAD|INR|CNY|SEK|NOK|DKK|PLN)\b)?\s{0,2}([-+−(]?)\s{0,2}(?=[\d.,])/u;
const unitBehind = /^\s?(%|‰|[°º]?[\p{L}$€£¥₹µ²³/°%.]{1,14}(?: [\p{L}$€£¥₹²³/.]{1,12})?)?$/u;
const ordinalMark = /^(?:st|nd|rd|th|\.)$/;

function numberCell(text: string, { scales }: CellWords, notation: DecimalMark | null): CellValue | null {
  const open = opening.exec(text);
  if (open === null) return null;
  const [lead, signs = "", currency = "", sign = ""] = open;
  const number = numberAt(text, lead.length, notation);
  if (number === null) return null;
  const isBracketed = `${signs}${sign}`.includes("(");
  let rest = text.slice(number.end);
  if (isBracketed) rest = rest.replace(/^\)|\)$/, "");
  const unit = unitBehind.exec(rest);
  if (unit === null) return null;
  const isNegative = isBracketed || /[-−–]/.test(signs + sign);
  const value = isNegative ? -number.value : number.value;
  const { shows, isAmbiguous } = number;
  return { ...unitOf(unit[1]?.trim() ?? "", currency, scales, value), shows, isAmbiguous };
}

function unitOf(written: string, currency: string, scales: CellWords["scales"], value: number) {
  const words = written.split(" ");
  // "3 mil millones" has two.
  const unscaled = words.findIndex((word) => scaleOf(word, scales) === undefined);
  const behind = unscaled === -1 ? words.length : unscaled;
  const scale = words.slice(0, behind).reduce((product, word) => product * scaleOf(word, scales)!, 1);
  const unit = currency === "" ? words.slice(behind).join(" ") : currency;
  if (unit === "%") return { kind: "percent" as const, value, unit };
  if (ordinalMark.test(unit) && Number.isInteger(value)) return { kind: "rank" as const, value, unit: "" };
  return { kind: "number" as const, value: value * scale, unit };
}

const scaleOf = (word: string, scales: CellWords["scales"]) =>
  word === "" ? undefined : scales.get(foldedWord(word.replace(/\.$/, "")));
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

export interface WrittenDate {
  /** Null where the text has none: `May 1`. */
  readonly year: number | null;
  /** 1–12; null if the text has only a year. */
  readonly month: number | null;
  readonly day: number | null;
}

const longestDate = 40;

/**
 * A text that is a date and nothing else. Of `05/01/2004` the first number is the month, unless it cannot be.
 * @param months names of months, folded, with their numbers
 */
export function dateIn(text: string, months: ReadonlyMap<string, number>): WrittenDate | null {
  if (text.length > longestDate || !/\d/.test(text)) return null;
  return numericDate(text) ?? namedDate(text, months) ?? span(text);
}

function numericDate(text: string): WrittenDate | null {
  const chinese = /^(\d{4})年(\d{1,2})月(?:(\d{1,2})[日号號])?$/.exec(text);
  if (chinese)
    return valid(Number(chinese[1]), Number(chinese[2]), chinese[3] === undefined ? null : Number(chinese[3]));
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{2}:\d{2}\S*)?$/.exec(text);
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const short = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?: \d{2}:\d{2}\S*)?$/.exec(text);
  if (!short) return null;
  const [first, second, year] = [Number(short[1]), Number(short[3]), Number(short[4])];
  const isDayFirst = short[2] === "." || first > 12;
  return isDayFirst ? valid(year, second, first) : valid(year, first, second);
}

function namedDate(text: string, months: ReadonlyMap<string, number>): WrittenDate | null {
  const words = (text.match(/[\p{L}\p{M}]+|\d+/gu) ?? []).map(foldedWord).filter((word) => !isFiller(word));
  const named = words.flatMap((word) => months.get(word) ?? []);
  const others = words.filter((word) => !months.has(word));
  const years = others.filter((word) => /^\d{4}$/.test(word));
  const days = others.filter((word) => /^\d{1,2}$/.test(word));
  const isOne = named.length === 1 && years.length <= 1 && days.length <= 1;
  if (!isOne || years.length + days.length < others.length) return null;
  const [[year = null], [day = null]] = [years.map(Number), days.map(Number)];
  return valid(year, named[0]!, day);
}

const isFiller = (word: string) => /^(?:st|nd|rd|th|er|of|de|del|do|the|den|der|am|le|el|il|o|г|года?)$/.test(word);
function span(text: string): WrittenDate | null {
  const years = /^((?:1[0-9]|20)\d{2})\s?[-–—/]\s?(?:\d{2}|\d{4}|present|heute)?$/u.exec(text);
  return years && { year: Number(years[1]), month: null, day: null };
}

function valid(year: number | null, month: number, day: number | null): WrittenDate | null {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31)) ? { year, month, day } : null;
}

/** A number that orders dates: years, with months and days as fractions. Without a year, those of year 0. */
export function dateNumber({ year, month, day }: WrittenDate): number {
  return (year ?? 0) + ((month ?? 1) - 1) / 12 + ((day ?? 1) - 1) / 372;
}

export function daysBetween(from: number, to: number): number {
  return Math.round((utc(to) - utc(from)) / 86_400_000);
}

/** 1 for January; of a year alone, too. */
export const monthOf = (number: number) => Math.floor((number - Math.floor(number + 1e-9)) * 12 + 1e-6) + 1;

function utc(number: number): number {
  const year = Math.floor(number + 1e-9);
  const left = (number - year) * 12;
  const month = Math.floor(left + 1e-6);
  return Date.UTC(year, month, Math.round((left - month) * 31) + 1);
}

export type DecimalMark = "point" | "comma";

export interface WrittenNumber {
  readonly value: number;
  readonly end: number;
  /** The notation that the number shows by itself; null if it reads the same in both. */
  readonly shows: DecimalMark | null;
  /** It has one mark before three digits, which is a thousand in one notation and a fraction in the other. */
  readonly isAmbiguous: boolean;
}

const zero = 48;
const isDigit = (code: number) => code >= zero && code <= zero + 9;
const groupMarks = "'’  ";
/** Longer runs of digits are names, not quantities; the digits of a fraction do not count. */
const mostDigits = 15;

/**
 * The number that begins at a position, which holds a digit or a decimal mark. Linear.
 * @param notation what decides `1,234` and `1.234`; null: a comma before three digits groups, a point is decimal
 * @returns null if it is none, such as `1.2.2004`
 */
export function numberAt(text: string, at: number, notation: DecimalMark | null): WrittenNumber | null {
  const parts: string[] = [];
  const marks: string[] = [];
  let from = at;
  let end = at;
  for (;;) {
    while (end < text.length && isDigit(text.charCodeAt(end))) end++;
    parts.push(text.slice(from, end));
    const mark = text[end];
    if (mark === undefined || !isMark(mark) || !isDigit(text.charCodeAt(end + 1))) break;
    marks.push(mark === "’" ? "'" : mark);
    from = ++end;
  }
  if (isName(parts, marks)) return null;
  const read = readParts(parts, marks, notation);
  return read && { ...read, end };
}

function isName(parts: readonly string[], marks: readonly string[]): boolean {
  const whole = marks.length === 1 && marks[0] === "." ? parts.slice(0, 1) : parts;
  return whole.reduce((sum, part) => sum + part.length, 0) > mostDigits;
}

const isMark = (mark: string) => mark === "." || mark === "," || groupMarks.includes(mark);

type Read = Omit<WrittenNumber, "end"> | null;

function readParts(parts: readonly string[], marks: readonly string[], notation: DecimalMark | null): Read {
  if (marks.length === 0) return parts[0] === "" ? null : plain(Number(parts[0]), null);
  const last = marks.at(-1)!;
  const others = marks.slice(0, -1);
  const isGrouped = groupsBy(parts.slice(0, -1), others);
  if (others.some((mark) => mark !== last)) {
    if (!isGrouped || groupMarks.includes(last)) return null;
    return plain(joined(parts, parts.length - 1), last === "," ? "comma" : "point");
  }
  if (others.length > 0) {
    return groupsBy(parts, marks) ? plain(joined(parts, parts.length), otherNotation(last)) : null;
  }
  return oneMark(parts, last, notation);
}

function oneMark([whole = "", rest = ""]: readonly string[], mark: string, notation: DecimalMark | null): Read {
  const mayGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (groupMarks.includes(mark)) return mayGroup ? plain(Number(whole + rest), null) : null;
  const asDecimal: DecimalMark = mark === "," ? "comma" : "point";
  if (!mayGroup) return plain(Number(`${whole}.${rest}`), asDecimal);
  const isDecimal = notation === null ? mark === "." : notation === asDecimal;
  return { value: isDecimal ? Number(`${whole}.${rest}`) : Number(whole + rest), shows: null, isAmbiguous: true };
}

const plain = (value: number, shows: DecimalMark | null) => ({ value, shows, isAmbiguous: false });

const otherNotation = (mark: string): DecimalMark | null => {
  if (mark === ",") return "point";
  return mark === "." ? "comma" : null;
};

/** Whether equal marks cut digits into thousands (or into hundreds above a thousand, as in India). */
function groupsBy(parts: readonly string[], marks: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const areEqual = marks.every((mark) => mark === marks[0]);
  const last = others.at(-1);
  return (
    areEqual &&
    first.length >= 1 &&
    first.length <= 3 &&
    (last === undefined || last.length === 3) &&
    others.every((part) => part.length === 3 || (part.length === 2 && marks[0] === ","))
  );
}

function joined(parts: readonly string[], whole: number): number {
  const fraction = parts.slice(whole).join("");
  return Number(parts.slice(0, whole).join("") + (fraction === "" ? "" : `.${fraction}`));
}
