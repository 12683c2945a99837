/** Vectors of sentences, made by a model pack. */
import { ownText, recentlyUsed } from "../../kernel/stores/recently-used.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import type { RetrievedPassage } from "../answer.ts";

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
