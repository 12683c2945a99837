/** The names of terms in the index: their bytes (UTF-8 for words) and a 32-bit hash of the bytes. */

export interface TermKey {
  readonly bytes: Uint8Array;
  /** Unsigned. */
  readonly hash: number;
}

const encoder = new TextEncoder();

export function termKey(term: string): TermKey {
  const bytes = encoder.encode(term);
  return { bytes, hash: hashBytes(bytes) };
}

/** A byte that does not occur in UTF-8, so no word can be mistaken for an entry of sense. */
const senseMark = 0xff;

/** An entry of the model's vocabulary, which has at most 65,536. */
export function senseKey(entry: number): TermKey {
  const bytes = Uint8Array.of(senseMark, entry & 255, entry >>> 8);
  return { bytes, hash: hashBytes(bytes) };
}

/** Whether the term whose bytes begin at `start` is an entry of sense, whose postings have weights in place of frequencies. */
export function isSense(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === senseMark;
}

/** FNV-1a with the finalizer of MurmurHash3, so that the high bits are as good as the low ones. */
export function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The bytes of a term within those of all terms: there are too many terms to make a view for each. */
export interface TermBytes {
  readonly all: Uint8Array;
  /** The first, and the one behind the last. */
  readonly start: number;
  readonly end: number;
}

/** Byte-wise order; a shorter one first. */
export function compareBytes(one: TermBytes, other: TermBytes): number {
  const shared = Math.min(one.end - one.start, other.end - other.start);
  for (let i = 0; i < shared; i++) {
    const difference = one.all[one.start + i]! - other.all[other.start + i]!;
    if (difference !== 0) return difference;
  }
  return one.end - one.start - (other.end - other.start);
}

/**
 * A term's signature: one byte, 1–255. A passage keeps the signatures of its terms in reading order, with 0 between its
 * fields; adjacent words of a question are searched in them. Two different pairs of words match by chance once in 65,025
 * pairs.
 */
export function signatureOf(hash: number): number {
  return 1 + (hash % 255);
}

/** The signatures of a passage within those of all passages of a part: a view for each hit would take longer than reading it. */
export interface SignatureRange {
  readonly bytes: Uint8Array;
  /** The first, and the one behind the last. */
  readonly from: number;
  readonly end: number;
}
