import { knownLanguage, languageOf } from "./known-languages.ts";
import type { Language } from "./language.ts";

export type ByLanguage<T> = (language: string) => T;

/** Made when first needed. An unknown language counts as English. */
export function byLanguage<T>(make: (language: Language) => T): ByLanguage<T> {
  const made = keptBy(make);
  return lastKept((language) => made(languageOf(language)));
}

/** Null for an unknown language. */
export function byKnownLanguage<T>(make: (language: Language) => T): ByLanguage<T | null> {
  const made = keptBy(make);
  return lastKept((language) => {
    const known = knownLanguage(language);
    return known === null ? null : made(known);
  });
}

/** Remembers the last language, because comparing a tag is faster than reading it. */
function lastKept<T>(find: ByLanguage<T>): ByLanguage<T> {
  let last: { readonly language: string; readonly value: T } | null = null;
  return (language) => {
    if (last?.language !== language) last = { language, value: find(language) };
    return last.value;
  };
}

function keptBy<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const found = made.get(language);
    if (found !== undefined) return found;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}

/** Alternatives that match whole words in languages that separate words, and any run of letters elsewhere. */
export function wholeWords({ spacing }: Pick<Language, "spacing">, alternatives: string): string {
  return spacing === "words" ? String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])` : alternatives;
}
