/** The language in which a text is read: what was found, or what an expert is set to. */

import { primarySubtag } from "./data/language.ts";
import { findable } from "./find-language.ts";

/** The language of an expert that has none of its own: each text's is found. */
export const autoLanguage = "auto";
/** Looked for, and not found. */
export const undetermined = "und";

/**
 * @param set BCP 47 or `auto`. It counts if it is the same language as found but says more (`pt-BR`), if none was
 * found, or if it cannot be found. @param found a primary subtag; null: none
 */
export function followedLanguage(set: string, found: string | null): string {
  if (set === autoLanguage) return found ?? undetermined;
  if (found === null || found === undetermined) return set;
  const own = primarySubtag(set);
  const isNorwegian = found === "no" && (own === "nb" || own === "nn");
  if (own === found || isNorwegian || !isFindable(own)) return set;
  return found;
}

const isFindable = (subtag: string) => subtag === "nb" || subtag === "nn" || findable().includes(subtag);
