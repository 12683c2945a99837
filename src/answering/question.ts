/** A question read for what its answer must hold. */
import type { Evidence } from "./ports.ts";
import { type QuestionKind, readAsking } from "./question-kind.ts";

export interface QuestionModel {
  readonly kind: QuestionKind;
  /** Its content terms, without the words that ask, and their inverse document frequencies in the whole memory. */
  readonly weights: ReadonlyMap<string, number>;
  /** The sum of the weights; never 0. */
  readonly total: number;
  /** All its terms, stop words too. */
  readonly terms: ReadonlySet<string>;
  readonly stopWords: ReadonlySet<string>;
  /** Each two terms that follow each other, stop words too, as `a b`. */
  readonly pairs: ReadonlySet<string>;
  /** Terms that are written with a capital inside the question: names, most often. */
  readonly names: readonly string[];
  /** Terms with a digit. */
  readonly numbers: readonly string[];
  /** Words of the question as written, in lower case. */
  readonly surface: ReadonlySet<string>;
}

export function readQuestion({ question, terms, analyzer }: Evidence): QuestionModel {
  const tokens = analyzer.analyze(question);
  const asking = readAsking(question, analyzer.language);
  const askingTerms = new Set(analyzer.analyze(asking.words).map((token) => token.term));
  const wanted = terms.filter(({ term }) => !askingTerms.has(term));
  const content = tokens.filter((token) => !token.stop);
  const capital = /^\p{Lu}/u;
  return {
    kind: asking.kind,
    weights: new Map(wanted.map(({ term, idf }) => [term, idf])),
    total: wanted.reduce((sum, { idf }) => sum + idf, 0) || 1,
    terms: new Set(tokens.map((token) => token.term)),
    stopWords: new Set(tokens.filter((token) => token.stop).map((token) => token.term)),
    pairs: pairsOf(tokens.map((token) => token.term)),
    names: content.filter((t) => t.start > 0 && capital.test(question.slice(t.start, t.end))).map((t) => t.term),
    numbers: content.filter((token) => /\p{N}/u.test(token.term)).map((token) => token.term),
    surface: new Set(tokens.map(({ start, end }) => question.slice(start, end).toLowerCase())),
  };
}

/** Each two terms that follow each other. */
export function pairsOf(terms: readonly string[]): ReadonlySet<string> {
  return new Set(terms.slice(1).map((term, i) => `${terms[i]} ${term}`));
}
