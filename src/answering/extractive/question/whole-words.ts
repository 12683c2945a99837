import type { Language } from "../../../languages/language.ts";

/** Alternatives that match whole words in languages that separate words, and any run of letters elsewhere. */
export function wholeWords({ spacing }: Language, alternatives: string): string {
  return spacing === "words" ? String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])` : alternatives;
}
