/** What the sentences say differently from the question: denied, with other numbers, with a word turned into its opposite. */
import { byKnownLanguage } from "../../languages/by-language.ts";
import { deniedSpans, isNegated } from "../negation.ts";
import { contradicts } from "../opposites.ts";
import type { Evidence } from "./evidence.ts";
import { numberValues } from "./question/number-values.ts";
import type { QuestionModel } from "./question/question-model.ts";

/** The window is the best sentence with its two neighbours. */
export interface Mismatches {
  /** 1 if the question denies or excepts something. */
  readonly denying: number;
  /** 1 if the question denies or excepts something and the best sentence does not. */
  readonly negation: number;
  /** 1 if the best sentence denies a term of a question that denies nothing. */
  readonly denied: number;
  /** 1 if the window says the opposite of a word of the question. */
  readonly opposed: number;
  /** How many words of the question are in the window only with a negating prefix, or without theirs: `direct`, `indirect`. */
  readonly undone: number;
  /** How many numbers of the question, in any notation, the window lacks. */
  readonly numbersLacking: number;
  /** 1 if it lacks one and names another. */
  readonly otherNumbers: number;
}

export function mismatchesOf(
  { question: asked, analyzer }: Evidence,
  question: QuestionModel,
  { best, window }: { readonly best: string; readonly window: string },
): Mismatches {
  const { language } = analyzer;
  const denies = isNegated(asked, language);
  const named = numberValues(asked, language);
  const said = numberValues(window, language);
  const lacking = named.difference(said).size;
  return {
    denying: denies ? 1 : 0,
    negation: denies && !isNegated(best, language) ? 1 : 0,
    denied: !denies && deniesTerm(best, question, analyzer) ? 1 : 0,
    opposed: contradicts(question.surface, window, language) ? 1 : 0,
    undone: undoneWords(asked, window, language),
    numbersLacking: lacking,
    otherNumbers: lacking > 0 && said.size > 0 ? 1 : 0,
  };
}

function deniesTerm(sentence: string, { weights }: QuestionModel, analyzer: Evidence["analyzer"]): boolean {
  const denied = deniedSpans(sentence, analyzer.language);
  if (denied.length === 0) return false;
  const terms = analyzer.analyze(sentence).filter(({ term }) => weights.has(term));
  return terms.some(({ start }) => denied.some((span) => start >= span.start && start <= span.end));
}

const prefixesOf = byKnownLanguage(({ negatingPrefixes }) => negatingPrefixes?.split(" ") ?? []);

/** Without its prefix, a word has no fewer characters. */
const shortestStem = 4;

function undoneWords(question: string, window: string, language: string): number {
  const prefixes = prefixesOf(language) ?? [];
  if (prefixes.length === 0) return 0;
  const words = wordsOf(window);
  const said = new Set(words);
  for (const word of words) if (word.includes("-")) said.add(word.replaceAll("-", ""));
  const isUndone = (word: string) => {
    if (said.has(word)) return false;
    const bare = word.replaceAll("-", "");
    return prefixes.some((prefix) => {
      const stem = bare.startsWith(prefix) ? bare.slice(prefix.length) : "";
      return (
        (stem.length >= shortestStem && said.has(stem)) || (bare.length >= shortestStem && said.has(prefix + bare))
      );
    });
  };
  return [...wordsOf(question)].filter(isUndone).length;
}

/** In lower case, with their hyphens. */
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu));
