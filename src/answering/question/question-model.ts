/** What the answer to a question must contain. */
import { byLanguage } from "../../language/data/by-language.ts";
import { languageOf } from "../../language/data/known-languages.ts";
import type { QuestionKind } from "../../language/data/language.ts";
import { namedDates } from "../../language/text/named-dates.ts";
import type { Analyzer, Token } from "../../language/words/analysis.ts";
import { otherFormsOf } from "../../language/words/other-forms.ts";
import type { QuestionTerm } from "../../memory/index-ports.ts";
import type { ExpandedTerm } from "../answer.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { TermNumbers } from "../evidence/term-marks.ts";
import { type Asking, readAsking } from "./breadth.ts";
import { denies, exceptionWords, pairsOf } from "./mismatches.ts";

export interface QuestionModel {
  readonly kind: QuestionKind;
  /** Its content terms, without question words, with their inverse document frequencies in the whole memory. */
  readonly weights: ReadonlyMap<string, number>;
  /** Those of its terms that only say what kind of thing is asked for. */
  readonly framing: ReadonlySet<string>;
  /** The sum of the weights; never 0. */
  readonly total: number;
  /** Its terms that are probably misspelt: no passage of the memory has them. */
  readonly misspelt: ReadonlySet<string>;
  /** Other forms of its terms, each with the terms that it is a form of: `began` for `begin`. */
  readonly otherForms: ReadonlyMap<string, readonly string[]>;
  /** Names that a passage may write shorter or longer than the question. */
  readonly shortForms: readonly ShortForm[];
  /** All its terms, including stop words and those with weights. */
  readonly terms: ReadonlySet<string>;
  readonly stopWords: ReadonlySet<string>;
  /** The terms that it means, including terms it does not contain, with their weights; empty without the built-in model. */
  readonly meaning: ReadonlyMap<string, number>;
  /** Numbers all of `terms`. */
  readonly termNumbers: TermNumbers;
  /** The numbers of its content terms. */
  readonly contentTerms: ReadonlySet<number>;
  /** The same without framing words, in the order of the question, each as often as it is there. */
  readonly contentInOrder: readonly number[];
  /**
   * Its pairs of adjacent terms, including stop words: the number of the first, times the count of all terms, plus the
   * number of the second.
   */
  readonly pairs: ReadonlySet<number>;
  /** The number of the action that a question for steps is about: of its first content term, usually the verb. Else none. */
  readonly action: ReadonlySet<number>;
  /** Terms that are capitalised inside the question: names, except in German, where every noun is. */
  readonly names: readonly string[];
  /** Terms with a digit. */
  readonly numbers: readonly string[];
  /** The question as written, in lower case, without the question mark. */
  readonly wording: string;
  /** Its words as written, the pairs of them, and the initials of its names, in lower case. */
  readonly surface: ReadonlySet<string>;
}

export function readQuestion({ question, followUp = null, terms, expansion, analyzer }: Evidence): QuestionModel {
  const tokens = analyzer.analyze(question);
  const { language } = analyzer;
  const termsOf = (text: string) => new Set(text === "" ? [] : analyzer.analyze(text).map(({ term }) => term));
  const asking = askingOf(question, followUp?.own ?? question, language);
  const empty = termsOf(`${asking.words} ${exceptionWords(question, language)}`.trim());
  const wanted = terms.filter(({ term }) => !empty.has(term));
  const framing = framingTerms(question, tokens, language);
  const weights = weightsOf(wanted, { framing, own: termsOf(followUp?.own ?? "") });
  const isContent = ({ term }: Token) => weights.has(term) && !framing.has(term);
  const meaning = meaningOf(expansion ?? [], analyzer);
  const content = tokens.filter((token) => !token.stop);
  const all = new Set([...tokens, ...wanted].map(({ term }) => term));
  const termNumbers = new TermNumbers(all);
  const contentTerms = new Set(wanted.map(({ term }) => termNumbers.of(term)));
  const shortForms = shortFormsIn(question, tokens);
  const months = monthsIn(question, tokens, language);
  const names = namesIn(question, content, language);
  return {
    kind: asking.kind,
    weights,
    framing,
    total: weights.values().reduce((sum, weight) => sum + weight, 0) || 1,
    misspelt: misspeltTerms(wanted, meaning, expansion !== null),
    otherForms: new Map([...otherFormsOf(question, tokens, { wanted: weights, analyzer }), ...months]),
    shortForms,
    terms: all,
    termNumbers,
    contentTerms,
    contentInOrder: tokens.filter(isContent).map(({ term }) => termNumbers.of(term)),
    stopWords: new Set(tokens.filter((token) => token.stop).map((token) => token.term)),
    meaning,
    pairs: pairsIn(tokens, termNumbers),
    action: new Set(asking.kind === "how_to" ? [...contentTerms].slice(0, 1) : []),
    names: names.filter((term) => !months.values().some((some) => some.includes(term))),
    numbers: content.filter((token) => /\p{N}/u.test(token.term)).map((token) => token.term),
    wording: question.toLowerCase().replace(/(?<![\s?？؟])[\s?？؟]+$/u, ""),
    surface: surfaceOf(question, tokens, shortForms),
  };
}

