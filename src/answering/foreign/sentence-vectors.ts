/** The vectors of passages' sentences, made on demand by a model in this process. */
import { ownText } from "../../kernel/caches/own-text.ts";
import { recentlyUsed } from "../../kernel/caches/recently-used.ts";
import type { Embedder, TurnedQuestion } from "../../memory/embedder-ports.ts";

/**
 * Null: the model did not answer in time; the vectors that it made are kept for the next time. Rejects with the signal's reason
 * when aborted.
 */
export type SentenceVectors = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Float32Array[] | null>;

/** What a reply says then. */
export const noSentenceVectors =
  "vectors: the model pack gave none in time, so sentences in another language were not compared.";

/** Milliseconds that a question waits for the vectors. */
const deadline = 5000;
const sentencesKept = 2048;

/** @param tell is called with the reason why the model gave no vectors. */
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

/** Compares with unit vectors: the greater similarity of the question and of the turned question. */
export function similarityTo(question: Float32Array, turned: TurnedQuestion | null): (vector: Float32Array) => number {
  return (vector) => Math.max(dot(question, vector), turned === null ? -1 : dot(turned.vector, vector) + turned.offset);
}

/** The cosine of vectors of length one. */
function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * b[i]!, 0);
}
