/** The numbers that a text names, however it writes them: `4`, `four`, `fourth`, `IV`. */
import { byKnownLanguage } from "../../../languages/by-language.ts";
import type { Language } from "../../../languages/language.ts";

const valuesOf = byKnownLanguage(wordValues);

function wordValues({ counting }: Language): ReadonlyMap<string, number> {
  const lists = counting === null ? [] : [counting.cardinals, counting.ordinals];
  return new Map(lists.flatMap((list) => list.split(" ").map((word, value) => [word, value] as const)));
}

/** @param language BCP 47; without its counting words, digits and Roman numerals are read. */
export function numberValues(text: string, language: string): ReadonlySet<number> {
  const words = valuesOf(language);
  const values = new Set<number>();
  for (const found of text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.,]*/gu) ?? []) {
    const word = /[.,]$/.test(found) ? found.replace(/[.,]+$/, "") : found;
    const value = startsWithDigit(word) ? fromDigits(word) : (words?.get(word.toLowerCase()) ?? fromRoman(word));
    if (value !== null) values.add(value);
  }
  return values;
}

/** Most words begin with an ASCII letter and need no pattern. */
function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0);
  return code < 128 ? code >= 48 && code <= 57 : /^\p{N}/u.test(word);
}

/** `1,200`, `60s`, `3rd`; null for what has other letters. */
function fromDigits(word: string): number | null {
  const value = Number(word.replace(/(?:st|nd|rd|th|s)$/, "").replace(/,(?=\d{3})/g, ""));
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
