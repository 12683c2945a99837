import type { Answer } from "../../answering/answer.ts";
import type { EvalQuestion } from "./eval-set.ts";

export interface EvalResult {
  readonly question: EvalQuestion;
  readonly ranked: readonly string[];
  readonly answer: Answer;
  /** From the collection, else as Docent reads the question. */
  readonly kind: string;
  readonly faults: number;
}

/** The collection lists answers or wants, or says that there is none. */
export function isKnown({ answers, wants, answerable }: EvalQuestion): boolean {
  return answerable === false || answers.length > 0 || wants.length > 0;
}

/** Contains a known answer, or quotes at least half of the wanted texts. */
export function isRight({ question, answer }: EvalResult): boolean {
  if (answer.abstained || question.answerable === false) return false;
  if (question.answers.length > 0) return holds(answer.text ?? "", question.answers);
  return question.wants.length > 0 && wantsQuoted({ question, answer }) >= question.wants.length / 2;
}

export function wantsQuoted({ question, answer }: Pick<EvalResult, "question" | "answer">): number {
  const quotedFrom = (document: string) =>
    plain(
      quotesOf(answer)
        .flatMap((quote) => (quote.document === document ? quote.text : []))
        .join("\n"),
    );
  return question.wants.filter(({ document, words }) => {
    const quoted = quotedFrom(document);
    return words.every((word) => quoted.includes(plain(word)));
  }).length;
}

export function citesAllWanted({ question, answer }: EvalResult): boolean {
  const cited = new Set(quotesOf(answer).map(({ document }) => document));
  return question.wants.every(({ document }) => cited.has(document));
}

function quotesOf({ abstained, citations }: Answer) {
  return abstained ? [] : citations.map(({ quote, passage }) => ({ document: passage.externalId, text: quote }));
}

/** Ignores case, accents, punctuation, markers and spacing. */
export function holds(text: string, answers: readonly string[]): boolean {
  const said = plain(text);
  return answers.some((answer) => plain(answer) !== "" && said.includes(plain(answer)));
}

function plain(text: string): string {
  const bare = text
    .replace(/(?<!\s)\s*\[\d+\]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  return bare.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

export function wordCount(text: string): number {
  const words = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text.replace(/\[\d+\]/g, ""));
  return [...words].filter(({ isWordLike }) => isWordLike).length;
}
