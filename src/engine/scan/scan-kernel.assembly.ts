/**
 * The scan of one window, as keyword-scan.ts computes it, in AssemblyScript. Memory, in bytes: scores (i32 a place),
 * candidates (i32 a place), slots of a block (i32), addresses of cursors (i32), scored places (i32), places that may be
 * returned (a bit each), then what kernel-scan.ts puts there.
 */

import {
  BLOCK,
  BLOCK_LAST,
  BLOCK_PEAK,
  BLOCKS,
  BOUND,
  boundAt,
  boundOf,
  CANDIDATES,
  COUNT,
  CURRENT,
  FREE,
  ORDER,
  openCursor,
  position,
  SCORES,
  SLOTS,
  scoreAt,
  skipTo,
  usePart,
} from "./posting-cursor.assembly";
import {
  addWindow,
  clearScores,
  collect,
  enterWindow,
  touched,
  windowEnd,
  windowStart,
} from "./window-scores.assembly";

let cursors: i32 = 0;

export function scoresAt(): i32 {
  return SCORES;
}

export function candidatesAt(): i32 {
  return CANDIDATES;
}

export function orderAt(): i32 {
  return ORDER;
}

export function freeAt(): i32 {
  return FREE;
}

/** @param count cursors in ORDER @param lengthColumn u16 a slot @param normTable f64 by length */
export function beginPart(count: i32, lengthColumn: i32, normTable: i32): void {
  cursors = count;
  usePart(lengthColumn, normTable);
  for (let i = 0; i < count; i++) openCursor(load<i32>(ORDER + i * 4));
}

/**
 * At most 16,384 slots. Returns how many places score at least `threshold`; -1: none can. Beyond `most`, only the best.
 */
export function scanWindow(start: i32, end: i32, threshold: i32, most: i32): i32 {
  enterWindow(start, end);
  const optional = chooseOptional(threshold);
  if (optional < 0) return -1;
  clearScores(essentialPostings(optional));
  for (let i = optional; i < cursors; i++) addWindow(load<i32>(ORDER + i * 4), false);
  const count = complete(optional, threshold);
  return count > most && most <= BLOCK ? keepBest(count, most) : count;
}

function essentialPostings(optional: i32): i32 {
  let sum = 0;
  for (let i = optional; i < cursors; i++) sum += postingsInWindow(load<i32>(ORDER + i * 4));
  return sum;
}

/** Orders the cursors by their bounds, weakest first, and tells how many of them together cannot reach the threshold. */
function chooseOptional(threshold: i32): i32 {
  let total = 0;
  for (let i = 0; i < cursors; i++) {
    const cursor = load<i32>(ORDER + i * 4);
    enter(cursor);
    const bound = load<i32>(cursor + BOUND);
    total += bound;
    let to = i;
    for (; to > 0 && load<i32>(load<i32>(ORDER + (to - 1) * 4) + BOUND) > bound; to--) {
      store<i32>(ORDER + to * 4, load<i32>(ORDER + (to - 1) * 4));
    }
    store<i32>(ORDER + to * 4, cursor);
  }
  if (total < threshold) return -1;
  let optional = 0;
  for (let sum = 0; optional < cursors; optional++) {
    sum += load<i32>(load<i32>(ORDER + optional * 4) + BOUND);
    if (sum >= threshold) break;
  }
  return optional;
}

function enter(cursor: i32): void {
  const blocks = load<i32>(cursor + BLOCKS);
  const last = load<i32>(cursor + BLOCK_LAST);
  let block = load<i32>(cursor + CURRENT);
  while (block < blocks && load<i32>(last + block * 4) < windowStart) block++;
  store<i32>(cursor + CURRENT, block);
  store<i32>(cursor + BOUND, 0);
  if (block === blocks) return;
  // A block that reaches beyond the window may have nothing in it.
  if (load<i32>(last + block * 4) >= windowEnd - 1) {
    position(cursor);
    if (skipTo(cursor, windowStart) >= windowEnd) return;
  }
  const peaks = load<i32>(cursor + BLOCK_PEAK);
  let peak: i32 = 0;
  for (; block < blocks; block++) {
    peak = max<i32>(peak, load<u8>(peaks + block));
    if (load<i32>(last + block * 4) >= windowEnd - 1) break;
  }
  store<i32>(cursor + BOUND, boundOf(cursor, peak));
}

