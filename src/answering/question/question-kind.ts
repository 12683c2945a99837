/** The kind of a question, from its question words. */
import { byLanguage } from "../../language/data/by-language.ts";
import { kindOrder, type Language, type QuestionKind } from "../../language/data/language.ts";

export interface Asking {
  readonly kind: QuestionKind;
  /** The question words (`how many`, `in what year`), which an answer need not contain. Empty if none were recognised. */
  readonly words: string;
}

/**
 * The kind of a question in a language (BCP 47); for an unknown language by the English words. The kind is `other` if
 * nothing tells it: mostly for "what" and "which", whose answer can be anything.
 */
export function readAsking(question: string, language: string): Asking {
  const text = question.normalize("NFC").toLowerCase().trim();
  for (const [kind, pattern] of patternsOf(language)) {
    const match = pattern.exec(text);
    if (match !== null) return { kind, words: questionWords(match) };
  }
  return { kind: "other", words: "" };
}

/** A longer phrase is counted among the words of the question. */
const longestPhrase = 3;

/** The words of a phrase without those between its parts: of `wie teste ich`, `wie ich`. */
function questionWords([phrase, ...between]: RegExpExecArray): string {
  if (phrase.split(/\s+/).length > longestPhrase) return "";
  const other = between.find((words) => words !== undefined && words !== "");
  return other === undefined ? phrase : phrase.replace(other, "");
}

type KindPatterns = readonly (readonly [QuestionKind, RegExp])[];

const patternsOf = byLanguage(compile);

function compile({ questions, spacing }: Language): KindPatterns {
  const kinds: readonly QuestionKind[] = [...kindOrder, "other"];
  return kinds.flatMap((kind) => {
    const listed = questions[kind];
    if (listed === undefined) return [];
    const alternatives = listed.split("|").map((phrase) => patternOf(phrase, spacing !== "words"));
    return [[kind, new RegExp(alternatives.join("|"), "u")] as const];
  });
}

/** @param inside whether a phrase may match inside a run of letters. */
function patternOf(phrase: string, inside: boolean): string {
  const words = phrase.replace(/^\^/, "").replaceAll(" … ", String.raw`((?:\s+\S+){0,3}?)\s+`);
  const start = phrase.startsWith("^") ? String.raw`^\P{L}*` : inside ? "" : String.raw`(?<![\p{L}\p{M}])`;
  return inside ? start + words : String.raw`${start}${words}(?![\p{L}\p{M}])`;
}
