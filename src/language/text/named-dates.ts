import { byKnownLanguage } from "../data/by-language.ts";
import { primarySubtag } from "../data/language.ts";

/** From January; empty where months are numbers, as in Chinese. */
export function monthNames(language: string): string[] {
  const format = monthFormat(language);
  const names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2001, month, 15)));
  return names.filter((each) => /\p{L}/u.test(each));
}

/** In the form used with a day: Russian `мая` rather than `май`. */
function monthFormat(language: string): { format(time: number): string } {
  const subtag = primarySubtag(language);
  const [known] = /^[a-z]{2,3}$/.test(subtag) ? Intl.DateTimeFormat.supportedLocalesOf([subtag]) : [];
  const format = new Intl.DateTimeFormat(known ?? "en", { day: "numeric", month: "long", timeZone: "UTC" });
  const month = (time: number) => format.formatToParts(time).find((part) => part.type === "month")!.value;
  return { format: month };
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
