/**
 * The memory by its definition: a map of all passages, each scored for every question. It is slow and short enough to be
 * trusted; the real index must give the same hits, order and scores. It shares only the analyzer with the engine: it
 * compares adjacent words as words, while the engine compares one-byte signatures.
 */

import type { Analyzer, Token } from "../../../src/language/words/analysis.ts";
import type { Hit, IndexSearch, Passage, QuestionTerm, SearchOutcome } from "../../../src/memory/index-ports.ts";
import type { SenseQuestion } from "../../../src/memory/sense.ts";

const unit = 2 ** 18;

interface Read {
  readonly passage: Passage;
  readonly frequency: ReadonlyMap<string, number>;
  readonly length: number;
  /** The passage's terms in reading order; null after each field. */
  readonly order: readonly (string | null)[];
}

export class NaiveMemory {
  readonly #analyzer: Analyzer;
  readonly #passages = new Map<number, Read>();

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
  }

  get count(): number {
    return this.#passages.size;
  }

  get sensed(): number {
    return [...this.#passages.values()].filter(({ passage }) => passage.sense !== null).length;
  }

  add(passages: readonly Passage[]): void {
    for (const passage of passages) {
      const known = this.#passages.get(passage.no)?.passage;
      if (known === undefined || (known.sense === null && passage.sense !== null)) {
        this.#passages.set(passage.no, this.#read(passage));
      }
    }
  }

  removeGroups(groups: readonly number[]): void {
    for (const [no, { passage }] of this.#passages) if (groups.includes(passage.group)) this.#passages.delete(no);
  }

  search({ question, k, mode, sense, permitted }: IndexSearch): SearchOutcome {
    const tokens = this.#analyzer.analyze(question).filter((token) => !token.stop);
    const all = [...this.#passages.values()];
    const terms = [...new Set(tokens.map((token) => token.term))].map((term): QuestionTerm => {
      const documentFrequency = all.filter(({ frequency }) => frequency.has(term)).length;
      return { term, documentFrequency, idf: idfIn(all.length, documentFrequency) };
    });
    const averageLength = Math.max(1, sum(all.map(({ length }) => length))) / Math.max(1, all.length);
    const words: Words | null = mode === "sense" ? null : { tokens, terms, averageLength };
    const entries = mode === "keyword" || sense === null ? [] : strongest(sense);
    const candidates = all.filter(({ passage }) => permitted === null || permitted.has(passage.group));
    const hits = rank(candidates, { words, entries, isComplete: this.sensed === all.length });
    return {
      hits: hits.slice(0, k).map((one) => hitOf(one, words, entries)),
      terms: terms.map((one) => ({ ...one, idf: idfIn(all.length + 100, one.documentFrequency) })),
      passages: all.length,
    };
  }

  #read(passage: Passage): Read {
    const frequency = new Map<string, number>();
    const order: (string | null)[] = [];
    let length = 0;
    for (const field of ["title", "section", "text"] as const) {
      const terms = this.#analyzer.analyze(passage[field]).filter((token) => !token.stop);
      for (const { term } of terms) {
        frequency.set(term, Math.min(255, (frequency.get(term) ?? 0) + (field === "text" ? 1 : 2)));
        order.push(term);
        length += 1;
      }
      if (terms.length > 0) order.push(null);
    }
    return { passage, frequency, length, order };
  }
}

const idfIn = (passages: number, documentFrequency: number) =>
  Math.log(1 + (passages - documentFrequency + 0.5) / (documentFrequency + 0.5));

interface Words {
  readonly tokens: readonly Token[];
  readonly terms: readonly QuestionTerm[];
  readonly averageLength: number;
}

interface Entry {
  readonly entry: number;
  readonly weight: number;
}

interface Ranked {
  readonly passage: Passage;
  readonly score: number;
  readonly words: number;
  readonly sense: number;
}

interface Question {
  readonly words: Words | null;
  readonly entries: readonly Entry[];
  readonly isComplete: boolean;
}

/** A passage without sense gets the share of the greatest sense that it has of the greatest words, among the best twenty with sense. */
function rank(candidates: readonly Read[], { words, entries, isComplete }: Question): Ranked[] {
  const knows = words?.terms.some(({ documentFrequency }) => documentFrequency > 0) ?? false;
  if (isComplete || entries.length === 0 || words === null || !knows)
    return byScore(scored(candidates, words, entries));
  const whole = candidates.filter(({ passage }) => passage.sense !== null);
  const waiting = candidates.filter(({ passage }) => passage.sense === null);
  const usual = fullOf(entries) / Math.max(foundIdfSum(words), idfSum(words) / 2);
  const sensed = scored(whole, words, entries);
  const best = sensed.slice(0, 20);
  const [mostWords, mostSense] = [
    Math.max(0, ...best.map((one) => one.words)),
    Math.max(0, ...best.map((one) => one.sense)),
  ];
  const expected = (own: number) =>
    own < mostWords ? mostSense * (own / mostWords) : Math.max(mostSense, own * usual);
  const asIfSensed = scored(waiting, words, []).map((one) => ({
    ...one,
    score: one.score + Math.round(expected(one.words)),
  }));
  return byScore([...sensed, ...asIfSensed]);
}

/** The sum of words and sense, and evidence from pairs of words for the best twenty. */
function scored(candidates: readonly Read[], words: Words | null, entries: readonly Entry[]): Ranked[] {
  const sums = candidates.map((read) => {
    const byWords = words === null ? 0 : wordScore(read, words);
    const bySense = senseScore(read.passage, entries);
    return { read, passage: read.passage, score: byWords + bySense, words: byWords, sense: bySense };
  });
  return byScore(sums.filter(({ score }) => score > 0)).map(({ read, ...one }, place) => {
    const extra = words === null || place >= 20 ? 0 : pairScore(read, words);
    return { ...one, score: one.score + extra, words: one.words + extra };
  });
}

function wordScore(read: Read, { terms, averageLength }: Words): number {
  const found = terms.filter(({ term }) => read.frequency.has(term));
  return sum(found.map(({ term, idf }) => bm25(idf, read.frequency.get(term) ?? 0, read.length / averageLength)));
}

function pairScore(read: Read, { tokens, terms, averageLength }: Words): number {
  const idfOf = new Map(terms.map(({ term, idf }) => [term, idf]));
  let extra = 0;
  for (const [i, second] of tokens.entries()) {
    const first = tokens[i - 1];
    if (first === undefined || second.start < first.end || first.term === second.term) continue;
    const times = countPairs(read.order, first.term, second.term);
    const idf = ((idfOf.get(first.term) ?? 0) + (idfOf.get(second.term) ?? 0)) / 2;
    if (times > 0) extra += bm25(idf * 0.3, times, read.length / averageLength);
  }
  return extra;
}

const bm25 = (idf: number, times: number, length: number) =>
  Math.floor(idf * 2.2 * unit * (times / (times + 1.2 * (0.25 + 0.75 * length))) + 1);

function senseScore({ sense }: Passage, entries: readonly Entry[]): number {
  if (sense === null) return 0;
  const weightOf = new Map([...sense.terms].map((entry, i) => [entry, sense.weights[i] ?? 0]));
  const found = entries.filter(({ entry }) => weightOf.has(entry));
  return sum(found.map(({ entry, weight }) => Math.floor(0.5 * weight * ((weightOf.get(entry) ?? 0) / 64) * unit + 1)));
}

const strongest = ({ terms, weights }: SenseQuestion): Entry[] =>
  [...terms]
    .map((entry, i) => ({ entry, weight: weights[i] ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.entry - b.entry)
    .slice(0, 32);

const fullOf = (entries: readonly Entry[]) => 0.5 * 0.6 * sum(entries.map(({ weight }) => weight ** 2));
const idfSum = (words: Words | null) => sum(words?.terms.map(({ idf }) => idf) ?? []);
const foundIdfSum = ({ terms }: Words) =>
  sum(terms.filter(({ documentFrequency }) => documentFrequency > 0).map(({ idf }) => idf));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const byScore = <T extends Pick<Ranked, "score" | "passage">>(list: T[]) =>
  list.sort((a, b) => b.score - a.score || a.passage.no - b.passage.no);

function hitOf({ passage, score, words, sense }: Ranked, asked: Words | null, entries: readonly Entry[]): Hit {
  const mapped = (units: number, full: number) => (full === 0 ? 0 : 1 - 4 ** -(units / unit / full));
  const keyword = words === 0 ? null : mapped(words, idfSum(asked));
  const near = sense === 0 ? null : mapped(sense, fullOf(entries));
  const scores = { keyword, sense: near, vector: null };
  return { no: passage.no, group: passage.group, score: mapped(score, idfSum(asked) + fullOf(entries)), scores };
}

function countPairs(order: readonly (string | null)[], first: string, second: string): number {
  return order.filter((term, i) => term === first && order[i + 1] === second).length;
}
