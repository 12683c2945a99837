/** What the answer to a question must contain. */
import { byLanguage } from "../../language/data/by-language.ts";
import { languageOf } from "../../language/data/known-languages.ts";
import type { QuestionKind } from "../../language/data/language.ts";
import type { Analyzer, Token } from "../../language/words/analysis.ts";
import { otherFormsOf } from "../../language/words/other-forms.ts";
import type { QuestionTerm } from "../../memory/index-ports.ts";
import type { ExpandedTerm } from "../answer.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { TermNumbers } from "../evidence/term-marks.ts";
import { type Asking, readAsking } from "./breadth.ts";
import { exceptionWords, pairsOf } from "./mismatches.ts";

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
  /** All its terms, including stop words and those with weights. */
  readonly terms: ReadonlySet<string>;
  readonly stopWords: ReadonlySet<string>;
  /** The terms that it means, including terms it does not contain, with their weights; empty without the built-in model. */
  readonly meaning: ReadonlyMap<string, number>;
  /** Numbers all of `terms`. */
  readonly termNumbers: TermNumbers;
  /** The numbers of its content terms. */
  readonly contentTerms: ReadonlySet<number>;
  /**
   * Its pairs of adjacent terms, including stop words: the number of the first, times the count of all terms, plus the
   * number of the second.
   */
  readonly pairs: ReadonlySet<number>;
  /** Terms that are capitalised inside the question: names, except in German, where every noun is. */
  readonly names: readonly string[];
  /** Its words as written and the pairs of them, in lower case. */
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
  const meaning = meaningOf(expansion ?? [], analyzer);
  const content = tokens.filter((token) => !token.stop);
  const all = new Set([...tokens, ...wanted].map(({ term }) => term));
  const termNumbers = new TermNumbers(all);
  const contentTerms = new Set(wanted.map(({ term }) => termNumbers.of(term)));
  return {
    kind: asking.kind,
    weights,
    framing,
    total: weights.values().reduce((sum, weight) => sum + weight, 0) || 1,
    misspelt: misspeltTerms(wanted, meaning, expansion !== null),
    otherForms: new Map(otherFormsOf(question, tokens, { wanted: weights, analyzer })),
    terms: all,
    termNumbers,
    contentTerms,
    stopWords: new Set(tokens.filter((token) => token.stop).map((token) => token.term)),
    meaning,
    pairs: pairsIn(tokens, termNumbers),
    names: namesIn(question, content, language),
    surface: surfaceOf(question, tokens),
  };
}

function weightsOf(
  wanted: Evidence["terms"],
  { framing, own }: { readonly framing: ReadonlySet<string>; readonly own: ReadonlySet<string> },
): ReadonlyMap<string, number> {
  const weightOf = (term: string) => (framing.has(term) ? framingWeight : own.has(term) ? ownWeight : 1);
  return new Map(wanted.map(({ term, idf }) => [term, weightOf(term) * idf]));
}

function surfaceOf(question: string, tokens: readonly Token[]): ReadonlySet<string> {
  const written = tokens.map(({ start, end }) => question.slice(start, end).toLowerCase());
  return new Set([...written, ...pairsOf(written)]);
}

/** Words with a capital letter that do not begin the question; none where each noun has one. */
function namesIn(question: string, content: readonly Token[], language: string): readonly string[] {
  if (languageOf(language).capitalNouns) return [];
  const isName = ({ start, end }: Token) => start > 0 && /^\p{Lu}/u.test(question.slice(start, end));
  return content.filter(isName).map(({ term }) => term);
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
