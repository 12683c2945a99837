/**
 * 128 postings: a byte (bits 0–1 `gapCodes`, 2–3 `frequencyCodes`), gaps (slot − previous − 1) of one width,
 * frequencies. `ones`: none; `mostlyOnes`: a count, then place and frequency of those above 1; `bytes`: one each.
 */
import type { GrowableBytes } from "./growable-column.ts";

export const blockSize = 128;

const gapCodes = { oneByte: 0, twoBytes: 1, fourBytes: 2 } as const;
const frequencyCodes = { ones: 0, mostlyOnes: 1, bytes: 2 } as const;

type GapCode = (typeof gapCodes)[keyof typeof gapCodes];
type FrequencyCode = (typeof frequencyCodes)[keyof typeof frequencyCodes];

export class DecodedBlock {
  readonly slots = new Int32Array(blockSize);
  readonly frequencies = new Uint8Array(blockSize);
  count = 0;
}

export interface BlockSource {
  readonly slots: Int32Array;
  readonly frequencies: Uint8Array;
  readonly start: number;
  readonly count: number;
  /** −1 before the first. */
  readonly previous: number;
}

export function encodeBlock(out: GrowableBytes, source: BlockSource): void {
  const { slots, frequencies, start, count, previous } = source;
  let widest = 0;
  let repeated = 0;
  for (let i = start, last = previous; i < start + count; i++) {
    widest = Math.max(widest, slots[i]! - last - 1);
    if (frequencies[i]! > 1) repeated += 1;
    last = slots[i]!;
  }
  const gapCode = narrowestFor(widest);
  const frequencyCode = shortestFor(repeated, count);
  const room = out.reserve(2 + count * 6);
  let at = out.length;
  room[at++] = gapCode | (frequencyCode << 2);
  for (let i = start, last = previous; i < start + count; i++) {
    at = writeGap(room, at, { gap: slots[i]! - last - 1, code: gapCode });
    last = slots[i]!;
  }
  out.length = writeFrequencies(room, at, { ...source, code: frequencyCode });
}

function narrowestFor(widestGap: number): GapCode {
  if (widestGap < 0x100) return gapCodes.oneByte;
  return widestGap < 0x10000 ? gapCodes.twoBytes : gapCodes.fourBytes;
}

function shortestFor(repeated: number, count: number): FrequencyCode {
  if (repeated === 0) return frequencyCodes.ones;
  return repeated * 2 < count ? frequencyCodes.mostlyOnes : frequencyCodes.bytes;
}

function writeGap(room: Uint8Array, at: number, { gap, code }: { gap: number; code: GapCode }): number {
  room[at] = gap;
  if (code === gapCodes.oneByte) return at + 1;
  room[at + 1] = gap >>> 8;
  if (code === gapCodes.twoBytes) return at + 2;
  room[at + 2] = gap >>> 16;
  room[at + 3] = gap >>> 24;
  return at + 4;
}

function writeFrequencies(
  room: Uint8Array,
  start: number,
  source: BlockSource & { readonly code: FrequencyCode },
): number {
  const { frequencies, count, code } = source;
  if (code === frequencyCodes.ones) return start;
  if (code === frequencyCodes.bytes) {
    for (let i = 0; i < count; i++) room[start + i] = frequencies[source.start + i]!;
    return start + count;
  }
  let at = start + 1;
  for (let i = 0; i < count; i++) {
    const frequency = frequencies[source.start + i]!;
    if (frequency === 1) continue;
    room[at] = i;
    room[at + 1] = frequency;
    at += 2;
  }
  room[start] = (at - start - 1) >> 1;
  return at;
}

export interface EncodedBlock {
  readonly at: number;
  readonly count: number;
  readonly previous: number;
}

export function decodeBlock(bytes: Uint8Array, block: EncodedBlock, into: DecodedBlock): void {
  const { count } = block;
  const code = bytes[block.at]!;
  const from = block.at + 1;
  const gapCode = code & 3;
  if (gapCode === gapCodes.oneByte) decodeNarrow(bytes, from, { into: into.slots, block });
  else decodeWide(bytes, from, { into: into.slots, block, width: gapCode === gapCodes.twoBytes ? 2 : 4 });
  decodeFrequencies(bytes, from + (count << gapCode), { into: into.frequencies, count, code: code >> 2 });
  into.count = count;
}

interface GapTarget {
  readonly into: Int32Array;
  readonly block: EncodedBlock;
}

function decodeNarrow(bytes: Uint8Array, from: number, { into, block }: GapTarget): void {
  let slot = block.previous;
  const { count } = block;
  for (let i = 0; i < count; i++) {
    slot = (slot + bytes[(from + i) | 0]! + 1) | 0;
    into[i] = slot;
  }
}

function decodeWide(bytes: Uint8Array, from: number, target: GapTarget & { readonly width: 2 | 4 }): void {
  const { into, block, width } = target;
  let slot = block.previous;
  for (let i = 0, at = from; i < block.count; i++, at += width) {
    let gap = bytes[at]! | (bytes[at + 1]! << 8);
    if (width === 4) gap |= (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    slot = (slot + gap + 1) | 0;
    into[i] = slot;
  }
}

interface FrequencyTarget {
  readonly into: Uint8Array;
  readonly count: number;
  readonly code: number;
}

function decodeFrequencies(bytes: Uint8Array, from: number, { into, count, code }: FrequencyTarget): void {
  if (code === frequencyCodes.bytes) {
    for (let i = 0; i < count; i++) into[i] = bytes[from + i]!;
    return;
  }
  into.fill(1, 0, count);
  if (code === frequencyCodes.ones) return;
  const end = from + 1 + bytes[from]! * 2;
  for (let at = from + 1; at < end; at += 2) into[bytes[at]!] = bytes[at + 1]!;
}
