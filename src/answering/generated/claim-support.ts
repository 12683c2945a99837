/**
 * Decides whether and where passages support a sentence that a model wrote. Deliberately lexical: the sentence's content
 * terms, weighted by how rare they are among the passages, must occur in a few neighbouring sentences of one passage, and
 * so must all its numbers. It may not deny what those sentences affirm. A paraphrase in other words fails; in return, every
 * sentence of an answer can be checked against its quote.
 */
import type { Analyzer } from "../../analysis/analysis.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { RetrievedPassage } from "../answer.ts";
import { isNegated } from "../negation.ts";
import { isInjectedInstruction } from "./injected-instructions.ts";

/** The share of a claim's weight that must be found: in the passage that it cites, and in any other passage. */
export const supportedFrom = 0.6;
export const supportedUncitedFrom = 0.75;

/** Number of neighbouring sentences that may support one claim together. */
const widest = 3;

export interface Support {
  /** 0–1: the share of the claim's weight that was found. */
  readonly share: number;
  /** UTF-16 positions in the passage's text. */
  readonly start: number;
  readonly end: number;
}

/** Reads the passages once and judges any number of claims. */
export interface SupportJudge {
  /** The best support in this passage; null for none. */
  supportBy(passage: number, claim: string): Support | null;
  /** Whether the text contains anything that can be checked. */
  saysAnything(claim: string): boolean;
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<string>;
}

export function createSupportJudge(passages: readonly RetrievedPassage[], analyzer: Analyzer): SupportJudge {
  const read = passages.map(({ text }) => readSentences(text, analyzer));
  const frequency = new Map<string, number>();
  for (const { terms } of read.flat()) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const total = read.flat().length;
  const weightOf = (term: string) => Math.log(1 + (total + 1) / ((frequency.get(term) ?? 0) + 0.5));
  return {
    saysAnything: (claim) => contentTerms(claim, analyzer).size > 0,
    supportBy: (passage, claim) => {
      const text = passages[passage]?.text ?? "";
      const wanted = [...contentTerms(claim, analyzer)].map((term) => ({ term, weight: weightOf(term) }));
      const best = bestWindow(read[passage] ?? [], wanted);
      if (best === null) return null;
      const evidence = text.slice(best.start, best.end);
      return isUnlike(claim, evidence) || denies(claim, evidence, analyzer.language) ? null : best;
    },
  };
}

/** The sentences of a passage that may support a claim. */
function readSentences(text: string, analyzer: Analyzer): readonly Sentence[] {
  return splitSentences(text, analyzer.language).flatMap(({ start, end }) => {
    const said = text.slice(start, end);
    return isInjectedInstruction(said) ? [] : [{ start, end, terms: contentTerms(said, analyzer) }];
  });
}

function contentTerms(text: string, analyzer: Analyzer): ReadonlySet<string> {
  return new Set(analyzer.analyze(text).flatMap(({ term, stop }) => (stop ? [] : [term])));
}

interface Wanted {
  readonly term: string;
  readonly weight: number;
}

/** The run of neighbours with the greatest share; of several, the shortest, then the first. */
function bestWindow(sentences: readonly Sentence[], wanted: readonly Wanted[]): Support | null {
  let best: Support | null = null;
  for (let width = 1; width <= widest; width++) {
    for (let first = 0; first + width <= sentences.length; first++) {
      const run = sentences.slice(first, first + width);
      const share = shareFound(wanted, run);
      if (share > (best?.share ?? 0)) best = { share, start: run[0]!.start, end: run.at(-1)!.end };
    }
  }
  return best;
}

function shareFound(wanted: readonly Wanted[], run: readonly Sentence[]): number {
  const weigh = (some: readonly Wanted[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  return wanted.length === 0
    ? 0
    : weigh(wanted.filter(({ term }) => run.some(({ terms }) => terms.has(term)))) / weigh(wanted);
}

/** Whether a claim has a number or an address that the evidence lacks. */
export function isUnlike(claim: string, evidence: string): boolean {
  const there = new Set(numbersOf(evidence));
  if (numbersOf(claim).some((number) => !there.has(number))) return true;
  return addressesOf(claim).some((address) => !evidence.includes(address));
}

/** One denies and the other affirms. If the evidence has several sentences, the negation may be in another one. */
function denies(claim: string, evidence: string, language: string): boolean {
  const alone = splitSentences(evidence, language).length === 1;
  return isNegated(claim, language) ? !isNegated(evidence, language) : alone && isNegated(evidence, language);
}

/** Digits of any script as those of ASCII, without thousands separators. */
export function numbersOf(text: string): string[] {
  return [...withAsciiDigits(text).matchAll(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu)].map(([number]) =>
    number.replace(/[,.](?=\p{Nd}{3}(?:\D|$))/gu, ""),
  );
}

/** The zeros of other scripts: Arabic, Persian, Devanagari, Bengali, Thai and full width. */
const zeros = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50, 0xff_10];

function withAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const codePoint = digit.codePointAt(0)!;
    const zero = zeros.find((first) => codePoint >= first && codePoint < first + 10);
    return zero === undefined ? digit : String(codePoint - zero);
  });
}

function addressesOf(text: string): string[] {
  return [...text.matchAll(/(?:https?:\/\/|www\.)[^\s<>()[\]"']+/gi)].map(([address]) =>
    address.replace(/(?<![.,;:!?])[.,;:!?]+$/, ""),
  );
}
