/** Sentences in another language than the question share hardly a word with it, so vectors of a model pack are compared. */

import type { ChunkId } from "../../kernel/ids.ts";
import { ownText, recentlyUsed } from "../../kernel/stores/recently-used.ts";
import { withAsciiDigits } from "../../language/text/scripts.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import { likeness, soundsOf, spokenForms, type WordSounds } from "../../language/text/word-sounds.ts";
import type { Embedder, TurnedQuestion } from "../../memory/embedder-ports.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import type { ExtractiveAnswer } from "../evidence/evidence.ts";
import { leastConfidence } from "../evidence/support.ts";

/** Null: not in time; vectors that were made are cached. Rejects with the signal's reason. */
export type SentenceVectors = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Float32Array[] | null>;

export const noSentenceVectors =
  "vectors: the model pack gave none in time, so sentences in another language were not compared.";

/** Milliseconds that a question waits. */
const deadline = 5000;
const sentencesKept = 2048;

/** @param tell called with the model's error */
export function createSentenceVectors(embedder: Embedder, tell: (error: unknown) => void): SentenceVectors {
  const known = recentlyUsed<Float32Array>(sentencesKept);
  return async (texts, signal) => {
    const vectors = new Map(texts.map((text) => [text, known.get(text)]));
    const missing = [...vectors].flatMap(([text, vector]) => (vector === undefined ? [text] : []));
    const soon = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
    try {
      for (let from = 0; from < missing.length; from += embedder.batch) {
        const some = missing.slice(from, from + embedder.batch);
        const made = await embedder.embed(some, "sentence", soon);
        for (const [i, text] of some.entries()) {
          vectors.set(text, made.vectors[i]!);
          known.set(ownText(text), made.vectors[i]!);
        }
      }
      return texts.map((text) => vectors.get(text)!);
    } catch (error) {
      signal.throwIfAborted();
      tell(error);
      return null;
    }
  };
}

/** Longer ones are hardly divided into sentences. UTF-16 units. */
const longestSentence = 1000;

export function comparableSentences({ text }: RetrievedPassage, language: string) {
  return splitSentences(text, language)
    .filter(({ start, end }) => end - start <= longestSentence)
    .map(({ start, end }) => ({ start, end, said: text.slice(start, end) }));
}

/** The cosine, for vectors of length one. */
export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * b[i]!, 0);
}

/** Of the nearest passages. */
export interface ForeignSentences {
  /** Likeliest first. */
  readonly sentences: readonly ForeignSentence[];
  /** The median nearness; null: too few passages. */
  readonly usual: number | null;
}

export interface ForeignSentence extends Pick<PassageSpan, "start" | "end"> {
  readonly chunkId: ChunkId;
  /** The question's similarities to the sentence and to its passage, plus `ofNames`. */
  readonly nearness: number;
  readonly ofPassage: number;
  /** For names and numbers that the passage shares with the question. */
  readonly ofNames: number;
}

/** Null: the same language, or no vectors. */
export type ForeignReading = (asked: AskedAbroad, signal: AbortSignal) => Promise<ForeignSentences | null>;

export interface AskedAbroad {
  readonly text: string;
  readonly question: Float32Array;
  /** From the search. */
  readonly turned: TurnedQuestion | null;
  readonly passages: readonly RetrievedPassage[];
  /** Of the passages, BCP 47. */
  readonly language: string;
  /** Called if there were no vectors in time. */
  readonly onLate?: () => void;
}

/**
 * Above it, a question is in the passages' language: nine of ten in XQuAD have 0.5 or more, and nine of ten German ones
 * over English less than 0.4. `byVector`: the vector says that it is not (99.6 % right).
 */
const mostFamiliar = { byWords: 0.4, byVector: 0.7 };
/** As many as an answer has by default; see decision 28. */
const compared = 8;
/** With so few passages there is no usual nearness. */
const unusual = 4;
/** Added for a name or number that no other passage has. From 0.01 to 0.025 it hardly matters. */
const nameShare = 0.02;
/** For texts that are hardly divided into sentences. */
const mostSentences = 64;

