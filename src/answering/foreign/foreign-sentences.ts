/** Sentences in another language than the question share hardly a word with it, so vectors of a model pack are compared. */

import type { ChunkId } from "../../kernel/ids.ts";
import { ownText, recentlyUsed } from "../../kernel/stores/recently-used.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Embedder, TurnedQuestion } from "../../memory/embedder-ports.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import type { ExplainedSentence, Explanation } from "../choice/extractive.ts";
import type { ExtractiveAnswer } from "../evidence/evidence.ts";
import { leastConfidence } from "../evidence/support.ts";
import { sharedNames } from "./shared-names.ts";

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
const longestSentence = 1000;

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
        sentencesOf(found.passage, language).map((span) => ({ ...found, ...span, names: names[i]! })),
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

function sentencesOf({ text }: RetrievedPassage, language: string) {
  return splitSentences(text, language)
    .filter(({ start, end }) => end - start <= longestSentence)
    .map(({ start, end }) => ({ start, end, said: text.slice(start, end) }));
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

/** The greater similarity of the question and the turned question. */
function similarityTo(question: Float32Array, turned: TurnedQuestion | null): (vector: Float32Array) => number {
  return (vector) => Math.max(dot(question, vector), turned === null ? -1 : dot(turned.vector, vector) + turned.offset);
}

/** The cosine, for vectors of length one. */
export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * b[i]!, 0);
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

function logitParts(nearness: number, usual: number | null): Readonly<Record<string, number>> {
  return {
    nearness: weights.nearness * nearness,
    usual: weights.usual * (usual ?? usualNearness),
    intercept: weights.intercept,
  };
}

function probabilityOf(nearness: number, usual: number | null): number {
  const logit = Object.values(logitParts(nearness, usual)).reduce((sum, part) => sum + part, 0);
  return 1 / (1 + Math.exp(-logit));
}

/** @param most sentences; null: as usual */
export function foreignAnswer(
  { sentences, usual }: ForeignSentences,
  passages: readonly RetrievedPassage[],
  most: number | null,
): ExtractiveAnswer {
  const placed = sentences.flatMap(({ chunkId, start, end, nearness }) => {
    const passage = passages.findIndex((one) => one.chunkId === chunkId);
    return passage < 0 ? [] : [{ passage, start, end, also: [], nearness }];
  });
  const [best] = placed;
  if (best === undefined) return { passages, sentences: [], confidence: 0, least: leastConfidence.words };
  const chosen = placed.slice(0, Math.min(most ?? usualSentences, usualSentences));
  return {
    passages,
    sentences: chosen.map(({ nearness: _, ...sentence }) => sentence),
    confidence: probabilityOf(best.nearness, usual),
    least: leastConfidence.words,
  };
}

/** @param byWords the same question; its terms and kind stay @param most sentences; null: as usual */
export function explainForeign(
  byWords: Explanation,
  found: ForeignSentences,
  passages: readonly RetrievedPassage[],
  most: number | null,
): Explanation {
  const answer = foreignAnswer(found, passages, most);
  const sentences = found.sentences.flatMap(
    ({ chunkId, start, end, nearness, ofPassage, ofNames }): ExplainedSentence[] => {
      const passage = passages.find((one) => one.chunkId === chunkId);
      if (passage === undefined) return [];
      return [
        {
          verdict: "enough",
          text: passage.text.slice(start, end),
          passage,
          likelihood: probabilityOf(nearness, found.usual),
          needed: 0,
          evidence: null,
          contributions: [
            ["similarity of the sentence", nearness - ofPassage - ofNames],
            ["similarity of its passage", ofPassage],
            ["names and numbers that its passage shares", ofNames],
          ],
        },
      ];
    },
  );
  const [best] = sentences;
  return {
    ...byWords,
    answer,
    confidence: best === undefined ? [] : Object.entries(logitParts(found.sentences[0]!.nearness, found.usual)),
    sentences: sentences.map((one, i) => ({ ...one, verdict: verdictAt(i, answer.sentences.length) })),
  };
}

function verdictAt(place: number, taken: number): ExplainedSentence["verdict"] {
  if (place === 0) return "best";
  return place < taken ? "taken" : "enough";
}
