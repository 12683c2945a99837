/**
 * Adds the scores of an encoded block to a window without decoding it first: half the time of the two steps apart, and
 * where most of a search is spent. Blocks of the common kinds only: gaps of one or two bytes, frequencies below 16.
 */
import type { ShareTable } from "./share-table.ts";
import type { Window } from "./term-cursor.ts";

export interface EncodedSource {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly count: number;
  readonly previous: number;
}

export interface Adding {
  readonly window: Window;
  readonly lengths: Uint16Array;
  readonly weight: number;
  /** Covers every length. */
  readonly shares: ShareTable;
}

/** Returns false, and has done nothing, if the block is not of a common kind. See posting-blocks.ts for the layout. */
export function addBlock(source: EncodedSource, adding: Adding): boolean {
  const code = source.bytes[source.at]!;
  if (code === narrowOnes) addNarrowOnes(source, adding);
  else if (code === narrowSmall) addNarrow(source, adding);
  else if (code === wideSmall) addWide(source, adding);
  else return false;
  return true;
}

/** Gap code | frequency code << 2. */
const narrowOnes = 0;
const narrowSmall = 4;
const wideSmall = 5;

function addNarrowOnes({ bytes, at, count, previous }: EncodedSource, adding: Adding): void {
  const { window, lengths, weight } = adding;
  const { scores, touched, start } = window;
  const { shares, stride } = adding.shares;
  let slot = previous;
  for (let i = 1; i <= count; i++) {
    slot += bytes[at + i]! + 1;
    const place = slot - start;
    scores[place]! += (weight * shares[stride + lengths[slot]!]! + 1) | 0;
    touched[place >> 5]! |= 1 << (place & 31);
  }
}

function addNarrow({ bytes, at, count, previous }: EncodedSource, adding: Adding): void {
  const { window, lengths, weight } = adding;
  const { scores, touched, start } = window;
  const { shares, stride } = adding.shares;
  const frequencies = at + 1 + count;
  let slot = previous;
  for (let i = 0; i < count; i++) {
    slot += bytes[at + 1 + i]! + 1;
    const place = slot - start;
    const frequency = (bytes[frequencies + (i >> 1)]! >> ((i & 1) << 2)) & 15;
    scores[place]! += (weight * shares[frequency * stride + lengths[slot]!]! + 1) | 0;
    touched[place >> 5]! |= 1 << (place & 31);
  }
}

function addWide({ bytes, at, count, previous }: EncodedSource, adding: Adding): void {
  const { window, lengths, weight } = adding;
  const { scores, touched, start } = window;
  const { shares, stride } = adding.shares;
  const frequencies = at + 1 + count * 2;
  let slot = previous;
  for (let i = 0, gap = at + 1; i < count; i++, gap += 2) {
    slot += (bytes[gap]! | (bytes[gap + 1]! << 8)) + 1;
    const place = slot - start;
    const frequency = (bytes[frequencies + (i >> 1)]! >> ((i & 1) << 2)) & 15;
    scores[place]! += (weight * shares[frequency * stride + lengths[slot]!]! + 1) | 0;
    touched[place >> 5]! |= 1 << (place & 31);
  }
}
