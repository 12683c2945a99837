/** Walks a term's postings (parts/posting-blocks.ts) in the kernel's memory. */

export const WINDOW: i32 = 16384;
export const BLOCK: i32 = 128;
export const MOST_CURSORS: i32 = 128;

export const SCORES: i32 = 4096;
export const CANDIDATES: i32 = SCORES + WINDOW * 4;
export const SLOTS: i32 = CANDIDATES + WINDOW * 4;
export const ORDER: i32 = SLOTS + BLOCK * 4;
export const PLACES: i32 = ORDER + MOST_CURSORS * 4;
export const FOUND: i32 = PLACES + WINDOW * 4 + 8;
export const FREE: i32 = FOUND + WINDOW / 8;

export const FAMILY: i32 = 0; // 0: a word; 1: an entry of sense
export const COUNT: i32 = 4; // postings of the term
export const POSTINGS: i32 = 8; // where blockAt counts from
export const BLOCKS: i32 = 12; // number of blocks
export const BLOCK_LAST: i32 = 16; // u32 a block
export const BLOCK_AT: i32 = 20; // u32 a block
export const BLOCK_PEAK: i32 = 24; // u8 a block
export const TABLE: i32 = 28; // i32: scores of frequency 1 by length (words), or of a posting by its byte (sense)
export const WEIGHT: i32 = 32; // f64
export const DRIFT: i32 = 40; // f64
export const CURRENT: i32 = 48; // the block it has come to
export const POSITIONED: i32 = 52; // the block that the next four are of
export const AT: i32 = 56; // where that block begins
export const SIZE: i32 = 60; // how many postings it has
export const READ: i32 = 64; // how many have been passed
export const SLOT: i32 = 68; // the slot passed last
export const BOUND: i32 = 72; // the most that the term adds to a slot of the window

// Codes of a block's first byte: gaps of 1, 2 or 4 bytes; frequencies.
export const GAPS: i32 = 3;
export const ONES: i32 = 0;
export const MOSTLY_ONES: i32 = 1;

const UNKNOWN: i32 = -1;

/** For scores of words: u16 by slot, and f64 by length (k₁ · (1 − b + b · length / average)). */
export let lengths: i32 = 0;
let norms: i32 = 0;
export function usePart(lengthColumn: i32, normTable: i32): void {
  lengths = lengthColumn;
  norms = normTable;
}

export function openCursor(cursor: i32): void {
  store<i32>(cursor + CURRENT, 0);
  store<i32>(cursor + POSITIONED, -1);
  const last = load<i32>(cursor + BLOCK_LAST);
  if (load<i32>(last) === UNKNOWN) store<i32>(last, lastSlot(cursor));
}

function lastSlot(cursor: i32): i32 {
  position(cursor);
  const last = decodeBefore(cursor, i32.MAX_VALUE) > 0 ? load<i32>(cursor + SLOT) : -1;
  store<i32>(cursor + POSITIONED, -1);
  return last;
}

export function boundOf(cursor: i32, peak: i32): i32 {
  if (load<i32>(cursor + FAMILY) !== 0) return load<i32>(load<i32>(cursor + TABLE) + peak * 4);
  const share = min<f64>(1, (<f64>peak / 255) * load<f64>(cursor + DRIFT));
  return <i32>ceil(load<f64>(cursor + WEIGHT) * share) + 1;
}

export function position(cursor: i32): void {
  const block = load<i32>(cursor + CURRENT);
  if (load<i32>(cursor + POSITIONED) === block) return;
  store<i32>(cursor + POSITIONED, block);
  store<i32>(cursor + AT, load<i32>(cursor + POSTINGS) + load<i32>(load<i32>(cursor + BLOCK_AT) + block * 4));
  store<i32>(cursor + SIZE, min(BLOCK, load<i32>(cursor + COUNT) - block * BLOCK));
  store<i32>(cursor + READ, 0);
  store<i32>(cursor + SLOT, block === 0 ? -1 : load<i32>(load<i32>(cursor + BLOCK_LAST) + (block - 1) * 4));
}

function gapAt(at: i32, read: i32, code: i32): i32 {
  if (code === 0) return load<u8>(at + 1 + read);
  if (code === 1) return load<u16>(at + 1 + read * 2);
  return load<i32>(at + 1 + read * 4);
}

function sumOf(bytes: v128): i32 {
  const fours = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  const twos = i32x4.add(fours, i32x4.shuffle(fours, fours, 2, 3, 0, 1));
  return i32x4.extract_lane(twos, 0) + i32x4.extract_lane(twos, 1);
}

