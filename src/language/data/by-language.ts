import { knownLanguage, languageOf } from "./known-languages.ts";
import type { Language } from "./language.ts";

export type ByLanguage<T> = (language: string) => T;

/** Makes the value for a known language when it is first needed and keeps it. An unknown language counts as English. */
export function byLanguage<T>(make: (language: Language) => T): ByLanguage<T> {
  const made = keptBy(make);
  return lastKept((language) => made(languageOf(language)));
}

/** The same, but null if the language is not known. */
export function byKnownLanguage<T>(make: (language: Language) => T): ByLanguage<T | null> {
  const made = keptBy(make);
  return lastKept((language) => {
    const known = knownLanguage(language);
    return known === null ? null : made(known);
  });
}

/** Remembers the last language: values are asked for many times in a row, and reading a tag takes longer than comparing it. */
function lastKept<T>(find: ByLanguage<T>): ByLanguage<T> {
  let last: { readonly language: string; readonly value: T } | null = null;
  return (language) => {
    if (last?.language !== language) last = { language, value: find(language) };
    return last.value;
  };
}

/** At most one value for each known language. */
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
