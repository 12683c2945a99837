/** The numbers that a text names, however it writes them: `4`, `four`, `fourth`, `IV`. */
import { byKnownLanguage } from "../../language/data/by-language.ts";
import type { Language } from "../../language/data/language.ts";

interface Notation {
  /** Of the words for numbers. */
  readonly values: ReadonlyMap<string, number>;
  readonly hasDecimalComma: boolean;
}

const notationOf = byKnownLanguage(
  ({ counting, tag }: Language): Notation => ({
    values: new Map([counting?.cardinals ?? "", counting?.ordinals ?? ""].flatMap(valuesIn)),
    hasDecimalComma: Intl.NumberFormat(tag).format(1.5) === "1,5",
  }),
);

const valuesIn = (list: string) =>
  list.split(" ").flatMap((forms, value) => forms.split("|").map((word) => [word, value] as const));

/** @param language BCP 47; without its counting words, digits and Roman numerals are read. */
export function numberValues(text: string, language: string): ReadonlySet<number> {
  const notation = notationOf(language);
  const values = new Set<number>();
  for (const found of text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.,]*/gu) ?? []) {
    const word = /[.,]$/.test(found) ? found.replace(/(?<![.,])[.,]+$/, "") : found;
    const value = startsWithDigit(word)
      ? fromDigits(word, notation?.hasDecimalComma === true)
      : (notation?.values.get(word.toLowerCase()) ?? fromRoman(word));
    if (value !== null) values.add(value);
  }
  return values;
}

/** Most words begin with an ASCII letter and need no pattern. */
function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0);
  return code < 128 ? code >= 48 && code <= 57 : /^\p{N}/u.test(word);
}

/** `1,200`, `60s`, `3rd`, and `1.200,5` with a decimal comma; null for what has other letters. */
function fromDigits(word: string, hasDecimalComma: boolean): number | null {
  const digits = word.replace(/(?:st|nd|rd|th|s)$/, "");
  const plain = hasDecimalComma
    ? digits.replace(/\.(?=\d{3})/g, "").replace(",", ".")
    : digits.replace(/,(?=\d{3})/g, "");
  const value = Number(plain);
  return Number.isNaN(value) ? null : value;
}

const roman = /^(?=[IVX]{2})(?<tens>X{0,3})(?<ones>IX|IV|V?I{0,3})$/;
const ones: Readonly<Record<string, number>> = { IX: 9, IV: 4 };

/** From II to XXXIX; null for anything else. A single letter is rather a name. */
function fromRoman(word: string): number | null {
  if (!/^[IVX]/.test(word)) return null;
  const parts = roman.exec(word)?.groups;
  if (parts === undefined) return null;
  const low = parts.ones ?? "";
  const units = ones[low] ?? (low.startsWith("V") ? 4 + low.length : low.length);
  return 10 * (parts.tens?.length ?? 0) + units;
}
