/** Adds encoded postings of sense to a window undecoded. Places are not listed: reading the window is less work. */

import { type BlockPosition, blockCode, frequencyCodes, gapCodes } from "../parts/posting-blocks.ts";
import { skipNarrow, skipWide } from "./block-adder.ts";
import type { ScoreWindow } from "./term-scoring.ts";

export interface AddingWeights {
  readonly bytes: Uint8Array;
  readonly adds: Int32Array;
}

const narrowBytes = blockCode(gapCodes.oneByte, frequencyCodes.bytes);
const wideBytes = blockCode(gapCodes.twoBytes, frequencyCodes.bytes);

export function addWeights(position: BlockPosition, adding: AddingWeights, window: ScoreWindow): boolean {
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

function addNarrow(position: BlockPosition, { bytes, adds }: AddingWeights, window: ScoreWindow): void {
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

function addWide(position: BlockPosition, { bytes, adds }: AddingWeights, window: ScoreWindow): void {
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
