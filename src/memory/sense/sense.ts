/**
 * Learned sparse vectors (SPLADE: Formal et al., SIGIR 2021; arXiv 2109.10086), called sense here: a text as weights over
 * the vocabulary of a small language model, words that it does not contain but means included.
 */

/** A passage as the model sees it: its vocabulary entries, ascending, and their weights in units of `senseUnit`, 1–255. */
export interface SenseVector {
  readonly terms: Uint16Array;
  readonly weights: Uint8Array;
}

/** What one unit of a passage's weight stands for. Weights are ln(1 + logit), at most some 3.5. */
export const senseUnit = 1 / 64;

/** A question as encoded by the model: entries ascending, with unrounded weights. */
export interface SenseQuestion {
  readonly terms: Uint16Array;
  readonly weights: Float32Array;
}

/** A passage's text and title; the title may be empty. */
export interface SenseText {
  readonly title: string;
  readonly text: string;
}

/** The built-in model of meaning. */
export interface SenseModel {
  /** Its name and version. Vectors of two models do not compare. */
  readonly name: string;
  /** Whether it knows this language (BCP 47). */
  speaks(language: string): boolean;
  /** The question at once, on the calling thread. An empty or wordless one has no entries. */
  encodeQuestion(question: string): SenseQuestion;
  /** A vocabulary entry as a person reads it. */
  entry(term: number): string;
}

/** Encodes passages in a thread of its own. */
export interface SenseEncoder {
  /** The name of the model. */
  readonly model: string;
  /** How many texts it takes at once: the step in which the work makes progress. */
  readonly batch: number;
  /** One vector a text, in their order. @throws the signal's reason when aborted. */
  encode(texts: readonly SenseText[], signal: AbortSignal): Promise<readonly SenseVector[]>;
}
