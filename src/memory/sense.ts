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

/** Stored form: entries ascending, each a gap (LEB128) and a byte of weight. */
export function senseBytes({ terms, weights }: SenseVector): Uint8Array {
  const bytes = new Uint8Array(terms.length * 4); // a skip of 16 bits takes at most three bytes
  let at = 0;
  let next = 0;
  for (const [i, term] of terms.entries()) {
    let skipped = term - next;
    for (; skipped > 0x7f; skipped >>>= 7) bytes[at++] = (skipped & 0x7f) | 0x80;
    bytes[at++] = skipped;
    bytes[at++] = weights[i]!;
    next = term + 1;
  }
  return bytes.slice(0, at);
}

export function senseFrom(bytes: Uint8Array): SenseVector | null {
  const terms = new Uint16Array(bytes.length / 2); // at least two bytes per entry
  const weights = new Uint8Array(terms.length);
  let [count, next, at] = [0, 0, 0];
  while (at < bytes.length) {
    const width = skipWidth(bytes, at);
    const term = next + skipped(bytes, at, width);
    const weight = bytes[at + width];
    if (width > widestSkip || term > lastTerm || weight === undefined) return null;
    terms[count] = term;
    weights[count] = weight;
    count += 1;
    next = term + 1;
    at += width + 1;
  }
  return { terms: terms.slice(0, count), weights: weights.slice(0, count) };
}

const widestSkip = 3;
const lastTerm = 0xffff;

/** Longer than any valid number if it does not end. */
function skipWidth(bytes: Uint8Array, at: number): number {
  let width = 1;
  while (width <= widestSkip && (bytes[at + width - 1] ?? 0) > 0x7f) width += 1;
  return width;
}

function skipped(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = width - 1; i >= 0; i--) value = value * 128 + ((bytes[at + i] ?? 0) & 0x7f);
  return value;
}
