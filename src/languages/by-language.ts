/** What is made from what a language has: patterns, sets, names. */
import { knownLanguage, languageOf } from "./known-languages.ts";
import type { Language } from "./language.ts";

/** Gives what was made for a language (BCP 47). */
export type ByLanguage<T> = (language: string) => T;

/** Made for each known language when it is first needed, and kept. One that is not known counts as English. */
export function byLanguage<T>(make: (language: Language) => T): ByLanguage<T> {
  const made = keptBy(make);
  return (language) => made(languageOf(language));
}

/** The same, and null where the language is not known. */
export function byKnownLanguage<T>(make: (language: Language) => T): ByLanguage<T | null> {
  const made = keptBy(make);
  return (language) => {
    const known = knownLanguage(language);
    return known === null ? null : made(known);
  };
}

/** At most one for each known language. */
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