function weightsOf(
  wanted: Evidence["terms"],
  { framing, own }: { readonly framing: ReadonlySet<string>; readonly own: ReadonlySet<string> },
): ReadonlyMap<string, number> {
  const weightOf = (term: string) => (framing.has(term) ? framingWeight : own.has(term) ? ownWeight : 1);
  return new Map(wanted.map(({ term, idf }) => [term, weightOf(term) * idf]));
}

function surfaceOf(
  question: string,
  tokens: readonly Token[],
  shortForms: QuestionModel["shortForms"],
): ReadonlySet<string> {
  const written = tokens.map(({ start, end }) => question.slice(start, end).toLowerCase());
  const initials = shortForms.flatMap(({ initials }) => initials?.toLowerCase() ?? []);
  return new Set([...written, ...pairsOf(written), ...initials]);
}

/** Words with a capital letter that do not begin the question; none where each noun has one. */
function namesIn(question: string, content: readonly Token[], language: string): readonly string[] {
  if (languageOf(language).capitalNouns) return [];
  const isName = ({ start, end }: Token) => start > 0 && /^\p{Lu}/u.test(question.slice(start, end));
  return content.filter(isName).map(({ term }) => term);
}

/** By its number as in `2022-10-10`, the term of a month that a date of the question names. */
function monthsIn(
  question: string,
  tokens: readonly Token[],
  language: string,
): ReadonlyMap<string, readonly string[]> {
  const dates = namedDates(question, language).filter(({ day, year }) => day !== null || year !== null);
  return new Map(
    dates.flatMap(({ month, phrase }) => {
      const word = tokens.find(
        ({ start, end }) =>
          /^\p{L}{3,}$/u.test(question.slice(start, end)) && phrase.includes(question.slice(start, end)),
      );
      return word === undefined ? [] : [[String(month).padStart(2, "0"), [word.term]] as const];
    }),
  );
}

/** How much a framing word counts, relative to its inverse document frequency: in a small memory that is high by accident. */
const framingWeight = 0.3;

/** How much a word of a follow-up counts, relative to one of the question before it: `and maternity?`. */
const ownWeight = 3;

/** What a follow-up asks for; where it does not say, what the question before it asks for. */
function askingOf(question: string, own: string, language: string): Asking {
  const asking = readAsking(own, language);
  return asking.kind === "other" && own !== question ? readAsking(question, language) : asking;
}

const framesOf = byLanguage(({ frames }) => new Set(frames?.split(" ") ?? []));

/** The terms of words that only say what kind of thing is asked for. */
function framingTerms(question: string, tokens: readonly Token[], language: string): ReadonlySet<string> {
  const frames = framesOf(language);
  const framing = tokens.filter(({ start, end }) => frames.has(question.slice(start, end).toLowerCase()));
  return new Set(framing.map(({ term }) => term));
}

function pairsIn(tokens: readonly Token[], numbers: TermNumbers): ReadonlySet<number> {
  const found = tokens.map(({ term }) => numbers.of(term));
  return new Set(found.slice(1).map((number, i) => found[i]! * numbers.count + number));
}