export function createForeignReading(vectorsOf: SentenceVectors): ForeignReading {
  return async ({ text, question, turned, passages, language, onLate }, signal) => {
    const most = turned === null ? mostFamiliar.byWords : mostFamiliar.byVector;
    if (passages.some(({ scores }) => (scores.keyword ?? 0) >= most)) return null;
    const near = nearestFirst(passages);
    const best = near.slice(0, compared);
    const names = sharedNames(
      text,
      best.map(({ passage }) => passage.text),
    );
    const spans = best
      .flatMap((found, i) =>
        comparableSentences(found.passage, language).map((span) => ({ ...found, ...span, names: names[i]! })),
      )
      .slice(0, mostSentences);
    const vectors = await vectorsOf(
      spans.map(({ said }) => said),
      signal,
    );
    if (vectors === null) onLate?.();
    if (vectors === null || spans.length === 0) return null;
    const similarity = similarityTo(question, turned);
    const sentences = spans.map(({ passage: { chunkId }, start, end, cosine, names: shared }, i): ForeignSentence => {
      const ofNames = nameShare * shared;
      return { chunkId, start, end, nearness: cosine + similarity(vectors[i]!) + ofNames, ofPassage: cosine, ofNames };
    });
    const nearest = sentences.toSorted((a, b) => b.nearness - a.nearness);
    const usual = best.length <= unusual ? null : nearest[nearest.length >> 1]!.nearness;
    return { sentences: nearest, usual };
  };
}

/** Without passages that have no vector. */
function nearestFirst(passages: readonly RetrievedPassage[]) {
  return passages
    .flatMap((passage) => (passage.scores.vector === null ? [] : [{ passage, cosine: 2 * passage.scores.vector - 1 }]))
    .toSorted((a, b) => b.cosine - a.cosine);
}

/** Reorders the compared passages; each place keeps its score. */
export function byBestSentence(
  passages: readonly RetrievedPassage[],
  { sentences }: Pick<ForeignSentences, "sentences">,
): RetrievedPassage[] {
  const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const order = new Set(sentences.flatMap(({ chunkId }) => (byId.has(chunkId) ? [chunkId] : [])));
  const next = order.values();
  return passages.map((place) =>
    order.has(place.chunkId) ? { ...byId.get(next.next().value!)!, rank: place.rank, score: place.score } : place,
  );
}

/** The greater similarity of the question and the turned question. */
function similarityTo(question: Float32Array, turned: TurnedQuestion | null): (vector: Float32Array) => number {
  return (vector) => Math.max(dot(question, vector), turned === null ? -1 : dot(turned.vector, vector) + turned.offset);
}

/** By default; few, because vectors order sentences less well than words do in one language. */
const usualSentences = 3;

/**
 * Logistic regression over XQuAD's questions in German, Russian, Chinese and Arabic over English, with and without the
 * answering articles (decision 28). One unanswerable question in four is answered.
 */
const weights = { nearness: 68.6, usual: -33.1, intercept: -58.9 };
/** The mean of those questions, for a memory with few passages. */
const usualNearness = 1.575;

export function logitParts(nearness: number, usual: number | null): Readonly<Record<string, number>> {
  return {
    nearness: weights.nearness * nearness,
    usual: weights.usual * (usual ?? usualNearness),
    intercept: weights.intercept,
  };
}

export function probabilityOf(nearness: number, usual: number | null): number {
  const logit = Object.values(logitParts(nearness, usual)).reduce((sum, part) => sum + part, 0);
  return 1 / (1 + Math.exp(-logit));
}

/** Without sentences of passages that are not there. */
export function placedIn(passages: readonly RetrievedPassage[], { sentences }: ForeignSentences) {
  return sentences.flatMap((sentence) => {
    const passage = passages.findIndex(({ chunkId }) => chunkId === sentence.chunkId);
    return passage < 0 ? [] : [{ ...sentence, passage }];
  });
}

/** @param most sentences; null: as usual */
export function foreignAnswer(
  found: ForeignSentences,
  passages: readonly RetrievedPassage[],
  most: number | null,
): ExtractiveAnswer {
  const placed = placedIn(passages, found);
  const [best] = placed;
  const sentences = placed
    .slice(0, Math.min(most ?? usualSentences, usualSentences))
    .map(({ passage, start, end }) => ({ passage, start, end, also: [] }));
  const confidence = best === undefined ? 0 : probabilityOf(best.nearness, found.usual);
  return { passages, sentences, confidence, least: leastConfidence.words };
}

