/** Places are listed where few postings are added, to avoid reading the whole window. */

import {
  AT,
  BLOCK_LAST,
  BLOCKS,
  CANDIDATES,
  CURRENT,
  decodeBefore,
  FAMILY,
  FOUND,
  GAPS,
  lengths,
  MOSTLY_ONES,
  ONES,
  PLACES,
  position,
  READ,
  SCORES,
  SIZE,
  SLOT,
  SLOTS,
  scoreOf,
  skipTo,
  TABLE,
} from "./posting-cursor.assembly";

export let windowStart: i32 = 0;
export let windowEnd: i32 = 0;
export let touched: i32 = 0;
/** Whether scored places are listed in PLACES, and how many. */
let isListed: bool = false;
let listed: i32 = 0;
let written: i32 = 0;

export function enterWindow(start: i32, end: i32): void {
  windowStart = start;
  windowEnd = end;
}

/** Listed if fewer than one posting for 2³ places is to be added. */
const LISTED_SHIFT: i32 = 3;

/** @param postings about how many will be added before scores are collected */
export function clearScores(postings: i32): void {
  memory.fill(SCORES, 0, written);
  written = 0;
  const end = PLACES + listed * 4;
  for (let one = PLACES; one < end; one += 4) store<i32>(SCORES + (load<i32>(one) << 2), 0);
  listed = 0;
  touched = 0;
  const places = windowEnd - windowStart;
  isListed = postings << LISTED_SHIFT < places;
  if (!isListed) written = ((places + 15) & ~15) << 2;
}

export function addWindow(cursor: i32, onlyScored: bool): void {
  const blocks = load<i32>(cursor + BLOCKS);
  for (let block = load<i32>(cursor + CURRENT); block < blocks; block++) {
    store<i32>(cursor + CURRENT, block);
    position(cursor);
    if (isPlainSense(cursor, block)) {
      addPlainSense(cursor, onlyScored);
      touched += load<i32>(cursor + SIZE);
      continue;
    }
    skipTo(cursor, windowStart);
    const first = load<i32>(cursor + READ);
    const read = decodeBefore(cursor, windowEnd);
    addPostings(cursor, first, read, onlyScored);
    touched += read - first;
    if (read < load<i32>(cursor + SIZE)) return;
  }
  store<i32>(cursor + CURRENT, blocks);
}

/** The most common kind of sense block: all in the window, one byte for gaps and weights. */
function isPlainSense(cursor: i32, block: i32): bool {
  if (load<i32>(cursor + FAMILY) === 0 || isListed || load<i32>(cursor + READ) !== 0) return false;
  const head: i32 = load<u8>(load<i32>(cursor + AT));
  if ((head & GAPS) !== 0 || head >> 2 <= MOSTLY_ONES) return false;
  const last = load<i32>(load<i32>(cursor + BLOCK_LAST) + block * 4);
  return load<i32>(cursor + SLOT) >= windowStart - 1 && last < windowEnd;
}

function addPlainSense(cursor: i32, onlyScored: bool): void {
  const size = load<i32>(cursor + SIZE);
  const first = load<i32>(cursor + AT) + 1;
  const end = first + size;
  const table = load<i32>(cursor + TABLE);
  let score = SCORES + ((load<i32>(cursor + SLOT) - windowStart) << 2);
  if (onlyScored) {
    for (let gap = first; gap < end; gap++) {
      score += ((<i32>load<u8>(gap)) << 2) + 4;
      const before = load<i32>(score);
      const adds = load<i32>(table + ((<i32>load<u8>(gap + size)) << 2));
      store<i32>(score, select<i32>(before + adds, before, before !== 0));
    }
  } else {
    for (let gap = first; gap < end; gap++) {
      score += ((<i32>load<u8>(gap)) << 2) + 4;
      store<i32>(score, load<i32>(score) + load<i32>(table + ((<i32>load<u8>(gap + size)) << 2)));
    }
  }
}

function addPostings(cursor: i32, first: i32, end: i32, onlyScored: bool): void {
  const at = load<i32>(cursor + AT);
  const head: i32 = load<u8>(at);
  const frequencies = at + 1 + (load<i32>(cursor + SIZE) << (head & GAPS));
  const code = head >> 2;
  if (code > MOSTLY_ONES) {
    addEach(cursor, first, end, frequencies, onlyScored);
    return;
  }
  addOnes(cursor, first, end, onlyScored);
  if (code === ONES) return;
  const corrections = frequencies + 1 + load<u8>(frequencies) * 2;
  for (let one = frequencies + 1; one < corrections; one += 2) {
    const posting: i32 = load<u8>(one);
    if (posting < first || posting >= end) continue;
    const slot = load<i32>(SLOTS + posting * 4);
    const score = SCORES + ((slot - windowStart) << 2);
    if (load<i32>(score) === 0) continue;
    store<i32>(score, load<i32>(score) + scoreOf(cursor, load<u8>(one + 1), slot) - scoreOf(cursor, 1, slot));
  }
}

