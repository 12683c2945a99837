/** What an answer must contain, and the question's kind. */
import { byLanguage } from "../../language/data/by-language.ts";
import { languageOf } from "../../language/data/known-languages.ts";
import { kindOrder, type Language, type QuestionKind } from "../../language/data/language.ts";
import type { Analyzer, Token } from "../../language/words/analysis.ts";
import { otherFormsOf } from "../../language/words/other-forms.ts";
import { maySpell, spellingDistance } from "../../language/words/spelling.ts";
import type { QuestionTerm } from "../../memory/index-ports.ts";
import type { ExpandedTerm } from "../answer.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { exceptionWords, pairsOf } from "./mismatches.ts";

/** From 0. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();

  constructor(terms: Iterable<string>) {
    for (const term of terms) if (!this.#numbers.has(term)) this.#numbers.set(term, this.#numbers.size);
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** -1: not in the question. */
  of(term: string): number {
    return this.#numbers.get(term) ?? -1;
  }
}

export interface QuestionModel {
  readonly language: string;
  readonly kind: QuestionKind;
  /** Content terms, without question words, with inverse document frequencies in the whole memory. */
  readonly weights: ReadonlyMap<string, number>;
  /** Of the weights; never 0. */
  readonly total: number;
  /** Each with the terms that it is a form of: `began` for `begin`. */
  readonly otherForms: ReadonlyMap<string, readonly string[]>;
  /** Including stop words. */
  readonly terms: ReadonlySet<string>;
  readonly stopWords: ReadonlySet<string>;
  /** Terms that it means, contained or not, with weights; empty without the built-in model. */
  readonly meaning: ReadonlyMap<string, number>;
  /** Of `terms`. */
  readonly termNumbers: TermNumbers;
  /** By number. */
  readonly contentTerms: ReadonlySet<number>;
  /** Adjacent terms, stop words included: first number times the count of terms, plus the second number. */
  readonly pairs: ReadonlySet<number>;
  /** Capitalised within the question; in German, where every noun is, none. */
  readonly names: readonly string[];
  /** Words as written that a quarter of all passages have, such as the product's name. */
  readonly everywhere: readonly string[];
  /** Words as written and pairs of them, in lower case. */
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
  const common = new Set(wanted.filter(isEverywhere).map(({ term }) => term));
  return {
    language,
    kind: asking.kind,
    weights,
    total: weights.values().reduce((sum, weight) => sum + weight, 0) || 1,
    otherForms: new Map(otherFormsOf(question, tokens, { wanted: weights, analyzer })),
    terms: all,
    termNumbers,
    contentTerms,
    stopWords: new Set(tokens.filter((token) => token.stop).map((token) => token.term)),
    meaning,
    pairs: pairsIn(tokens, termNumbers),
    names: namesIn(question, content, language),
    everywhere: content.filter(({ term }) => common.has(term)).map(({ start, end }) => question.slice(start, end)),
    surface: surfaceOf(question, tokens),
  };
}

/** A quarter of the passages; of fewer, a word is in many by chance. */
const leastCommon = { idf: Math.log(4), passages: 10 };

const isEverywhere = ({ idf, documentFrequency }: QuestionTerm) =>
  idf <= leastCommon.idf && documentFrequency >= leastCommon.passages;

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

/** Where every noun has a capital, only those with another one (`WireGuard`, `VPN`). */
function namesIn(question: string, content: readonly Token[], language: string): readonly string[] {
  const { capitalNouns } = languageOf(language);
  const isName = ({ start, end }: Token) => {
    const word = question.slice(start, end);
    return capitalNouns ? /\p{L}\p{Lu}/u.test(word) : start > 0 && /^\p{Lu}/u.test(word);
  };
  return content.filter(isName).map(({ term }) => term);
}

/** Relative to its inverse document frequency, which is high by accident in a small memory. */
const framingWeight = 0.3;

/** Of a word of a follow-up (`and maternity?`), relative to the question before it. */
const ownWeight = 3;

/** If a follow-up does not say, as in the question before it. */
function askingOf(question: string, own: string, language: string): Asking {
  const asking = readAsking(own, language);
  return asking.kind === "other" && own !== question ? readAsking(question, language) : asking;
}

const framesOf = byLanguage(({ frames }) => new Set(frames?.split(" ") ?? []));

/** Words that only say what kind of thing is asked for. */
function framingTerms(question: string, tokens: readonly Token[], language: string): ReadonlySet<string> {
  const frames = framesOf(language);
  const framing = tokens.filter(({ start, end }) => frames.has(question.slice(start, end).toLowerCase()));
  return new Set(framing.map(({ term }) => term));
}

function pairsIn(tokens: readonly Token[], numbers: TermNumbers): ReadonlySet<number> {
  const found = tokens.map(({ term }) => numbers.of(term));
  return new Set(found.slice(1).map((number, i) => found[i]! * numbers.count + number));
}

