import type { TextSpan } from "../language/text/sentences.ts";

/** Many models need the purpose. `sentence`: part of a passage, while a question waits. `plain`: without a prefix. */
export type TextUse = "passage" | "question" | "sentence" | "plain";

/** A question moved into another language: its product with a passage's unit vector, plus the offset, is like a cosine. */
export interface TurnedQuestion {
  readonly from: string;
  readonly vector: Float32Array;
  readonly offset: number;
}

export interface Embedder {
  readonly model: string;
  readonly recipe: string;
  readonly dimensions: number | null;
  readonly batch: number;
  /** False: vectors are made before a source is ready. */
  readonly inBackground?: boolean;
  /** Absent: it knows all languages. @param language BCP 47 */
  speaks?(language: string): boolean;
  /** It gives vectors of sentences with those of passages. */
  readonly dividesPassages?: boolean;
  /** One unit vector for each text. @throws Fault `upstream_model_error`, `upstream_timeout`; the signal's reason */
  embed(
    texts: readonly string[],
    use: TextUse,
    signal: AbortSignal,
    sentences?: readonly (readonly TextSpan[])[],
  ): Promise<Embeddings>;
  /** Null: the question is in this language already, or the model does not know it. */
  turn?(question: Float32Array, language: string): TurnedQuestion | null;
}

export interface Embeddings {
  readonly vectors: readonly Float32Array[];
  /** One for each sentence that was asked for; null: beyond the model's reach. */
  readonly sentences?: readonly (readonly (Float32Array | null)[])[];
  /** Counted by the model, or estimated. */
  readonly tokens: number;
}