/* Names, compared by sound across scripts, and numbers survive translation, which vectors distinguish less well. */

/** The least likeness of two spellings. From 0.76 to 0.85 in two scripts, and above 0.8 in one, it hardly matters. */
const leastLikeness = { otherScript: 0.8, sameScript: 0.9 };
/** From this likeness on, a passage has the name, which makes it less telling for others. */
const ownedFrom = 0.85;
/** The share that the least likeness counts. */
const leastShare = 1 / 3;
/** The least weight of a word's sounds: shorter words are alike by chance. */
const leastWeight = 2.8;
/** For texts that are hardly divided into words. */
const mostWords = 64;
const longestWord = 32;

/** For each text, how many of the question's names and numbers it has; rarer ones count more, up to 1. */
export function sharedNames(question: string, texts: readonly string[]): number[] {
  const found = [...namesIn(question, texts), ...numbersIn(question, texts)];
  return texts.map((_, at) => found.reduce((sum, shares) => sum + shares[at]! * rarity(shares), 0));
}

/** For each word of the question, its share (0 to 1) in each text. */
function namesIn(question: string, texts: readonly string[]): number[][] {
  const there = texts.map(wordsOf);
  const sounds = new Map<string, WordSounds>();
  for (const word of there.flat()) if (!sounds.has(word)) sounds.set(word, soundsOf(word));
  return wordsOf(question)
    .slice(0, mostWords)
    .map((word) => {
      const shares = sharesOf(word, sounds);
      return there.map((words) => words.reduce((most, other) => Math.max(most, shares.get(other) ?? 0), 0));
    });
}

/** The words that sound like this one, with their shares. */
function sharesOf(word: string, sounds: ReadonlyMap<string, WordSounds>): ReadonlyMap<string, number> {
  const forms = spokenForms(word).filter(({ weight }) => weight >= leastWeight);
  const least = isLatin.test(word) ? leastLikeness.sameScript : leastLikeness.otherScript;
  const shares = new Map<string, number>();
  if (forms.length === 0) return shares;
  for (const [other, said] of sounds) {
    if (said.weight < leastWeight) continue;
    const best = forms.reduce((most, form) => (isNear(form, said) ? Math.max(most, likeness(form, said)) : most), 0);
    if (best >= least) shares.set(other, leastShare + ((best - least) / (1 - least)) * (1 - leastShare));
  }
  return shares;
}

/** Whether such weights can be alike: a removed vowel costs half of its weight. */
function isNear(one: WordSounds, other: WordSounds): boolean {
  return Math.min(one.weight, other.weight) >= 0.6 * Math.max(one.weight, other.weight);
}

/** For each number of the question, whether each text has it. */
function numbersIn(question: string, texts: readonly string[]): number[][] {
  const there = texts.map((text) => new Set(writtenNumbers(text)));
  return [...new Set(writtenNumbers(question))].map((number) => there.map((numbers) => (numbers.has(number) ? 1 : 0)));
}

/** 1 if one text has it, 0 if nearly all do. */
function rarity(shares: readonly number[]): number {
  const having = shares.filter((share) => share >= ownedShare).length;
  return 1 - Math.log(Math.max(1, having)) / Math.log(shares.length + 1);
}

const { otherScript } = leastLikeness;
const ownedShare = leastShare + ((ownedFrom - otherScript) / (1 - otherScript)) * (1 - leastShare);
const isLatin = /\p{Script=Latin}/u;

/** Distinct words. */
function wordsOf(text: string): string[] {
  const words = text.normalize("NFKC").match(/[\p{L}\p{M}\u{640}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length <= longestWord).map((word) => word.toLowerCase()))];
}

/** As ASCII digits, without thousands separators. */
function writtenNumbers(text: string): string[] {
  return [...withAsciiDigits(text).matchAll(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu)].map(([number]) =>
    number.replace(/[,.](?=\p{Nd}{3}(?:\D|$))/gu, ""),
  );
}
