/** What a question asks for, by the words it asks with. */
import { primarySubtag } from "../text/abbreviations.ts";
import { kindOrder, type QuestionKind, type QuestionPhrases, questionPhrases } from "./question-words.ts";

export type { QuestionKind } from "./question-words.ts";

/** Languages written without spaces: a phrase there may stand inside a run of letters. */
const unspaced = new Set(["zh", "ja", "ko", "th"]);

type KindPatterns = readonly (readonly [QuestionKind, RegExp])[];

/**
 * The kind of a question in a language (BCP 47); in one that is not known, by the English words. `other` where
 * nothing tells: most often "what" and "which", whose answer can be anything.
 */
export function questionKind(question: string, language: string): QuestionKind {
  const text = question.normalize("NFC").toLowerCase().trim();
  const found = patternsOf(primarySubtag(language)).find(([, pattern]) => pattern.test(text));
  return found?.[0] ?? "other";
}

const compiled: ReadonlyMap<string, KindPatterns> = new Map(
  [...questionPhrases].map(([language, phrases]) => [language, compile(phrases, unspaced.has(language))]),
);

function patternsOf(language: string): KindPatterns {
  return compiled.get(language) ?? compiled.get("en")!;
}

function compile(phrases: QuestionPhrases, inside: boolean): KindPatterns {
  return kindOrder.map((kind) => {
    const alternatives = phrases[kind].split("|").map((phrase) => pattern(phrase, inside));
    return [kind, new RegExp(alternatives.join("|"), "u")];
  });
}

function pattern(phrase: string, inside: boolean): string {
  const words = phrase.replace(/^\^/, "").replaceAll(" … ", String.raw`(?:\s+\S+){0,3}?\s+`);
  const start = phrase.startsWith("^") ? String.raw`^\P{L}*` : inside ? "" : String.raw`(?<![\p{L}\p{M}])`;
  return inside ? start + words : String.raw`${start}${words}(?![\p{L}\p{M}])`;
}
