/** What is asked of an embedding model, wherever it runs: vectors of texts, and of questions in another language. */

/**
 * The purpose of an embedding, which many models need. `sentence` is a part of a passage that a question waits for; `plain` is
 * the unchanged text.
 */
export type TextUse = "passage" | "question" | "sentence" | "plain";

/**
 * A question as if it had been asked in another language. Its dot product with the unit vector of a passage, plus the offset, is
 * comparable with the cosine of a question in that language.
 */
export interface TurnedQuestion {
  /** The language in which it was asked, as a subtag of BCP 47. */
  readonly from: string;
  readonly vector: Float32Array;
  readonly offset: number;
}

/** A model that turns texts into vectors: on another machine, in a thread, anywhere. */
export interface Embedder {
  readonly model: string;
  /** Names how texts are put to the model, which depends on its family. */
  readonly recipe: string;
  /** Number of dimensions; null before the first reply if it is not configured. */
  readonly dimensions: number | null;
  /** Number of texts at once: the step in which long work makes progress. */
  readonly batch: number;
  /** Passages get their vectors in the background, after their source is ready; otherwise before. */
  readonly inBackground?: boolean;
  /**
   * One unit vector for each text, in order, all with the same dimensions. Any number of texts; a text that is too long for
   * the model is cut at its end.
   * @throws Fault `upstream_model_error` or `upstream_timeout`; the signal's reason when aborted.
   */
  embed(texts: readonly string[], use: TextUse, signal: AbortSignal): Promise<Embeddings>;
  /** Null: the question is in this language, or the model does not know the language. Absent: it knows none. */
  turn?(question: Float32Array, language: string): TurnedQuestion | null;
}

export interface Embeddings {
  readonly vectors: readonly Float32Array[];
  /** Tokens of the texts: the model's count, or an estimate. */
  readonly tokens: number;
}
