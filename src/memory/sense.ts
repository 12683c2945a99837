import { recentlyUsed } from "../kernel/stores/recently-used.ts";

/** "Sense": learned sparse vectors over a vocabulary, related words included (SPLADE, arXiv 2109.10086). */

/** Entries ascending; weights in units of `senseUnit`, 1–255. */
export interface SenseVector {
  readonly terms: Uint16Array;
  readonly weights: Uint8Array;
}

export const senseUnit = 1 / 64;

export interface SenseQuestion {
  readonly terms: Uint16Array;
  readonly weights: Float32Array;
}

export interface SenseText {
  readonly title: string;
  readonly text: string;
}

export interface SenseModel {
  readonly name: string;
  speaks(language: string): boolean;
  /** Runs on the calling thread. Texts without words have no entries. */
  encodeQuestion(question: string): SenseQuestion;
  entry(term: number): string;
}

/** Runs in a thread of its own. */
export interface SenseEncoder {
  readonly model: string;
  readonly batch: number;
  /** In the order of the texts. @throws the signal's reason when aborted */
  encode(texts: readonly SenseText[], signal: AbortSignal): Promise<readonly SenseVector[]>;
}

export type QuestionSenses = (question: string) => SenseQuestion;

const questionsKept = 4096;

export function createQuestionSenses(model: Pick<SenseModel, "encodeQuestion">): QuestionSenses {
  const known = recentlyUsed<SenseQuestion>(questionsKept);
  return (question) => {
    const cached = known.get(question);
    if (cached !== undefined) return cached;
    const sense = model.encodeQuestion(question);
    known.set(question, sense);
    return sense;
  };
}