/** The expansion as terms: whole words that are not stop words. If two words give the same term, the stronger counts. */
function meaningOf(expansion: readonly ExpandedTerm[], analyzer: Analyzer): ReadonlyMap<string, number> {
  const meaning = new Map<string, number>();
  for (const { term, weight } of expansion) {
    const [token, ...rest] = isWholeWord(term) ? analyzer.analyze(term) : [];
    if (token === undefined || rest.length > 0 || token.stop) continue;
    meaning.set(token.term, Math.max(weight, meaning.get(token.term) ?? 0));
  }
  return meaning;
}

const isWholeWord = (entry: string) => /^[\p{L}\p{N}]/u.test(entry);

/** Fewer letters are too often another word: `house`, `horse`. */
const shortest = 6;
/** The same where the built-in model says whether the word exists. */
const shortestUnknown = 5;

/**
 * The terms that no passage has and that the model, if it took part, does not know as a word either.
 * @param meaning the terms of the question's expansion.
 */
export function misspeltTerms(
  terms: readonly QuestionTerm[],
  meaning: ReadonlyMap<string, number>,
  isExpanded: boolean,
): ReadonlySet<string> {
  const least = isExpanded ? shortestUnknown : shortest;
  const isMisspelt = ({ term, documentFrequency }: QuestionTerm) =>
    documentFrequency === 0 && term.length >= least && !meaning.has(term) && !/\P{L}/u.test(term);
  return new Set(terms.filter(isMisspelt).map(({ term }) => term));
}

/** A name that a text may write differently from the question. */
export interface ShortForm {
  /** The question's terms for the name. */
  readonly terms: readonly string[];
  /** The initials of a name that the question writes out; null where it has the initials themselves. */
  readonly initials: string | null;
  /** Whether a text writes it in the other way. */
  isIn(text: string): boolean;
}

const initials = /^\p{Lu}{2,5}$/u;
/** Two to five words with capitals, small words between them. */
const longName = /\p{Lu}\p{Ll}+(?:[ -](?:(?:of|and|the|for|und|der|des|für|de|la|du|del) ){0,2}\p{Lu}\p{Ll}+){1,4}/gu;

export function shortFormsIn(question: string, tokens: readonly Token[]): readonly ShortForm[] {
  return [...writtenOut(question, tokens), ...shortened(question, tokens)];
}

/** For `AAA`: words in a row that begin with these letters, with small words between them. */
function writtenOut(question: string, tokens: readonly Token[]): ShortForm[] {
  return tokens.flatMap(({ term, start, end }) => {
    const letters = question.slice(start, end);
    if (!initials.test(letters)) return [];
    const isIn = (text: string) => text.match(longName)?.some((name) => capitals(name).includes(letters)) === true;
    return [{ terms: [term], initials: null, isIn }];
  });
}

/** For `European Union`: EU. The question's first word has its capital from the start of the sentence. */
function shortened(question: string, tokens: readonly Token[]): ShortForm[] {
  const from = question.search(/\s/) + 1;
  if (from === 0) return [];
  return [...question.slice(from).matchAll(longName)].map(({ index, 0: name }) => {
    const [start, end] = [from + index, from + index + name.length];
    const terms = tokens.filter((token) => !token.stop && token.start >= start && token.end <= end);
    const letters = capitals(name);
    return { terms: terms.map(({ term }) => term), initials: letters, isIn: (text) => hasWord(text, letters) };
  });
}

const capitals = (name: string) => name.match(/\p{Lu}/gu)!.join("");

const hasWord = (text: string, word: string) => text.split(/[^\p{L}\p{N}]+/u).includes(word);

/** @param heading a heading or question with the content terms of the question, in their order, and no others */
export type SameQuestionTest = (heading: { readonly kind: string; readonly text: string }) => boolean;

/**
 * Two questions with the same content are the same if they ask for the same kind of thing, and if both or neither deny
 * something. A heading that asks for nothing, such as `Getting started`, is no question.
 */
export function sameQuestionTest({ kind, wording }: QuestionModel, language: string): SameQuestionTest {
  return (heading) => {
    if (heading.kind !== "question" && kind === "other") return false;
    return (
      readAsking(heading.text, language).kind === kind && denies(heading.text, language) === denies(wording, language)
    );
  };
}
