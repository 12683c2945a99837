/** A term's bytes (UTF-8 for words) and a 32-bit hash. */

export interface TermKey {
  readonly bytes: Uint8Array;
  readonly hash: number;
}

const encoder = new TextEncoder();

export function termKey(term: string): TermKey {
  const bytes = encoder.encode(term);
  return { bytes, hash: hashBytes(bytes) };
}

/** Not in UTF-8, so no word looks like an entry of sense. */
const senseMark = 0xff;

export function senseKey(entry: number): TermKey {
  const bytes = Uint8Array.of(senseMark, entry & 255, entry >>> 8);
  return { bytes, hash: hashBytes(bytes) };
}

/** Their postings have weights instead of frequencies. */
export function isSense(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === senseMark;
}

/** FNV-1a with the finalizer of MurmurHash3, so that the high bits are as good as the low ones. */
function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export interface TermBytes {
  readonly all: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export function compareBytes(one: TermBytes, other: TermBytes): number {
  const shared = Math.min(one.end - one.start, other.end - other.start);
  for (let i = 0; i < shared; i++) {
    const difference = one.all[one.start + i]! - other.all[other.start + i]!;
    if (difference !== 0) return difference;
  }
  return one.end - one.start - (other.end - other.start);
}

/** 1–255; 0 separates fields. Two pairs match by chance once in 65,025. */
export function signatureOf(hash: number): number {
  return 1 + (hash % 255);
}

export interface SignatureRange {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly end: number;
}
