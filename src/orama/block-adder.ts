/**
 * Adds the scores of encoded postings to a window without decoding them first: half the time of the two steps apart, and
 * where most of a search is spent. For gaps of one or two bytes and frequencies below 16, which is nearly all.
 */
import type { ShareTable } from "./share-table.ts";
import type { Window } from "./term-cursor.ts";

/** A block as posting-blocks.ts lays it out, and how far it has been read. */
export interface BlockPosition {
  readonly at: number;
  readonly count: number;
  /** Postings read. */
  read: number;
  /** The slot read last; before the first, that of the block before. */
  slot: number;
}

export interface Adding {
  readonly bytes: Uint8Array;
  readonly lengths: Uint16Array;
  readonly weight: number;
  /** Covers every length. */
  readonly shares: ShareTable;
}

/** Gap code | frequency code << 2. */
const narrowOnes = 0;
const wideOnes = 1;
const narrowSmall = 4;
const wideSmall = 5;

/**
 * Adds the postings in the window that have not been read, and moves the position on.
 * Returns false, and has done nothing, if the block is not of a common kind.
 */
export function addBlock(position: BlockPosition, adding: Adding, window: Window): boolean {
  const code = adding.bytes[position.at]!;
  if (code === narrowSmall || code === narrowOnes) addNarrow(position, adding, window);
  else if (code === wideSmall || code === wideOnes) addWide(position, adding, window);
  else return false;
  return true;
}

// Sums are cut to 32 bits by hand (`| 0`), which they never leave: that spares the check for overflow.

function addNarrow(position: BlockPosition, { bytes, lengths, weight, shares: table }: Adding, window: Window): void {
  const { scores, places, start, end } = window;
  const { shares, stride } = table;
  const { at, count } = position;
  const small = bytes[at] === narrowSmall;
  const gaps = (at + 1) | 0;
  const frequencies = (gaps + count) | 0;
  let slot = position.slot;
  let i = position.read;
  let found = window.found;
  for (; i < count; i = (i + 1) | 0) {
    const next = (slot + bytes[(gaps + i) | 0]! + 1) | 0;
    if (next >= end) break;
    slot = next;
    if (slot < start) continue;
    const place = (slot - start) | 0;
    const frequency = small ? (bytes[(frequencies + (i >> 1)) | 0]! >> ((i & 1) << 2)) & 15 : 1;
    const share = shares[(Math.imul(frequency, stride) + lengths[slot]!) | 0]!;
    scores[place] = (scores[place]! + ((weight * share + 1) | 0)) | 0;
    places[found] = place;
    found = (found + 1) | 0;
  }
  position.slot = slot;
  position.read = i;
  window.found = found;
}

function addWide(position: BlockPosition, { bytes, lengths, weight, shares: table }: Adding, window: Window): void {
  const { scores, places, start, end } = window;
  const { shares, stride } = table;
  const { at, count } = position;
  const small = bytes[at] === wideSmall;
  const gaps = (at + 1) | 0;
  const frequencies = (gaps + count * 2) | 0;
  let slot = position.slot;
  let i = position.read;
  let found = window.found;
  for (; i < count; i = (i + 1) | 0) {
    const gap = (gaps + i + i) | 0;
    const next = (slot + (bytes[gap]! | (bytes[(gap + 1) | 0]! << 8)) + 1) | 0;
    if (next >= end) break;
    slot = next;
    if (slot < start) continue;
    const place = (slot - start) | 0;
    const frequency = small ? (bytes[(frequencies + (i >> 1)) | 0]! >> ((i & 1) << 2)) & 15 : 1;
    const share = shares[(Math.imul(frequency, stride) + lengths[slot]!) | 0]!;
    scores[place] = (scores[place]! + ((weight * share + 1) | 0)) | 0;
    places[found] = place;
    found = (found + 1) | 0;
  }
  position.slot = slot;
  position.read = i;
  window.found = found;
}
