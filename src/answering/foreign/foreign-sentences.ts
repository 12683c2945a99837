/**
 * Sentences that may answer a question in another language than theirs. Such a question shares hardly a word with them, so
 * they are compared by the vectors of a model pack, which is in this process and costs nothing.
 */
import type { ChunkId } from "../../kernel/ids.ts";
import { type RecentlyUsed, recentlyUsed } from "../../kernel/recently-used.ts";
import type { Embedder, TurnedQuestion } from "../../memory/ports.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";

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
/** Milliseconds that a question waits for the vectors. */
const deadline = 5000;
const sentencesKept = 2048;

/** @param embedder a model in this process */
export function createForeignReading(embedder: Embedder): ForeignReading {
  const known = recentlyUsed<Float32Array>(sentencesKept);
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
    const vectors = await vectorsOf(texts, { embedder, known, signal });
    if (vectors === null || spans.length === 0) return null;
    const similarity = (vector: Float32Array) =>
      Math.max(dot(question, vector), turned === null ? -1 : dot(turned.vector, vector) + turned.offset);
    const sentences = spans.map(({ passage: { chunkId }, start, end, cosine }, i) => {
      return { chunkId, start, end, nearness: cosine + similarity(vectors[i]!) };
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

interface Vectors {
  readonly embedder: Embedder;
  readonly known: RecentlyUsed<Float32Array>;
  readonly signal: AbortSignal;
}

/** Null: the model did not answer in time. @throws the signal's reason when aborted. */
async function vectorsOf(
  texts: readonly string[],
  { embedder, known, signal }: Vectors,
): Promise<readonly Float32Array[] | null> {
  const missing = [...new Set(texts.filter((text) => known.get(text) === undefined))];
  try {
    const { vectors } = await embedder.embed(
      missing,
      "sentence",
      AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
    );
    const made = new Map(missing.map((text, i) => [text, vectors[i]!]));
    const all = texts.map((text) => made.get(text) ?? known.get(text)!);
    for (const [text, vector] of made) known.set(text, vector);
    return all;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** The cosine of vectors of length one. */
function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * b[i]!, 0);
}
