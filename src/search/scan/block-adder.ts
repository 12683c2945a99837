/**
 * Adds the scores of encoded postings to a window without decoding them first. A search spends most of its time here; a
 * separate decoding step would more than double that time. Handles blocks with gaps of one or two bytes in which most
 * frequencies are 1, as in nearly all blocks. Scores of frequency 1 come from a table by length; other postings are
 * corrected afterwards.
 */

import { type BlockPosition, blockCode, frequencyCodes, gapCodes } from "../parts/posting-blocks.ts";
import { contribution } from "./bm25.ts";
import type { ShareTable } from "./share-table.ts";
import type { Window } from "./term-scoring.ts";

export interface Adding {
  readonly bytes: Uint8Array;
  readonly lengths: Uint16Array;
  readonly weight: number;
  readonly shares: ShareTable;
  /** The score of frequency 1 by length, for every length in the index. */
  readonly once: Int32Array;
}

/** The common kinds: gaps of one or two bytes, and frequencies that are all or mostly 1. */
const narrowOnes = blockCode(gapCodes.oneByte, frequencyCodes.ones);
const wideOnes = blockCode(gapCodes.twoBytes, frequencyCodes.ones);
const narrowMostlyOnes = blockCode(gapCodes.oneByte, frequencyCodes.mostlyOnes);
const wideMostlyOnes = blockCode(gapCodes.twoBytes, frequencyCodes.mostlyOnes);

/**
 * Adds the postings in the window that have not been read, and advances the position. Does nothing and returns false if the
 * block is of an uncommon kind.
 */
export function addBlock(position: BlockPosition, adding: Adding, window: Window): boolean {
  const code = adding.bytes[position.at]!;
  if (code === narrowOnes || code === narrowMostlyOnes) {
    skipNarrow(position, adding.bytes, window.start);
    const first = position.read;
    addNarrow(position, adding, window);
    if (code === narrowMostlyOnes)
      correct({ first, read: position.read, from: position.at + 1 + position.count }, adding, window);
    return true;
  }
  if (code !== wideOnes && code !== wideMostlyOnes) return false;
  skipWide(position, adding.bytes, window.start);
  const first = position.read;
  addWide(position, adding, window);
  if (code === wideMostlyOnes)
    correct({ first, read: position.read, from: position.at + 1 + position.count * 2 }, adding, window);
  return true;
}

// Sums always fit into 32 bits. `| 0` tells this to the compiler, which then omits its overflow check.

/** Skips postings before the window, which are left over if earlier windows were skipped. */
export function skipNarrow(position: BlockPosition, bytes: Uint8Array, start: number): void {
  while (position.read < position.count) {
    const next = position.slot + bytes[position.at + 1 + position.read]! + 1;
    if (next >= start) return;
    position.slot = next;
    position.read += 1;
  }
}

function addNarrow(position: BlockPosition, { bytes, lengths, once }: Adding, window: Window): void {
  const { scores, places, start, end, onlyScored } = window;
  const { count } = position;
  const gaps = (position.at + 1) | 0;
  let { slot, read } = position;
  let { found } = window;
  for (; read < count; read = (read + 1) | 0) {
    const next = (slot + bytes[(gaps + read) | 0]! + 1) | 0;
    if (next >= end) break;
    slot = next;
    const place = (slot - start) | 0;
    places[found] = place;
    found = (found + 1) | 0;
    const score = scores[place]!;
    if (onlyScored && score === 0) continue;
    scores[place] = (score + once[lengths[slot]!]!) | 0;
  }
  position.slot = slot;
  position.read = read;
  window.found = found;
}

/** The same with gaps of two bytes. */
export function skipWide(position: BlockPosition, bytes: Uint8Array, start: number): void {
  while (position.read < position.count) {
    const gap = position.at + 1 + position.read * 2;
    const next = position.slot + (bytes[gap]! | (bytes[gap + 1]! << 8)) + 1;
    if (next >= start) return;
    position.slot = next;
    position.read += 1;
  }
}

function addWide(position: BlockPosition, { bytes, lengths, once }: Adding, window: Window): void {
  const { scores, places, start, end, onlyScored } = window;
  const { count } = position;
  const gaps = (position.at + 1) | 0;
  let { slot, read } = position;
  let { found } = window;
  for (; read < count; read = (read + 1) | 0) {
    const gap = (gaps + read + read) | 0;
    const next = (slot + (bytes[gap]! | (bytes[(gap + 1) | 0]! << 8)) + 1) | 0;
    if (next >= end) break;
    slot = next;
    const place = (slot - start) | 0;
    places[found] = place;
    found = (found + 1) | 0;
    const score = scores[place]!;
    if (onlyScored && score === 0) continue;
    scores[place] = (score + once[lengths[slot]!]!) | 0;
  }
  position.slot = slot;
  position.read = read;
  window.found = found;
}

interface Corrected {
  /** Corrects the postings from `first` up to but not including `read`, which were added as if their frequencies were 1. */
  readonly first: number;
  readonly read: number;
  /** Where the block's frequencies begin. */
  readonly from: number;
}

function correct({ first, read, from }: Corrected, adding: Adding, window: Window): void {
  const { scores, places, found, start } = window;
  const { bytes, lengths, once, weight, shares } = adding;
  const placeOfFirst = found - (read - first);
  const end = from + 1 + bytes[from]! * 2;
  for (let at = from + 1; at < end; at += 2) {
    const posting = bytes[at]!;
    if (posting < first || posting >= read) continue;
    const place = places[placeOfFirst + posting - first]!;
    if (scores[place] === 0) continue;
    const length = lengths[start + place]!;
    scores[place]! += contribution(weight, shares.shareOf(bytes[at + 1]!, length)) - once[length]!;
  }
}
