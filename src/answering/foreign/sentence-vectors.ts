/** The vectors of passages' sentences, made on demand by a model in this process. */
import { recentlyUsed } from "../../kernel/recently-used.ts";
import type { Embedder, TurnedQuestion } from "../../memory/ports.ts";

/** Null: the model did not answer in time. Rejects with the signal's reason when aborted. */
export type SentenceVectors = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Float32Array[] | null>;

/** Milliseconds that a question waits for the vectors. */
const deadline = 5000;
const sentencesKept = 2048;

export function createSentenceVectors(embedder: Embedder): SentenceVectors {
  const known = recentlyUsed<Float32Array>(sentencesKept);
  return async (texts, signal) => {
    const missing = [...new Set(texts.filter((text) => known.get(text) === undefined))];
    try {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
      const { vectors } = await embedder.embed(missing, "sentence", soon);
      const made = new Map(missing.map((text, i) => [text, vectors[i]!]));
      const all = texts.map((text) => made.get(text) ?? known.get(text)!);
      for (const [text, vector] of made) known.set(text, vector);
      return all;
    } catch {
      signal.throwIfAborted();
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
