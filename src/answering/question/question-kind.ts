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
  const { exact, bare } = patternsOf(language);
  for (const [kind, pattern] of text === plainly(text) ? [...exact, ...bare] : exact) {
    const match = pattern.exec(text);
    if (match !== null) return { kind, words: questionWords(match) };
  }
  return { kind: "other", words: "" };
}

/** As who is in a hurry writes it: without accents, hyphens and apostrophes. */
const plainly = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[-'’]/g, " ");

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

/** As written, and plainly, but only where a question begins (`que es`, `est ce que`). */
function compile({ questions, spacing }: Language): { readonly exact: KindPatterns; readonly bare: KindPatterns } {
  const kinds: readonly QuestionKind[] = [...kindOrder, "other"];
  const isInside = spacing !== "words";
  const patterns = (phrasesOf: (listed: string) => readonly string[]): KindPatterns =>
    kinds.flatMap((kind) => {
      const alternatives = phrasesOf(questions[kind] ?? "").map((phrase) => patternOf(phrase, isInside));
      return alternatives.length === 0 ? [] : [[kind, new RegExp(alternatives.join("|"), "u")] as const];
    });
  const all = (listed: string) => (listed === "" ? [] : listed.split("|"));
  const marked = (listed: string) => all(listed).filter((phrase) => phrase !== plainly(phrase));
  return {
    exact: patterns(all),
    bare: isInside ? [] : patterns((listed) => marked(listed).map((phrase) => `^${plainly(phrase)}`)),
  };
}

/** @param inside whether a phrase may match inside a run of letters. */
function patternOf(phrase: string, inside: boolean): string {
  const words = phrase.replace(/^\^{1,2}/, "").replaceAll(" … ", String.raw`((?:\s+\S+){0,3}?)\s+`);
  const start = phrase.startsWith("^") ? String.raw`^\P{L}*` : inside ? "" : String.raw`(?<![\p{L}\p{M}])`;
  return inside ? start + words : String.raw`${start}${words}(?![\p{L}\p{M}])`;
}