/** Whole words without stop words. Of words with one term, the stronger counts. */
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

export interface Asking {
  readonly kind: QuestionKind;
  /** `how many`, `in what year`: an answer need not contain them. Empty: none. */
  readonly words: string;
}

/** English words for unknown languages. `other` if nothing tells it, mostly for "what" and "which". */
export function readAsking(question: string, language: string): Asking {
  const text = question.normalize("NFC").toLowerCase().trim();
  const { exact, bare } = kindPatternsOf(language);
  for (const [kind, pattern] of text === plainly(text) ? [...exact, ...bare] : exact) {
    const match = pattern.exec(text);
    if (match !== null) return { kind, words: questionWords(match) };
  }
  return { kind: "other", words: "" };
}

/** As typed in a hurry: without accents, hyphens and apostrophes. */
const plainly = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[-'’]/g, " ");

/** Words; longer phrases belong to the question. */
const longestPhrase = 3;

/** Without words in between: of `wie teste ich`, `wie ich`. */
function questionWords([phrase, ...between]: RegExpExecArray): string {
  if (phrase.split(/\s+/).length > longestPhrase) return "";
  const other = between.find((words) => words !== undefined && words !== "");
  return other === undefined ? phrase : phrase.replace(other, "");
}

type KindPatterns = readonly (readonly [QuestionKind, RegExp])[];

const kindPatternsOf = byLanguage(compile);

/** As written, and typed plainly only where a question begins (`que es`, `est ce que`). */
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

/** @param inside it may match within a run of letters */
function kindPattern(phrase: string, inside: boolean): string {
  const words = phrase.replace(/^\^{1,2}/, "").replaceAll(" … ", String.raw`((?:\s+\S+){0,8}?)\s+`);
  const start = phrase.startsWith("^") ? String.raw`^\P{L}*` : inside ? "" : String.raw`(?<![\p{L}\p{M}])`;
  return inside ? start + words : String.raw`${start}${words}(?![\p{L}\p{M}])`;
}

/** Words that no passage has are read as the passages spell them: `elegible` as `eligible`. Linear in their text. */
export function respelt(evidence: Evidence): Evidence {
  const misspelt = misspeltWords(evidence);
  if (misspelt.length === 0) return evidence;
  const counts = wordsOf(evidence);
  const meant = misspelt.flatMap(({ term, written }) => {
    const word = counts.has(written.toLowerCase()) ? null : nearestWord(written.toLowerCase(), counts);
    const [read] = word === null ? [] : evidence.analyzer.analyze(word);
    return word === null || read === undefined ? [] : { term, written, word, read: read.term };
  });
  if (meant.length === 0) return evidence;
  const { question, followUp, terms } = evidence;
  const read = (text: string) => meant.reduce((said, { written, word }) => said.replaceAll(written, word), text);
  return {
    ...evidence,
    question: read(question),
    ...(followUp && { followUp: { ...followUp, own: read(followUp.own), asked: read(followUp.asked) } }),
    terms: terms.map((one) => {
      const found = meant.find(({ term }) => term === one.term);
      return found === undefined ? one : { ...one, term: found.read, documentFrequency: 1 };
    }),
  };
}

/** Letters; shorter words are too often others: `house`, `horse`. */
const shortest = 8;
/** Letters, where the built-in model says whether a word exists. */
const shortestUnknown = 5;
const mostMisspelt = 8;

/** In no passage, and unknown to the model, if it took part. */
function misspeltWords({ question, terms, expansion, analyzer }: Evidence) {
  const least = expansion === null ? shortest : shortestUnknown;
  const known = new Set(expansion?.map(({ term }) => term));
  const missing = new Set(terms.flatMap(({ term, documentFrequency }) => (documentFrequency === 0 ? term : [])));
  const unknown = analyzer.analyze(question).filter(({ term }) => missing.has(term));
  return unknown
    .map(({ term, start, end }) => ({ term, written: question.slice(start, end) }))
    .filter(({ written }) => written.length >= least && /^\p{L}+$/u.test(written) && !known.has(written.toLowerCase()))
    .slice(0, mostMisspelt);
}

/** In lower case, with how often the passages have each. */
function wordsOf({ passages }: Evidence): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { title, section, text } of passages)
    for (const [word] of `${title} ${section} ${text}`.toLowerCase().matchAll(/\p{L}+/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Of those equally near, the commonest. */
function nearestWord(wanted: string, counts: ReadonlyMap<string, number>): string | null {
  const near = [...counts].filter(([word]) => maySpell(wanted, word));
  const ranked = near.map(([word, count]) => ({ word, count, distance: spellingDistance(wanted, word) }));
  return ranked.sort((a, b) => a.distance - b.distance || b.count - a.count)[0]?.word ?? null;
}