/** Returns the next slot in the block from `slot` on; the greatest number: none. */
export function skipTo(cursor: i32, slot: i32): i32 {
  const at = load<i32>(cursor + AT);
  const size = load<i32>(cursor + SIZE);
  const code = load<u8>(at) & GAPS;
  let read = load<i32>(cursor + READ);
  let last = load<i32>(cursor + SLOT);
  let next = i32.MAX_VALUE;
  if (code === 0) {
    for (; read + 16 <= size; read += 16) {
      const reached = last + sumOf(v128.load(at + 1 + read)) + 16;
      if (reached >= slot) break;
      last = reached;
    }
  }
  for (; read < size; read++) {
    next = last + gapAt(at, read, code) + 1;
    if (next >= slot) break;
    last = next;
  }
  store<i32>(cursor + READ, read);
  store<i32>(cursor + SLOT, last);
  return read === size ? i32.MAX_VALUE : next;
}

/** Distances of four postings from the slot before them. @param gaps address of one-byte gaps */
function stepsOf(gaps: i32): v128 {
  const none = i32x4.splat(0);
  const each = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(gaps)));
  const ones = i32x4.add(each, i32x4.splat(1));
  const pairs = i32x4.add(ones, i32x4.shuffle(none, ones, 0, 4, 5, 6));
  return i32x4.add(pairs, i32x4.shuffle(none, pairs, 0, 1, 4, 5));
}

/** Writes the block's slots before `end` to SLOTS and passes them. Returns how many have been passed. */
export function decodeBefore(cursor: i32, end: i32): i32 {
  const at = load<i32>(cursor + AT);
  const size = load<i32>(cursor + SIZE);
  const code = load<u8>(at) & GAPS;
  let read = load<i32>(cursor + READ);
  let slot = load<i32>(cursor + SLOT);
  if (code === 0) {
    for (; read + 4 <= size; read += 4) {
      const steps = stepsOf(at + 1 + read);
      const reached = slot + i32x4.extract_lane(steps, 3);
      if (reached >= end) break;
      v128.store(SLOTS + read * 4, i32x4.add(steps, i32x4.splat(slot)));
      slot = reached;
    }
  }
  for (; read < size; read++) {
    const next = slot + gapAt(at, read, code) + 1;
    if (next >= end) break;
    slot = next;
    store<i32>(SLOTS + read * 4, slot);
  }
  store<i32>(cursor + READ, read);
  store<i32>(cursor + SLOT, slot);
  return read;
}

export function scoreOf(cursor: i32, frequency: i32, slot: i32): i32 {
  const table = load<i32>(cursor + TABLE);
  if (load<i32>(cursor + FAMILY) !== 0) return load<i32>(table + (frequency << 2));
  const length: i32 = load<u16>(lengths + slot * 2);
  if (frequency === 1) return load<i32>(table + (length << 2));
  const share = <f64>frequency / (<f64>frequency + load<f64>(norms + (length << 3)));
  return <i32>(load<f64>(cursor + WEIGHT) * share + 1);
}

/** The most that the term adds to the slot, by its block; slots must ascend. */
export function boundAt(cursor: i32, slot: i32): i32 {
  const blocks = load<i32>(cursor + BLOCKS);
  const last = load<i32>(cursor + BLOCK_LAST);
  let block = load<i32>(cursor + CURRENT);
  while (block < blocks && load<i32>(last + block * 4) < slot) block++;
  store<i32>(cursor + CURRENT, block);
  if (block === blocks) return 0;
  return boundOf(cursor, load<u8>(load<i32>(cursor + BLOCK_PEAK) + block));
}

export function scoreAt(cursor: i32, slot: i32): i32 {
  if (load<i32>(cursor + CURRENT) === load<i32>(cursor + BLOCKS)) return 0;
  position(cursor);
  return skipTo(cursor, slot) === slot ? scoreOf(cursor, frequencyAt(cursor), slot) : 0;
}

function frequencyAt(cursor: i32): i32 {
  const at = load<i32>(cursor + AT);
  const read = load<i32>(cursor + READ);
  const head: i32 = load<u8>(at);
  const frequencies = at + 1 + (load<i32>(cursor + SIZE) << (head & GAPS));
  const code = head >> 2;
  if (code === ONES) return 1;
  if (code > MOSTLY_ONES) return load<u8>(frequencies + read);
  const end = frequencies + 1 + load<u8>(frequencies) * 2;
  for (let one = frequencies + 1; one < end; one += 2) if (load<u8>(one) === read) return load<u8>(one + 1);
  return 1;
}
