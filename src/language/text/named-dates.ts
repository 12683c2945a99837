import { byKnownLanguage } from "../data/by-language.ts";
import { primarySubtag } from "../data/language.ts";

/** From January; empty where months are numbers, as in Chinese. In the form used with a day: Russian `мая`, not `май`. */
export function monthNames(language: string): string[] {
  return monthsAs(language, { day: "numeric", month: "long" }).filter((each) => /\p{L}/u.test(each));
}

/** From January, each by itself, with a day, and short. */
export function monthForms(language: string): string[][] {
  const styles = [{ month: "long" }, { day: "numeric", month: "long" }, { month: "short" }] as const;
  const all = styles.map((style) => monthsAs(language, style));
  return Array.from({ length: 12 }, (_, month) => all.map((names) => names[month]!));
}

function monthsAs(language: string, style: Intl.DateTimeFormatOptions): string[] {
  const format = formatOf(language, style);
  return Array.from({ length: 12 }, (_, month) => {
    return format.formatToParts(Date.UTC(2001, month, 15)).find((part) => part.type === "month")!.value;
  });
}

/** From Monday. */
export function weekdayNames(language: string): string[] {
  const format = formatOf(language, { weekday: "long" });
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2001, 0, 1 + day)));
}

function formatOf(language: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const subtag = primarySubtag(language);
  const [known] = /^[a-z]{2,3}$/.test(subtag) ? Intl.DateTimeFormat.supportedLocalesOf([subtag]) : [];
  return new Intl.DateTimeFormat(known ?? "en", { ...style, timeZone: "UTC" });
}

export interface NamedDate {
  /** Null: not stated. */
  readonly year: number | null;
  readonly month: number;
  readonly day: number | null;
  readonly phrase: string;
}

const iso = String.raw`(?<!\d)(?<isoYear>\d{4})-(?<isoMonth>\d{2})(?:-(?<isoDay>\d{2}))?(?!\d)`;
const dotted = String.raw`(?<!\d)(?<dotDay>\d{1,2})\. ?(?<dotMonth>\d{1,2})\. ?(?<dotYear>\d{4})?`;

const patternOf = byKnownLanguage(({ tag }) => {
  const months = [...new Set([...monthNames(tag), ...monthNames("en")])].map((name) => name.toLowerCase());
  const named = String.raw`(?:(?<day>\d{1,2})(?:\.|er|st|nd|rd|th)? (?:of |de )?)?(?<!\p{L})(?<name>${months.join("|")})(?!\p{L})(?: (?<after>\d{1,2})(?:st|nd|rd|th)?(?!\d))?(?:,? (?<year>\d{4}))?`;
  return { months, pattern: new RegExp([iso, dotted, named].join("|"), "giu"), perLanguage: monthNames(tag).length };
});

/** @param language BCP 47 */
export function namedDates(text: string, language: string): readonly NamedDate[] {
  const known = patternOf(language);
  if (known === null) return [];
  const { months, pattern, perLanguage } = known;
  return [...text.matchAll(pattern)].flatMap(({ 0: phrase, groups = {} }) => {
    const { isoYear, isoMonth, isoDay, dotYear, dotMonth, dotDay, name, day, after, year } = groups;
    const at = name === undefined ? -1 : months.indexOf(name.toLowerCase());
    const ofName = at < 0 ? undefined : 1 + (at < perLanguage ? at : englishMonth(name!));
    const number = (...written: (string | undefined)[]) =>
      Number(written.find((one) => one !== undefined) ?? Number.NaN);
    const month = ofName ?? number(isoMonth, dotMonth);
    if (!(month >= 1 && month <= 12)) return [];
    const orNull = (value: number) => (Number.isNaN(value) ? null : value);
    return [
      { year: orNull(number(isoYear, dotYear, year)), month, day: orNull(number(isoDay, dotDay, day, after)), phrase },
    ];
  });
}

const englishMonth = (name: string) => monthNames("en").findIndex((one) => one.toLowerCase() === name.toLowerCase());

/** A part that only one of them states is ignored. */
export const mayBeSame = (a: NamedDate, b: NamedDate) =>
  a.month === b.month &&
  [
    [a.day, b.day],
    [a.year, b.year],
  ].every(([one, other]) => one == null || other == null || one === other);
