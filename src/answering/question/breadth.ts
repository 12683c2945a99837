/** One fact, the sides of a comparison, or what is said about a subject. */
import { byKnownLanguage, byLanguage, wholeWords } from "../../language/data/by-language.ts";
import { languageOf } from "../../language/data/known-languages.ts";
import type { Language } from "../../language/data/language.ts";
import type { Analyzer, Token } from "../../language/words/analysis.ts";
import { readAsking } from "./question-model.ts";

export type AskingBreadth = "fact" | "linked" | "sides" | "overview";

/** UTF-16 units of the beginning that decide; phrases may take quadratic time. */
const longestAsked = 1000;
/** UTF-16 units at the beginning (`in which city`) that name nothing yet. */
const opening = 12;

const patternsOf = byLanguage((language: Language) => {
  const { breadth } = language;
  return breadth === null
    ? null
    : {
        overview: new RegExp(breadth.overview, "iu"),
        contents: new RegExp(breadth.contents, "iu"),
        sides: patternOf(breadth.sides),
        linked: patternOf(breadth.linked),
        decisions: patternOf(breadth.decisions === undefined ? null : wholeWords(language, breadth.decisions)),
      };
});

function patternOf(phrases: string | null): RegExp | null {
  return phrases === null ? null : new RegExp(phrases, "iu");
}

/** @param language BCP 47; one without phrases asks for facts */
export function breadthOf(question: string, language: string): AskingBreadth {
  const asked = question.slice(0, longestAsked);
  const patterns = patternsOf(language);
  if (patterns === null) return "fact";
  if (patterns.sides?.test(asked) === true) return "sides";
  if (patterns.overview.test(asked)) return "overview";
  return patterns.linked?.test(asked.slice(opening)) === true ? "linked" : "fact";
}

/** Whether a question asks what is in the whole memory. */
export const asksForContents = (question: string, language: string) =>
  question.length <= longestAsked && patternsOf(language)?.contents.test(question.trim()) === true;

/** Whether a sentence of minutes says what was decided. */
export const saysDecision = (text: string, language: string) => patternsOf(language)?.decisions?.test(text) === true;

const aboutOf = byLanguage(({ breadth, spacing }) => {
  const about = new Set(breadth?.about.split(" ") ?? []);
  // Unspaced scripts have words inside a run of letters.
  const isIn = (question: string) => [...about].filter((word) => question.includes(word));
  const isWord = (question: string) => (question.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => about.has(word));
  return spacing === "words" ? isWord : isIn;
});

/** The words that say how to treat a topic, or who speaks about it; the others name the topic. */
export function framingWords(question: string, language: string): string {
  const source = patternsOf(language)?.overview.exec(question.slice(0, longestAsked))?.groups?.source ?? "";
  return [source, ...aboutOf(language)(question.toLowerCase())].join(" ");
}

export interface Side {
  /** The question without the other side. */
  readonly question: string;
  /** Terms that only this side has. */
  readonly own: ReadonlySet<string>;
}

const jointsOf = byLanguage((language: Language) =>
  (language.breadth?.joints ?? []).map((words) => new RegExp(wholeWords(language, words), "giu")),
);

const comparingIn = byKnownLanguage((language) =>
  language.breadth?.comparing === undefined ? null : new RegExp(wholeWords(language, language.breadth.comparing), "iu"),
);

/** `Compare sick leave at Acme and at Globex` has a side for each. Both get what follows: `a P1 and a P3 incident`. */
export function sidesOf(asked: string, analyzer: Analyzer): readonly [Side, Side] | null {
  if (asked.length > longestAsked) return null;
  const { language } = analyzer;
  const comparing = comparingIn(language)?.exec(asked) ?? null;
  const question = comparing === null ? asked : asked.replace(comparing[0], " ");
  const kinds = comparing?.groups?.kinds === undefined ? undefined : languageOf(language).breadth?.defining;
  // `With` joins two things only in a comparison.
  const joints = jointsOf(language).slice(0, comparing === null ? 1 : 2);
  const sides = splitAtOne(question, analyzer, joints);
  if (sides === null || comparing === null) return sides;
  return kinds === undefined ? sides : [asWhatIs(sides[0], kinds), asWhatIs(sides[1], kinds)];
}

