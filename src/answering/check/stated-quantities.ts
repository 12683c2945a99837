/** The quantities that a text states, however it writes them: `6 months`, `half a dozen months`, `six-month`, `monthly`. */
import { byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import type { StatementWords } from "../../language/data/language.ts";

/** UTF-16 positions, half-open. */
export interface StatedQuantity {
  /** A number, or numbers with signs as written: `14:30`. */
  readonly value: string;
  /** A symbol; null if none is known. */
  readonly unit: string | null;
  readonly start: number;
  readonly end: number;
}

const digitsPattern = String.raw`(?<![\p{L}\p{N}_])(?:[-−](?=\p{Nd}))?(?:\p{Nd}{1,3}(?:[ \u00a0\u202f'’]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+(?:[.,:/]\p{Nd}+)*)`;
const part = new RegExp(String.raw`(?<digits>${digitsPattern})|(?<word>[\p{L}\p{M}µ]+)|(?<sign>[%°€$£])`, "gu");

/** Symbols that every language writes; each counts as a unit only after a number. */
const symbols = new Set(
  "s min h d mm cm m km mi ft in g mg kg t l ml % € $ £ ° w kw mw v kv a ma hz khz mhz ghz bar mbar pa kpa mb gb tb kb".split(
    " ",
  ),
);
const usual = { c: "°", f: "°", k: "°" };
/** Units whose word alone means one: `every year`, `monthly`. */
const spans = new Set(["s", "min", "h", "d", "wk", "mo", "y", "decade", "century"]);

/** The smallest unit of each kind, and how many of it another one has. */
const sizes: Readonly<Record<string, readonly [base: string, count: number]>> = {
  min: ["s", 60],
  h: ["s", 3600],
  d: ["s", 86_400],
  wk: ["s", 604_800],
  y: ["mo", 12],
  decade: ["mo", 120],
  century: ["mo", 1200],
  cm: ["mm", 10],
  m: ["mm", 1000],
  km: ["mm", 1_000_000],
  kg: ["g", 1000],
  t: ["g", 1_000_000],
  l: ["ml", 1000],
  kw: ["w", 1000],
};

interface Notation {
  readonly numbers: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<string, string>;
}

const notationOf = byLanguage(({ statements = english.statements! }): Notation => readNotation(statements));

function readNotation({ numbers, units }: StatementWords): Notation {
  const named = units.split("|").flatMap((group) => {
    const [symbol = "", words = ""] = group.split("=");
    return words.split(" ").map((word) => [word, symbol] as const);
  });
  const ofWords = numbers.split(" ").map((pair) => pair.split("=") as [string, string]);
  return {
    numbers: new Map(ofWords.map(([word, value]) => [word, Number(value)])),
    units: new Map([...[...symbols].map((symbol) => [symbol, symbol] as const), ...Object.entries(usual), ...named]),
  };
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isDigits: boolean;
}

/** @param language BCP 47; where its words are not listed, the English ones are read. */
export function statedQuantities(text: string, language: string): readonly StatedQuantity[] {
  const notation = notationOf(language);
  const parts = [...withAsciiDigits(text).matchAll(part)].map(
    ({ 0: found, index, groups }): Part => ({
      text: found.toLowerCase(),
      start: index,
      end: index + found.length,
      isDigits: groups?.digits !== undefined,
    }),
  );
  const found: StatedQuantity[] = [];
  for (let at = 0; at < parts.length; ) {
    const number = numberAt(parts, at, notation);
    const quantity = number === null ? spanAt(parts[at]!, notation) : measured(parts, number, notation);
    if (quantity !== null) found.push(quantity.stated);
    at = quantity?.next ?? number?.next ?? at + 1;
  }
  return found;
}

/** The unit that one is measured in, and how many of it one is. */
const baseOf = (unit: string): readonly [base: string, size: number] => sizes[unit] ?? [unit, 1];

/** Equal for quantities that are the same in other units. */
export function quantityKey({ value, unit }: StatedQuantity): string {
  const [base, size] = baseOf(unit ?? "");
  const number = Number(value) * size;
  return `${Number.isNaN(number) ? value : number} ${base}`;
}

export function isSameQuantity(one: StatedQuantity, other: StatedQuantity): boolean {
  if (one.unit === null || other.unit === null) return one.value === other.value;
  const [base, size] = baseOf(one.unit);
  const [otherBase, otherSize] = baseOf(other.unit);
  if (base !== otherBase) return false;
  return one.value === other.value ? size === otherSize : Number(one.value) * size === Number(other.value) * otherSize;
}

interface NumberAt {
  readonly from: number;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The number that begins at a part; words are put together: `forty-five`, `half a dozen`, `1.5 million`. */
function numberAt(parts: readonly Part[], from: number, { numbers }: Notation): NumberAt | null {
  const first = parts[from]!;
  const begins = first.isDigits ? Number(fromDigits(first.text)) : numbers.get(first.text);
  if (begins === undefined) return null;
  const total: Total = { sum: 0, current: begins, isOfDigits: first.isDigits };
  let next = from + 1;
  for (let word = wordAfter(parts, next - 1); word !== null && take(total, numbers.get(word.text)); ) {
    next = parts.indexOf(word, next) + 1;
    word = wordAfter(parts, next - 1);
  }
  const isAlone = first.isDigits && next === from + 1;
  const value = isAlone ? fromDigits(first.text) : String(total.sum + total.current);
  return { from, value, start: first.start, end: parts[next - 1]!.end, next };
}

interface Total {
  sum: number;
  current: number;
  readonly isOfDigits: boolean;
}

/** The word that may go on with a number, next to it or behind `and` or `a`. */
function wordAfter(parts: readonly Part[], at: number): Part | null {
  const filler = /^(?:a|and|und|et|y|de)$/.test(parts[at + 1]?.text ?? "") ? 1 : 0;
  const word = parts[at + 1 + filler];
  return word === undefined || word.isDigits || word.start - parts[at]!.end > 6 ? null : word;
}

/** @returns whether the number went on with this value. */
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

/** Whether a word for a number goes on with the number before it. */
function joins(current: number, value: number, isOfDigits: boolean): boolean {
  if (isOfDigits) return value >= 100;
  const isOnes = value >= 1 && current >= 20 && value < Math.min(current, 100) && current % 10 === 0;
  return isOnes || multiplies(current, value);
}

interface Measured {
  readonly stated: StatedQuantity;
  readonly next: number | undefined;
}

/** With its unit: next to it, or behind one other word. A one without a unit counts nothing. */
function measured(parts: readonly Part[], number: NumberAt, notation: Notation): Measured | null {
  const { value, start, end, next } = number;
  const before = parts[number.from - 1];
  if (before !== undefined && /^[€$£]$/.test(before.text) && start - before.end <= 1)
    return { stated: { value, unit: before.text, start: before.start, end }, next };
  const unit = unitAt(parts, next, notation) ?? unitAt(parts, next, notation, 1);
  if (unit !== null) return { stated: { value, unit: unit.symbol, start, end: unit.end }, next: unit.next };
  const isArticle = value === "1" && !parts[next - 1]!.isDigits;
  return isArticle ? null : { stated: { value, unit: null, start, end }, next };
}

/** The unit of the number before a part. @param skipped how many words stand between. */
function unitAt(parts: readonly Part[], next: number, { numbers, units }: Notation, skipped = 0) {
  const at = next + skipped;
  const isNumber = parts.slice(next, at + 1).some(({ isDigits, text }) => isDigits || numbers.has(text));
  const part = parts[at];
  const isFar =
    part === undefined || parts.slice(next, at + 1).some(({ start }, i) => start - parts[next + i - 1]!.end > 3);
  if (isFar || isNumber || (skipped > 0 && part.text.length < 3)) return null;
  const symbol = units.get(part.text);
  if (symbol === undefined) return null;
  const scale = parts[at + 1];
  const isScale = symbol === "°" && scale !== undefined && /^[cfk]$/.test(scale.text) && scale.start === part.end;
  return { symbol, end: isScale ? scale.end : part.end, next: at + (isScale ? 2 : 1) };
}

function spanAt({ text, start, end }: Part, { units }: Notation): Measured | null {
  const unit = symbols.has(text) ? undefined : units.get(text);
  return unit === undefined || !spans.has(unit) ? null : { stated: { value: "1", unit, start, end }, next: undefined };
}

/** Without separators of thousands, with a decimal point. */
function fromDigits(written: string): string {
  const plain = written
    .replace(/−/g, "-")
    .replace(/[ \u00a0\u202f'’]/g, "")
    .replace(/[,.](?=\d{3}(?:\D|$))/g, "")
    .replace(",", ".");
  return Number.isNaN(Number(plain)) ? plain : String(Number(plain));
}

/** The zeros of other scripts: Arabic, Persian, Devanagari, Bengali, Thai and full width. */
const zeros = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50, 0xff_10];

function withAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const codePoint = digit.codePointAt(0)!;
    const zero = zeros.find((first) => codePoint >= first && codePoint < first + 10);
    return zero === undefined ? digit : String(codePoint - zero);
  });
}

/** Digits of any script as those of ASCII, without thousands separators. */
export function writtenNumbers(text: string): string[] {
  return [...withAsciiDigits(text).matchAll(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu)].map(([number]) =>
    number.replace(/[,.](?=\p{Nd}{3}(?:\D|$))/gu, ""),
  );
}

/** Whether a statement has an address that the evidence lacks. */
export function addsAddress(statement: string, evidence: string): boolean {
  const addresses = statement.match(/(?:https?:\/\/|www\.)[^\s<>()[\]"']+/gi) ?? [];
  return addresses.some((address) => !evidence.includes(address.replace(/(?<![.,;:!?])[.,;:!?]+$/, "")));
}
