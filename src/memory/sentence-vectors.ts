/**
 * Vectors of a passage's sentences, in four bits a number: the dimensions, then for each sentence its place and numbers.
 * Pooled from the states of the whole passage, so that a sentence is understood in its context (late chunking, arXiv 2409.04701).
 */
import type { TextSpan } from "../language/text/sentences.ts";

export interface SentenceVector extends TextSpan {
  /** Of length one, with an even number of dimensions. */
  readonly vector: Float32Array;
}

export interface SentenceNearness extends TextSpan {
  /** The cosine of its vector and the question's. */
  readonly cosine: number;
}

const headerBytes = 2;
/** Its start and end, in UTF-16 units of the passage's text. */
const placeBytes = 8;
/** Numbers go from -7 to 7. */
const most = 7;
const zero = 8;

export function sentenceBytes(sentences: readonly SentenceVector[]): Uint8Array {
  const dimensions = sentences[0]?.vector.length ?? 0;
  const stride = placeBytes + dimensions / 2;
  const bytes = new Uint8Array(headerBytes + sentences.length * stride);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, dimensions, true);
  for (const [i, { start, end, vector }] of sentences.entries()) {
    const at = headerBytes + i * stride;
    view.setUint32(at, start, true);
    view.setUint32(at + 4, end, true);
    const highest = vector.reduce((so, number) => Math.max(so, Math.abs(number)), 0);
    const scale = highest === 0 ? 0 : most / highest;
    const four = (number: number) => Math.round(number * scale) + zero;
    for (let d = 0; d < dimensions; d += 2)
      bytes[at + placeBytes + d / 2] = four(vector[d]!) | (four(vector[d + 1]!) << 4);
  }
  return bytes;
}

/** Null: damaged. */
function layoutOf(bytes: Uint8Array) {
  if (bytes.length < headerBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dimensions = view.getUint16(0, true);
  const stride = placeBytes + dimensions / 2;
  const count = (bytes.length - headerBytes) / stride;
  return Number.isInteger(count) && Number.isInteger(stride) ? { view, dimensions, stride, count } : null;
}

export function areSentences(bytes: Uint8Array): boolean {
  return layoutOf(bytes) !== null;
}

/** Empty if the bytes are damaged, or of another model than the question. @param question of length one */
export function nearnessOf(bytes: Uint8Array, question: Float32Array): readonly SentenceNearness[] {
  const layout = layoutOf(bytes);
  if (layout === null || layout.dimensions !== question.length) return [];
  const { view, dimensions, stride, count } = layout;
  return Array.from({ length: count }, (_, i) => {
    const at = headerBytes + i * stride;
    let product = 0;
    let square = 0;
    // Without destructuring, which takes nine times as long here.
    for (let d = 0; d < dimensions; d += 2) {
      const pair = bytes[at + placeBytes + (d >> 1)]!;
      const one = (pair & 15) - zero;
      const other = (pair >> 4) - zero;
      product += one * question[d]! + other * question[d + 1]!;
      square += one * one + other * other;
    }
    const cosine = square === 0 ? 0 : product / Math.sqrt(square);
    return { start: view.getUint32(at, true), end: view.getUint32(at + 4, true), cosine };
  });
}
