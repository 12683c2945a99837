/**
 * Sentences that may answer a question in another language than theirs. Such a question shares hardly a word with them, so
 * they are compared by the vectors of a model pack, which is in this process and costs nothing.
 */
import type { ChunkId } from "../../kernel/ids.ts";
import type { TurnedQuestion } from "../../memory/ports.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { type SentenceVectors, similarityTo } from "./sentence-vectors.ts";

/** What the vectors say of the sentences of the nearest passages. */
export interface ForeignSentences {
  /** The most likely answer first. */
  readonly sentences: readonly ForeignSentence[];
  /** The mean similarity of passages that are less near; null if there are none. */
  readonly elsewhere: number | null;
}

export interface ForeignSentence extends Pick<PassageSpan, "start" | "end"> {
  readonly chunkId: ChunkId;
  /** The sum of the question's similarities to the sentence and to its passage. */
  readonly nearness: number;
  /** The similarity to the passage alone. */
  readonly ofPassage: number;
}

/** Compares a question with the sentences of passages. Null: it is not in another language, or the model did not answer in time. */
export type ForeignReading = (asked: AskedAbroad, signal: AbortSignal) => Promise<ForeignSentences | null>;

export interface AskedAbroad {
  readonly question: Float32Array;
  /** As the search had it. */
  readonly turned: TurnedQuestion | null;
  readonly passages: readonly RetrievedPassage[];
  /** The passages' language, as BCP 47. */
  readonly language: string;
}

/**
 * A question is taken to be in another language if no passage scores more by its words. XQuAD's questions have 0.5 or more in nine
 * of ten cases in the passages' language, and less than 0.4 in nine of ten cases in German over English.
 */
const mostFamiliar = 0.4;
/** Passages whose sentences are compared; those behind them tell what is usual. */
const compared = 4;
/** Bounds for texts that are hardly divided into sentences. */
const mostSentences = 40;
const longestSentence = 1000;

export function createForeignReading(vectorsOf: SentenceVectors): ForeignReading {
  return async ({ question, turned, passages, language }, signal) => {
    if (passages.some(({ scores }) => (scores.keyword ?? 0) >= mostFamiliar)) return null;
    const near = passages
      .flatMap((passage) =>
        passage.scores.vector === null ? [] : [{ passage, cosine: 2 * passage.scores.vector - 1 }],
      )
      .toSorted((a, b) => b.cosine - a.cosine);
    const spans = near
      .slice(0, compared)
      .flatMap((found) => splitSentences(found.passage.text, language).map((span) => ({ ...found, ...span })))
      .filter(({ start, end }) => end - start <= longestSentence)
      .slice(0, mostSentences);
    const texts = spans.map(({ passage, start, end }) => passage.text.slice(start, end));
    const vectors = await vectorsOf(texts, signal);
    if (vectors === null || spans.length === 0) return null;
    const similarity = similarityTo(question, turned);
    const sentences = spans.map(({ passage: { chunkId }, start, end, cosine }, i) => {
      return { chunkId, start, end, nearness: cosine + similarity(vectors[i]!), ofPassage: cosine };
    });
    const others = near.slice(compared).map(({ cosine }) => cosine);
    const elsewhere = others.length === 0 ? null : others.reduce((sum, cosine) => sum + cosine, 0) / others.length;
    return { sentences: sentences.toSorted((a, b) => b.nearness - a.nearness), elsewhere };
  };
}

/** The compared passages change places among themselves, by their best sentences; each place keeps its score. */
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
