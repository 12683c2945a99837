/**
 * A passage's sense as it lies in the database: entry after entry, ascending, each the number of vocabulary entries
 * skipped since the one before (LEB128: seven bits a byte, the lowest first, the eighth bit says that more follow) and
 * one byte of weight. Some 2.5 bytes an entry.
 */
import type { SenseVector } from "../../memory/sense/sense.ts";

export function senseBytes({ terms, weights }: SenseVector): Uint8Array {
  const bytes = new Uint8Array(terms.length * 4); // a skip of 16 bits takes three bytes at most
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

export function senseFrom(bytes: Uint8Array): SenseVector {
  const terms = new Uint16Array(bytes.length / 2); // two bytes an entry at least
  const weights = new Uint8Array(terms.length);
  let count = 0;
  let term = 0;
  for (let at = 0; at < bytes.length; count++) {
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      term += (byte & 0x7f) << shift;
      if (byte <= 0x7f) break;
    }
    terms[count] = term++;
    weights[count] = bytes[at++]!;
  }
  return { terms: terms.slice(0, count), weights: weights.slice(0, count) };
}