/** Optional terms added before places are collected, if half of them have a score. Four take 7 % longer than eight. */
const ADDED_FIRST: i32 = 8;

/** Adds the optional terms, strongest first, where a slot can still reach the threshold, and lists the slots that do. */
function complete(optional: i32, threshold: i32): i32 {
  let missing = 0;
  for (let i = 0; i < optional; i++) missing += load<i32>(load<i32>(ORDER + i * 4) + BOUND);
  const places = windowEnd - windowStart;
  // Most of what the others have found lacks the strongest optional terms too and is out of the running.
  const addedFirst = touched * 2 > places ? ADDED_FIRST : 1;
  const scored = min(touched, places);
  let left = optional;
  for (const least = max(0, optional - addedFirst); left > least; ) {
    const strongest = load<i32>(ORDER + (left - 1) * 4);
    if (!isQuicker(strongest, scored)) break;
    left--;
    missing -= load<i32>(strongest + BOUND);
    addWindow(strongest, true);
  }
  let count = collect(max(1, threshold - missing));
  for (left--; left >= 0 && count > 0; left--) {
    const cursor = load<i32>(ORDER + left * 4);
    missing -= load<i32>(cursor + BOUND);
    count = completeTerm(cursor, count, threshold - missing);
  }
  return count;
}

/** Adds one optional term to the candidates and keeps those that are at least `least`. */
function completeTerm(cursor: i32, count: i32, least: i32): i32 {
  const isAdded = isQuicker(cursor, count);
  if (isAdded) addWindow(cursor, true);
  let out = CANDIDATES;
  const end = CANDIDATES + count * 4;
  for (let one = CANDIDATES; one < end; one += 4) {
    const place = load<i32>(one);
    const score = SCORES + (place << 2);
    if (!isAdded) {
      if (load<i32>(score) + boundAt(cursor, windowStart + place) < least) continue;
      store<i32>(score, load<i32>(score) + scoreAt(cursor, windowStart + place));
    }
    store<i32>(out, place);
    out += load<i32>(score) >= least ? 4 : 0;
  }
  return (out - CANDIDATES) >> 2;
}

/** Looking one slot up in a term's postings takes about as long as adding so many postings in a row. */
const LOOKUP_COST: i32 = 12;

/** Whether adding all postings of a term in the window is faster than so many look-ups. */
function isQuicker(cursor: i32, lookups: i32): bool {
  return lookups * LOOKUP_COST > postingsInWindow(cursor);
}

function postingsInWindow(cursor: i32): i32 {
  const blocks = load<i32>(cursor + BLOCKS);
  if (blocks === 1) return load<i32>(cursor + COUNT);
  const last = load<i32>(cursor + BLOCK_LAST);
  const current = load<i32>(cursor + CURRENT);
  let block = current;
  while (block < blocks && load<i32>(last + block * 4) < windowEnd) block++;
  return (block - current + 1) * BLOCK;
}

/** Keeps the candidates whose score is at least that of the best but `most`, which a heap with the worst on top tells. */
function keepBest(count: i32, most: i32): i32 {
  for (let i = 0; i < most; i++) rise(i, scoreOfCandidate(i));
  for (let i = most; i < count; i++) {
    const score = scoreOfCandidate(i);
    if (score > load<i32>(SLOTS)) sink(most, score);
  }
  const least = load<i32>(SLOTS);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    store<i32>(CANDIDATES + kept * 4, load<i32>(CANDIDATES + i * 4));
    kept += i32(scoreOfCandidate(kept) >= least);
  }
  return kept;
}

function scoreOfCandidate(i: i32): i32 {
  return load<i32>(SCORES + (load<i32>(CANDIDATES + i * 4) << 2));
}

function rise(size: i32, score: i32): void {
  let at = size;
  for (; at > 0; ) {
    const parent = (at - 1) >> 1;
    const above = load<i32>(SLOTS + parent * 4);
    if (above <= score) break;
    store<i32>(SLOTS + at * 4, above);
    at = parent;
  }
  store<i32>(SLOTS + at * 4, score);
}

function sink(size: i32, score: i32): void {
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && load<i32>(SLOTS + child * 4 + 4) < load<i32>(SLOTS + child * 4)) child++;
    const below = load<i32>(SLOTS + child * 4);
    if (below >= score) break;
    store<i32>(SLOTS + at * 4, below);
    at = child;
  }
  store<i32>(SLOTS + at * 4, score);
}
