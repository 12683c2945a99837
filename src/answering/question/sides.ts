/** The two questions that a comparison, or a question for two things, asks. */

import { byKnownLanguage, byLanguage } from "../../language/data/by-language.ts";
import type { Language } from "../../language/data/language.ts";
import type { Analyzer, Token } from "../../language/words/analysis.ts";
import { longestAsked } from "./breadth.ts";
import { wholeWords } from "./quantities.ts";

export interface Side {
  /** The question without the other side. */
  readonly question: string;
  /** The terms that only this side has. */
  readonly own: ReadonlySet<string>;
}

const jointsOf = byLanguage((language: Language) =>
  (language.breadth?.joints ?? []).map((words) => new RegExp(wholeWords(language, words), "giu")),
);

const comparingIn = byKnownLanguage((language) =>
  language.breadth?.comparing === undefined ? null : new RegExp(wholeWords(language, language.breadth.comparing), "iu"),
);

/**
 * Splits at the last word that joins two things: `Compare sick leave at Acme and at Globex` asks for `sick leave at Acme` and
 * `sick leave at Globex`. What follows the second thing belongs to both: `a P1 and a P3 incident`.
 * @returns null if there are no two things, or the question is long
 */
export function sidesOf(asked: string, analyzer: Analyzer): readonly [Side, Side] | null {
  if (asked.length > longestAsked) return null;
  const comparing = comparingIn(analyzer.language);
  const question = comparing === null ? asked : asked.replace(comparing, " ");
  const tokens = analyzer.analyze(question);
  const [equals, others] = jointsOf(analyzer.language);
  // `With` joins two things only where a comparison is asked for.
  for (const joint of [equals, question === asked ? undefined : others].filter((one) => one !== undefined)) {
    for (const { index, 0: word } of [...question.matchAll(joint)].reverse()) {
      const sides = splitAt(question, tokens, { start: index, end: index + word.length });
      if (sides !== null) return sides;
    }
  }
  return null;
}

function splitAt(
  question: string,
  tokens: readonly Token[],
  joint: { readonly start: number; readonly end: number },
): readonly [Side, Side] | null {
  const before = tokens.filter(({ end }) => end <= joint.start);
  const after = tokens.filter(({ start }) => start >= joint.end);
  const left = before.slice(before.findLastIndex(({ stop }) => stop) + 1);
  const from = after.findIndex(({ stop }) => !stop);
  if (left.length === 0 || from < 0) return null;
  const to = after.findIndex(({ stop }, i) => i > from && stop);
  const right = after.slice(from, to < 0 ? undefined : to);
  const [ofLeft, ofRight] = [termsOf(left), termsOf(right.slice(0, left.length))];
  const shared = ofLeft.intersection(ofRight);
  const [one, other] = [ofLeft.difference(shared), ofRight.difference(shared)];
  if (one.size === 0 || other.size === 0) return null;
  const lastOther = right.findLast(({ term }) => other.has(term))!;
  const firstOne = left.find(({ term }) => one.has(term))!;
  return [
    { question: without(question, joint.start, lastOther.end), own: one },
    { question: without(question, firstOne.start, right[0]!.start), own: other },
  ];
}

const without = (text: string, start: number, end: number) =>
  (text.slice(0, start) + text.slice(end)).replace(/\s+/g, " ").trim();

const termsOf = (tokens: readonly Token[]): ReadonlySet<string> => new Set(tokens.map(({ term }) => term));