function addOnes(cursor: i32, first: i32, end: i32, onlyScored: bool): void {
  const table = load<i32>(cursor + TABLE);
  if (load<i32>(cursor + FAMILY) !== 0) {
    addSenseOnes(load<i32>(table + 4), first, end, onlyScored);
  } else if (isListed && !onlyScored) {
    addOnesListed(table, first, end);
  } else {
    const base = SCORES - (windowStart << 2);
    for (let i = first; i < end; i++) {
      const slot = load<i32>(SLOTS + i * 4);
      const score = base + (slot << 2);
      const before = load<i32>(score);
      const after = before + load<i32>(table + (load<u16>(lengths + slot * 2) << 2));
      store<i32>(score, select<i32>(before, after, onlyScored && before === 0));
    }
  }
}

function addSenseOnes(adds: i32, first: i32, end: i32, onlyScored: bool): void {
  list(first, end, onlyScored);
  const base = SCORES - (windowStart << 2);
  for (let i = first; i < end; i++) {
    const score = base + (load<i32>(SLOTS + i * 4) << 2);
    const before = load<i32>(score);
    // Branchless, because half of the places have a score.
    store<i32>(score, select<i32>(before, before + adds, onlyScored && before === 0));
  }
}

function addOnesListed(table: i32, first: i32, end: i32): void {
  let out = PLACES + listed * 4;
  for (let i = first; i < end; i++) {
    const slot = load<i32>(SLOTS + i * 4);
    const place = slot - windowStart;
    const score = SCORES + (place << 2);
    const before = load<i32>(score);
    store<i32>(score, before + load<i32>(table + (load<u16>(lengths + slot * 2) << 2)));
    store<i32>(out, place);
    out += i32(before === 0) << 2;
  }
  listed = (out - PLACES) >> 2;
}

/** Lists places that get their first score from postings `first` to `end`, exclusive. */
function list(first: i32, end: i32, onlyScored: bool): void {
  if (!isListed || onlyScored) return;
  let out = PLACES + listed * 4;
  for (let i = first; i < end; i++) {
    const place = load<i32>(SLOTS + i * 4) - windowStart;
    store<i32>(out, place);
    out += i32(load<i32>(SCORES + (place << 2)) === 0) << 2;
  }
  listed = (out - PLACES) >> 2;
}

function addEach(cursor: i32, first: i32, end: i32, frequencies: i32, onlyScored: bool): void {
  const base = SCORES - (windowStart << 2);
  list(first, end, onlyScored);
  if (load<i32>(cursor + FAMILY) !== 0) {
    const table = load<i32>(cursor + TABLE);
    for (let i = first; i < end; i++) {
      const score = base + (load<i32>(SLOTS + i * 4) << 2);
      const before = load<i32>(score);
      const after = before + load<i32>(table + (load<u8>(frequencies + i) << 2));
      store<i32>(score, select<i32>(before, after, onlyScored && before === 0));
    }
    return;
  }
  for (let i = first; i < end; i++) {
    const slot = load<i32>(SLOTS + i * 4);
    const score = base + (slot << 2);
    const before = load<i32>(score);
    if (!onlyScored || before !== 0) store<i32>(score, before + scoreOf(cursor, load<u8>(frequencies + i), slot));
  }
}

export function collect(least: i32): i32 {
  return isListed ? collectListed(least) : collectAll(least);
}

function collectAll(least: i32): i32 {
  const end = SCORES + ((windowEnd - windowStart) << 2);
  const bar = i32x4.splat(least);
  let out = CANDIDATES;
  for (let at = SCORES; at < end; at += 64) {
    const left = i32x4.max_s(v128.load(at), v128.load(at, 16));
    const right = i32x4.max_s(v128.load(at, 32), v128.load(at, 48));
    if (!v128.any_true(i32x4.ge_s(i32x4.max_s(left, right), bar))) continue;
    for (let four = at; four < at + 64; four += 16) {
      for (let found = i32x4.bitmask(i32x4.ge_s(v128.load(four), bar)); found !== 0; found &= found - 1) {
        store<i32>(out, ((four - SCORES) >> 2) + ctz(found));
        out += 4;
      }
    }
  }
  return (out - CANDIDATES) >> 2;
}

/** From the listed places, which a bit each puts in order, because several terms may have listed them. */
function collectListed(least: i32): i32 {
  const end = PLACES + listed * 4;
  for (let one = PLACES; one < end; one += 4) {
    const place = load<i32>(one);
    const isFound: bool = load<i32>(SCORES + (place << 2)) >= least;
    const word = FOUND + ((place >> 6) << 3);
    store<u64>(word, load<u64>(word) | (u64(isFound) << (place & 63)));
  }
  let out = CANDIDATES;
  const places = windowEnd - windowStart;
  for (let first = 0; first < places; first += 64) {
    const word = FOUND + (first >> 3);
    let found = load<u64>(word);
    if (found === 0) continue;
    store<u64>(word, 0);
    for (; found !== 0; found &= found - 1) {
      store<i32>(out, first + i32(ctz(found)));
      out += 4;
    }
  }
  return (out - CANDIDATES) >> 2;
}
