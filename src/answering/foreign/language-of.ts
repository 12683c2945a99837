/** The language in which a question is answered. */
import type { Expert } from "../../experts/expert.ts";
import { autoLanguage, findLanguage, followedLanguage, undetermined } from "../../language/find-language.ts";
import type { SearchOutcome } from "../../memory/index-ports.ts";

type SearchLanguage = Pick<SearchOutcome, "language" | "asked">;

/**
 * BCP 47: the language in which the search read the question, so that the question, the terms that were counted and the passages
 * are read alike. A passage whose reading is in another language is read again.
 * @param outcome of the search; null before it: the question's own language
 */
export function languageOf(
  { language }: Pick<Expert, "language">,
  question: string,
  outcome: SearchLanguage | null,
): string {
  return outcome?.language ?? ownLanguage(language, question);
}

/** The language in which the expert speaks to who asks. Of a question that does not show its language: the passages'. */
export function spokenLanguage(
  expert: Pick<Expert, "language">,
  question: string,
  outcome: SearchLanguage | null,
): string {
  const asked = outcome?.asked;
  if (asked !== undefined && asked !== null) return followedLanguage(expert.language, asked);
  return languageOf(expert, question, outcome);
}

/** The expert as it answers this question: in one language. */
export function answeringIn(expert: Expert, question: string, outcome: SearchLanguage | null): Expert {
  const language = languageOf(expert, question, outcome);
  return language === expert.language ? expert : { ...expert, language };
}

function ownLanguage(set: string, question: string): string {
  const own = followedLanguage(set, findLanguage(question, set === autoLanguage ? [] : [set]));
  return own === undetermined ? "en" : own;
}
