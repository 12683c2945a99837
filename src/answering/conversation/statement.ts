import { byLanguage } from "../../language/data/by-language.ts";
import { splitSentences } from "../../language/text/sentences.ts";

/**
 * Whether a turn contains a statement to keep: a sentence that is not a question and, in languages with listed pronouns, is
 * about the speaker. "What does it weigh?" and "Summarise the manual" are not kept.
 */
export function isStatement(text: string, language: string): boolean {
  const ofSpeaker = ownWordsOf(language);
  return splitSentences(text, language)
    .map(({ start, end }) => text.slice(start, end))
    .some((sentence) => !/[?？؟]\s*["'”’)]*$/u.test(sentence) && (ofSpeaker === null || ofSpeaker.test(sentence)));
}

const ownWordsOf = byLanguage(({ speech }) =>
  speech === undefined
    ? null
    : new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}'’])(?:${speech.first})(?![\p{L}\p{M}\p{N}])`, "iu"),
);
