/** What a question asks for: the kind of thing, and how much: a fact, the sides of a comparison, an overview. */
import { byKnownLanguage, byLanguage, wholeWords } from "../../language/data/by-language.ts";
import { languageOf } from "../../language/data/known-languages.ts";
import { kindOrder, type Language, type QuestionKind } from "../../language/data/language.ts";
import type { Analyzer, Token } from "../../language/words/analysis.ts";

export type AskingBreadth = "fact" | "linked" | "sides" | "overview";

/** UTF-16. The breadth of a question is told by its beginning; the phrases may take the square of the length. */
export const longestAsked = 1000;
/** What the question itself begins with (`in which city`) names nothing yet. In UTF-16 units. */
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

/** @param language BCP 47; a language that lists no phrases asks for facts. */
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
  // Where words are not separated, one may be found inside a run of letters.
  const isIn = (question: string) => [...about].filter((word) => question.includes(word));
  const isWord = (question: string) => (question.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => about.has(word));
  return spacing === "words" ? isWord : isIn;
});

/** The words of a question that say how it wants a topic treated, or who speaks about it; the others name the topic. */
export function framingWords(question: string, language: string): string {
  const source = patternsOf(language)?.overview.exec(question.slice(0, longestAsked))?.groups?.source ?? "";
  return [source, ...aboutOf(language)(question.toLowerCase())].join(" ");
}

export interface Side {
  /** The question without the other side. */
  readonly question: string;
  /** The terms that only this side has. */
  readonly own: ReadonlySet<string>;
  /** Whether the two are to be compared, not only both told. */
  readonly isCompared?: boolean;
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
  const { language } = analyzer;
  const comparing = comparingIn(language)?.exec(asked) ?? null;
  const question = comparing === null ? asked : asked.replace(comparing[0], " ");
  const kinds = comparing?.groups?.kinds === undefined ? undefined : languageOf(language).breadth?.defining;
  // `With` joins two things only where a comparison is asked for.
  const joints = jointsOf(language).slice(0, comparing === null ? 1 : 2);
  const sides = splitAtOne(question, analyzer, joints);
  if (sides === null || comparing === null) return sides;
  const [one, other] = kinds === undefined ? sides : [asWhatIs(sides[0], kinds), asWhatIs(sides[1], kinds)];
  return [{ ...one, isCompared: true }, other];
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

/** What differs by its kind is told apart by what each is. */
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
  /** What the first names, and the words of the second. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
}

/** `When is the fair, and who takes part?`: the second question is about the things of the first. */
function twoQuestions(question: string, { first, second, before, after }: TwoQuestions): readonly [Side, Side] | null {
  const content = (some: readonly Token[]) => some.filter(({ stop }) => !stop);
  const [one, other] = [termsOf(content(before)), termsOf(content(after))];
  if (one.size === 0) return null;
  const wordsOf = (some: readonly Token[]) =>
    content(some)
      .map(({ start, end }) => question.slice(start, end))
      .join(" ");
  // `How hot and how long is it baked?` names its thing in the second one.
  return [
    { question: one.size > 1 ? first : `${first} ${wordsOf(after)}`, own: one },
    { question: `${second} ${wordsOf(before)}`, own: other },
  ];
}

const without = (text: string, start: number, end: number) =>
  (text.slice(0, start) + text.slice(end)).replace(/\s+/g, " ").trim();

const termsOf = (tokens: readonly Token[]): ReadonlySet<string> => new Set(tokens.map(({ term }) => term));

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
  const { exact, bare } = kindPatternsOf(language);
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

const kindPatternsOf = byLanguage(compile);

/** As written, and plainly, but only where a question begins (`que es`, `est ce que`). */
function compile({ questions, spacing }: Language): { readonly exact: KindPatterns; readonly bare: KindPatterns } {
  const kinds: readonly QuestionKind[] = [...kindOrder, "other"];
  const isInside = spacing !== "words";
  const patterns = (phrasesOf: (listed: string) => readonly string[]): KindPatterns =>
    kinds.flatMap((kind) => {
      const alternatives = phrasesOf(questions[kind] ?? "").map((phrase) => kindPattern(phrase, isInside));
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
function kindPattern(phrase: string, inside: boolean): string {
  const words = phrase.replace(/^\^{1,2}/, "").replaceAll(" … ", String.raw`((?:\s+\S+){0,3}?)\s+`);
  const start = phrase.startsWith("^") ? String.raw`^\P{L}*` : inside ? "" : String.raw`(?<![\p{L}\p{M}])`;
  return inside ? start + words : String.raw`${start}${words}(?![\p{L}\p{M}])`;
}
