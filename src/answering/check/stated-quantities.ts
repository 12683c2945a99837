/** Quantities in any notation: `6 months`, `half a dozen months`, `six-month`, `monthly`. */
import { byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import type { StatementWords } from "../../language/data/language.ts";
import { withAsciiDigits } from "../../language/text/scripts.ts";
import { sizeOf, symbolOf } from "./measuring-units.ts";

/** UTF-16 positions, half-open. */
export interface StatedQuantity {
  /** A number, or numbers with signs as written: `14:30`. */
  readonly value: string;
  /** A symbol; null: unknown. */
  readonly unit: string | null;
  readonly start: number;
  readonly end: number;
}

const digitsPattern = String.raw`(?<![\p{L}\p{N}_])(?:[-−](?=\p{Nd}))?(?:\p{Nd}{1,3}(?:[ \u00a0\u202f'’]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+(?:[.,:/]\p{Nd}+)*)`;
const part = new RegExp(String.raw`(?<digits>${digitsPattern})|(?<word>[\p{L}\p{M}µ²³]+)|(?<sign>[%‰°€$£¥¢/])`, "gu");

/** Kinds whose word alone means one: `every year`, `monthly`. */
const spans = new Set(["s", "mo", "times"]);
/** A statement's unit that says less, because it can mean several. */
const lessThan = new Set(["° °C", "°C °", "° °F", "°F °", "pound £", "£ pound", "pound lb", "lb pound"]);

interface Notation {
  readonly numbers: ReadonlyMap<string, number>;
  /** `three quarters of an hour`. */
  readonly fractions: ReadonlyMap<string, number>;
  /** Symbols may have a number: `15min`. */
  readonly units: ReadonlyMap<string, string>;
}

const notationOf = byLanguage(({ statements = english.statements! }): Notation => readNotation(statements));

function readNotation({ numbers, units }: StatementWords): Notation {
  const named = units.split("|").flatMap((group) => {
    const [symbol = "", words = ""] = group.split("=");
    return words.split(" ").map((word) => [word.replaceAll("_", " "), symbol] as const);
  });
  const ofWords = numbers.split(" ").map((pair) => pair.split("=") as [string, string]);
  const valuesOf = (isFraction: boolean) =>
    new Map(
      ofWords
        .filter(([, value]) => value.startsWith("1/") === isFraction)
        .map(([word, value]) => [word, isFraction ? 1 / Number(value.slice(2)) : Number(value)]),
    );
  return { numbers: valuesOf(false), fractions: valuesOf(true), units: new Map(named) };
}

interface Lexeme {
  /** In lower case. */
  readonly text: string;
  readonly written: string;
  readonly start: number;
  readonly end: number;
  readonly isDigits: boolean;
}

/** @param language BCP 47; without listed words, English ones count */
export function statedQuantities(text: string, language: string): readonly StatedQuantity[] {
  const notation = notationOf(language);
  const parts = [...withAsciiDigits(text).matchAll(part)].map(
    ({ 0: written, index, groups }): Lexeme => ({
      text: written.toLowerCase(),
      written,
      start: index,
      end: index + written.length,
      isDigits: groups?.digits !== undefined,
    }),
  );
  const found: StatedQuantity[] = [];
  for (let at = 0; at < parts.length; ) {
    const number = numberAt(parts, at, notation) ?? fractionAt(parts, at, notation);
    const quantity = number === null ? spanAt(parts, at, notation) : measured(parts, number, notation);
    if (quantity !== null) found.push(...rated(quantity.stated));
    at = quantity?.next ?? number?.next ?? at + 1;
  }
  return found.map((each, i) => ({ ...each, unit: each.unit ?? sharedUnit(text, found, i) }));
}

/** A unit by time is two quantities (`mph`); once is none. */
function rated(stated: StatedQuantity): StatedQuantity[] {
  if (stated.unit === "times" && stated.value === "1") return [];
  const [unit, time] = stated.unit?.split("/") ?? [];
  return time === undefined
    ? [stated]
    : [
        { ...stated, unit: unit! },
        { ...stated, value: "1", unit: time },
      ];
}

/** The next number's unit, where both share it: `5 to 10 minutes`. */
function sharedUnit(text: string, found: readonly StatedQuantity[], i: number): string | null {
  const [here, next] = [found[i]!, found[i + 1]];
  const joins = /^ ?(?:[-–—]|to|and|or|bis|und|oder|à|et|ou|y|o|a) ?$/u;
  if (next === undefined || !joins.test(text.slice(here.end, next.start))) return null;
  return next.unit ?? sharedUnit(text, found, i + 1);
}

/** Equal for the same quantity in other units. */
export function quantityKey({ value, unit }: StatedQuantity): string {
  const [kind, size] = sizeOf(unit ?? "");
  const number = Number(value) * size;
  return `${Number.isNaN(number) ? value : number} ${kind}`;
}

/** Whether both are the same; a missing unit, or one that says less, matches any. */
export function isSameQuantity(one: StatedQuantity, other: StatedQuantity): boolean {
  const saysLess = one.unit === null || other.unit === null || lessThan.has(`${one.unit} ${other.unit}`);
  if (saysLess) return one.value === other.value;
  const [kind, size] = sizeOf(one.unit);
  const [otherKind, otherSize] = sizeOf(other.unit);
  if (kind !== otherKind) return false;
  if (one.value === other.value) return size === otherSize;
  const [a, b] = [Number(one.value) * size, Number(other.value) * otherSize];
  return Math.abs(a - b) < 1e-9 * Math.abs(a);
}

interface NumberAt {
  readonly from: number;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Combines words: `forty-five`, `half a dozen`, `1.5 million`. */
function numberAt(parts: readonly Lexeme[], from: number, { numbers }: Notation): NumberAt | null {
  const first = parts[from]!;
  const begins = first.isDigits ? Number(fromDigits(first.text)) : numbers.get(first.text);
  if (begins === undefined) return null;
  const total: Total = { sum: 0, current: begins, isOfDigits: first.isDigits };
  let next = from + 1;
  for (let word = wordAfter(parts, next - 1); word !== null && take(total, numbers.get(word.text)); ) {
    next = parts.indexOf(word, next) + 1;
    word = wordAfter(parts, next - 1);
  }
  next = halfAfter(parts, next, numbers, total);
  const isAlone = first.isDigits && next === from + 1;
  const value = isAlone ? fromDigits(first.text) : String(total.sum + total.current);
  return { from, value, start: first.start, end: parts[next - 1]!.end, next };
}

/** `a quarter of an hour`, only with its unit. */
function fractionAt(parts: readonly Lexeme[], from: number, notation: Notation): NumberAt | null {
  const { text, start, end } = parts[from]!;
  const value = notation.fractions.get(text);
  const next = value === undefined ? null : behindOf(parts, from + 1);
  if (next === null || unitAt(parts, next, notation) === null) return null;
  return { from, value: String(value), start, end, next };
}

/** The part after `of an`; null: these words are missing. */
function behindOf(parts: readonly Lexeme[], at: number): number | null {
  if (!/^(?:of|de|d)$/.test(parts[at]?.text ?? "")) return null;
  return articleAt(parts, at + 1) ? at + 2 : at + 1;
}

const articleAt = (parts: readonly Lexeme[], at: number) => /^(?:an?|une?|una|einer?)$/.test(parts[at]?.text ?? "");

/** Adds the half of `and a half`. @returns the next part */
function halfAfter(parts: readonly Lexeme[], at: number, numbers: ReadonlyMap<string, number>, total: Total): number {
  const half = articleAt(parts, at + 1) ? at + 2 : at + 1;
  const isHalf = /^(?:and|et|und|y)$/.test(parts[at]?.text ?? "") && numbers.get(parts[half]?.text ?? "") === 0.5;
  if (!isHalf) return at;
  total.current += 0.5;
  return half + 1;
}

interface Total {
  sum: number;
  current: number;
  readonly isOfDigits: boolean;
}

/** The next word that may continue a number, perhaps after `and` or `a`. */
function wordAfter(parts: readonly Lexeme[], at: number): Lexeme | null {
  const filler = /^(?:a|and|und|et|y|de)$/.test(parts[at + 1]?.text ?? "") ? 1 : 0;
  const word = parts[at + 1 + filler];
  return word === undefined || word.isDigits || word.start - parts[at]!.end > 6 ? null : word;
}

/** @returns whether the value continues the number */
function take(total: Total, value: number | undefined): boolean {
  const { current, isOfDigits } = total;
  if (value === undefined || !joins(current, value, isOfDigits)) return false;
  total.current = multiplies(current, value) ? current * value : current + value;
  if (value < 1000) return true;
  total.sum += total.current;
  total.current = 0;
  return true;
}

const multiplies = (current: number, value: number) =>
  current > 0 &&
  ((value >= 100 && current < value) || (value === 12 && current < 12) || (value === 20 && current === 4));

/** Whether the word continues the number before it. */
function joins(current: number, value: number, isOfDigits: boolean): boolean {
  if (isOfDigits) return value >= 100;
  const isOnes = value >= 1 && current >= 20 && value < Math.min(current, 100) && current % 10 === 0;
  const isTeen = current === 10 && value >= 7 && value < 10;
  return isOnes || isTeen || multiplies(current, value);
}

interface Measured {
  readonly stated: StatedQuantity;
  readonly next: number;
}

/** With its unit, adjacent or after one word. A one without a unit counts nothing. */
function measured(parts: readonly Lexeme[], number: NumberAt, notation: Notation): Measured | null {
  const { start, end } = number;
  const before = parts[number.from - 1];
  const money = before === undefined || start - before.end > 1 ? undefined : symbolOf(before, notation.units);
  if (money !== undefined && /^[€$£¥]|^CHF$/.test(money))
    return { stated: { value: number.value, unit: money, start: before!.start, end }, next: number.next };
  const fraction = notation.fractions.get(parts[number.next]?.text ?? "");
  const whole = fraction === undefined ? null : behindOf(parts, number.next + 1);
  const value = whole === null ? number.value : String(Number(number.value) * fraction!);
  const next = whole ?? number.next;
  const unit = unitAt(parts, next, notation) ?? unitAt(parts, next, notation, 1);
  if (unit !== null)
    return withHalf(
      parts,
      { stated: { ...scaledBy(unit.symbol, value), start, end: unit.end }, next: unit.next },
      notation,
    );
  const isArticle = value === "1" && !parts[number.next - 1]!.isDigits;
  return isArticle ? null : { stated: { value, unit: null, start, end }, next: number.next };
}

/** `a year and a half`. */
function withHalf(parts: readonly Lexeme[], { stated, next }: Measured, { numbers }: Notation): Measured {
  const total: Total = { sum: 0, current: Number(stated.value), isOfDigits: false };
  const after = halfAfter(parts, next, numbers, total);
  return after === next
    ? { stated, next }
    : { stated: { ...stated, value: String(total.current), end: parts[after - 1]!.end }, next: after };
}

/** `15min` is fifteen minutes. */
function scaledBy(symbol: string, value: string): Pick<StatedQuantity, "value" | "unit"> {
  const [, count = "1", unit = symbol] = /^(\d+)(\D+)$/.exec(symbol) ?? [];
  return { value: count === "1" ? value : String(Number(value) * Number(count)), unit };
}

/** Of the number before a part. @param skipped words in between */
function unitAt(parts: readonly Lexeme[], next: number, notation: Notation, skipped = 0) {
  const at = next + skipped;
  const isNumber = parts.slice(next, at + 1).some(({ isDigits, text }) => isDigits || notation.numbers.has(text));
  const isFar = parts.slice(next, at + 1).some(({ start }, i) => start - parts[next + i - 1]!.end > 3);
  if (at >= parts.length || isFar || isNumber) return null;
  for (const length of [3, 2, 1]) {
    const phrase = parts.slice(at, at + length);
    const symbol =
      length === 1
        ? symbolOf(phrase[0]!, notation.units)
        : notation.units.get(phrase.map(({ text }) => text).join(" "));
    const scale = phrase.length === 2 && phrase[0]!.text === "°" && /^[cf]$/.test(phrase[1]!.text);
    const unit = scale ? `°${phrase[1]!.text.toUpperCase()}` : symbol;
    const isShort = skipped > 0 && phrase[0]!.text.length < 3;
    if (unit !== undefined && !isShort) return { symbol: unit, end: phrase.at(-1)!.end, next: at + length };
  }
  return null;
}

/** A word for time that means one, or the divisor in `km/h`. */
function spanAt(parts: readonly Lexeme[], at: number, notation: Notation): Measured | null {
  const { text, start, end } = parts[at]!;
  const unit = parts[at - 1]?.text === "/" ? symbolOf(parts[at]!, notation.units) : notation.units.get(text);
  if (unit === undefined) return null;
  const stated = { ...scaledBy(unit, "1"), start, end };
  return spans.has(sizeOf(stated.unit!)[0]) ? withHalf(parts, { stated, next: at + 1 }, notation) : null;
}

/** Without thousands separators, with a decimal point. */
function fromDigits(written: string): string {
  const plain = written
    .replace(/−/g, "-")
    .replace(/[ \u00a0\u202f'’]/g, "")
    .replace(/[,.](?=\d{3}(?:\D|$))/g, "")
    .replace(",", ".");
  return Number.isNaN(Number(plain)) ? plain : String(Number(plain));
}