function splitAtOne(question: string, analyzer: Analyzer, joints: readonly RegExp[]): readonly [Side, Side] | null {
  const { language } = analyzer;
  const tokens = analyzer.analyze(question);
  for (const joint of joints) {
    for (const { index, 0: word } of [...question.matchAll(joint)].reverse()) {
      const sides = splitAt(question, { tokens, language }, { start: index, end: index + word.length });
      if (sides !== null) return sides;
    }
  }
  return null;
}

/** Two kinds of a thing are compared by what each is. */
const asWhatIs = ({ question, own }: Side, whatIs: string): Side => ({
  question: whatIs.replace("{side}", question.replace(/[?？؟]$/u, "").trimEnd()),
  own,
});

function splitAt(
  question: string,
  { tokens, language }: { readonly tokens: readonly Token[]; readonly language: string },
  joint: { readonly start: number; readonly end: number },
): readonly [Side, Side] | null {
  const before = tokens.filter(({ end }) => end <= joint.start);
  const after = tokens.filter(({ start }) => start >= joint.end);
  const second = question.slice(joint.end).trim();
  if (opensWithAsking(second, language)) {
    const first = question.slice(0, joint.start).trim();
    const asking = readAsking(first, language).words;
    const isThing = ({ start, end }: Token) => !asking.includes(question.slice(start, end).toLowerCase());
    return twoQuestions(question, { first, second, before: before.filter(isThing), after });
  }
  const left = before.slice(before.findLastIndex(({ stop }) => stop) + 1);
  const from = after.findIndex(({ stop }) => !stop);
  if (left.length === 0 || from < 0) return null;
  const to = after.findIndex(({ stop }, i) => i > from && stop);
  const right = after.slice(from, to < 0 ? undefined : to);
  const [ofLeft, ofRight] = [termsOf(left), termsOf(right.slice(0, left.length))];
  const shared = ofLeft.intersection(ofRight);
  const [one, other] = [ofLeft.difference(shared), ofRight.difference(shared)];
  if (one.size === 0 || other.size === 0) return null;
  // `a public meeting and a special meeting` says for each what both are.
  const lastOther = right.slice(0, left.length).findLast(({ term }) => other.has(term) || shared.has(term))!;
  const firstOne = left.find(({ term }) => one.has(term))!;
  return [
    { question: without(question, joint.start, lastOther.end), own: one },
    { question: without(question, firstOne.start, right[0]!.start), own: other },
  ];
}

function opensWithAsking(text: string, language: string): boolean {
  const { kind, words } = readAsking(text, language);
  return kind !== "yes_no" && words !== "" && text.toLowerCase().startsWith(words);
}

interface TwoQuestions {
  readonly first: string;
  readonly second: string;
  /** What the first names, and the second's words. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
}

/** `When is the fair, and who takes part?`: the second question has the first one's subject. */
function twoQuestions(question: string, { first, second, before, after }: TwoQuestions): readonly [Side, Side] | null {
  const content = (some: readonly Token[]) => some.filter(({ stop }) => !stop);
  const [one, other] = [termsOf(content(before)), termsOf(content(after))];
  if (one.size === 0) return null;
  const wordsOf = (some: readonly Token[]) =>
    content(some)
      .map(({ start, end }) => question.slice(start, end))
      .join(" ");
  // `How hot and how long is it baked?` names its subject in the second.
  return [
    { question: one.size > 1 ? first : `${first} ${wordsOf(after)}`, own: one },
    { question: `${second} ${wordsOf(before)}`, own: other },
  ];
}

const without = (text: string, start: number, end: number) =>
  (text.slice(0, start) + text.slice(end)).replace(/\s+/g, " ").trim();

const termsOf = (tokens: readonly Token[]): ReadonlySet<string> => new Set(tokens.map(({ term }) => term));
