import { primarySubtag } from "./data/language.ts";
import { findable } from "./find-language.ts";

/** The language of each text is found. */
export const autoLanguage = "auto";
/** None was found. */
export const undetermined = "und";

/**
 * @param set BCP 47 or `auto`; counts if it is more exact than `found` (`pt-BR`), or if none was found or can be
 * @param found a primary subtag
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
