/**
 * Adds encoded postings of sense to a window without decoding them first, as block-adder.ts does with those of words. What a
 * posting adds depends on its byte alone and comes from a table. The places are not listed: an entry of sense is in so
 * many passages that looking through the window's scores afterwards is less work.
 */

import { type BlockPosition, blockCode, frequencyCodes, gapCodes } from "../parts/posting-blocks.ts";
import { skipNarrow, skipWide } from "./block-adder.ts";
import type { Window } from "./term-scoring.ts";

export interface AddingWeights {
  readonly bytes: Uint8Array;
  /** What a posting adds, by its byte. */
  readonly adds: Int32Array;
}

/** The common kinds: gaps of one or two bytes, a byte for each posting. */
const narrowBytes = blockCode(gapCodes.oneByte, frequencyCodes.bytes);
const wideBytes = blockCode(gapCodes.twoBytes, frequencyCodes.bytes);

/** As `TermScoring.addEncoded`. */
export function addWeights(position: BlockPosition, adding: AddingWeights, window: Window): boolean {
  const code = adding.bytes[position.at]!;
  if (code === narrowBytes) {
    skipNarrow(position, adding.bytes, window.start);
    addNarrow(position, adding, window);
  } else if (code === wideBytes) {
    skipWide(position, adding.bytes, window.start);
    addWide(position, adding, window);
  } else {
    return false;
  }
  if (!window.onlyScored) window.unlisted = true;
  return true;
}

// Sums are cut to 32 bits by hand (`| 0`), which they never leave: that spares the check for overflow.

function addNarrow(position: BlockPosition, { bytes, adds }: AddingWeights, window: Window): void {
  const { scores, start, end, onlyScored } = window;
  const { count } = position;
  const gaps = (position.at + 1) | 0;
  const weights = (gaps + count) | 0;
  let { slot, read } = position;
  for (; read < count; read = (read + 1) | 0) {
    const next = (slot + bytes[(gaps + read) | 0]! + 1) | 0;
    if (next >= end) break;
    slot = next;
    const place = (slot - start) | 0;
    const score = scores[place]!;
    if (onlyScored && score === 0) continue;
    scores[place] = (score + adds[bytes[(weights + read) | 0]!]!) | 0;
  }
  position.slot = slot;
  position.read = read;
}

function addWide(position: BlockPosition, { bytes, adds }: AddingWeights, window: Window): void {
  const { scores, start, end, onlyScored } = window;
  const { count } = position;
  const gaps = (position.at + 1) | 0;
  const weights = (gaps + count + count) | 0;
  let { slot, read } = position;
  for (; read < count; read = (read + 1) | 0) {
    const gap = (gaps + read + read) | 0;
    const next = (slot + (bytes[gap]! | (bytes[(gap + 1) | 0]! << 8)) + 1) | 0;
    if (next >= end) break;
    slot = next;
    const place = (slot - start) | 0;
    const score = scores[place]!;
    if (onlyScored && score === 0) continue;
    scores[place] = (score + adds[bytes[(weights + read) | 0]!]!) | 0;
  }
  position.slot = slot;
  position.read = read;
}
