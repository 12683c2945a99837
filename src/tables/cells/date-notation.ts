/** Dates as people write them: `2004-05-01`, `1. Mai 2004`, `May 1, 2004`, `05/01/2004`, `May 2004`, `1998–99`. */

export interface WrittenDate {
  /** Null where the text has none: `May 1`. */
  readonly year: number | null;
  /** 1–12; null if the text has only a year. */
  readonly month: number | null;
  readonly day: number | null;
}

/** Longer texts are sentences. */
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
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{2}:\d{2}\S*)?$/.exec(text);
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const short = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?: \d{2}:\d{2}\S*)?$/.exec(text);
  if (!short) return null;
  const [first, second, year] = [Number(short[1]), Number(short[3]), Number(short[4])];
  const isDayFirst = short[2] === "." || first > 12;
  return isDayFirst ? valid(year, second, first) : valid(year, first, second);
}

/** A month by name, with a day or a year or both, in any order. */
function namedDate(text: string, months: ReadonlyMap<string, number>): WrittenDate | null {
  const words = text.toLowerCase().match(/[\p{L}]+|\d+/gu) ?? [];
  const named = words.flatMap((word) => months.get(word) ?? []);
  const others = words.filter((word) => !months.has(word) && !isFiller(word));
  const years = others.filter((word) => /^\d{4}$/.test(word));
  const days = others.filter((word) => /^\d{1,2}$/.test(word));
  const isOne = named.length === 1 && years.length <= 1 && days.length <= 1;
  if (!isOne || words.length > 4 || years.length + days.length < others.length) return null;
  const [[year = null], [day = null]] = [years.map(Number), days.map(Number)];
  return valid(year, named[0]!, day);
}

const isFiller = (word: string) => /^(?:st|nd|rd|th|of|de|the|den|der|am)$/.test(word);

/** A season or a span of years begins with its first one. */
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

/** The days between two dates by their numbers. */
export function daysBetween(from: number, to: number): number {
  return Math.round((utc(to) - utc(from)) / 86_400_000);
}

function utc(number: number): number {
  const year = Math.floor(number + 1e-9);
  const left = (number - year) * 12;
  const month = Math.floor(left + 1e-6);
  return Date.UTC(year, month, Math.round((left - month) * 31) + 1);
}
