/** One window of keyword-scan.ts. Memory: scores, candidates, block slots, cursors, places (i32), bits of places. */

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

/** @param count cursors in ORDER @param lengthColumn u16 by slot @param normTable f64 by length */
export function beginPart(count: i32, lengthColumn: i32, normTable: i32): void {
  cursors = count;
  usePart(lengthColumn, normTable);
  for (let i = 0; i < count; i++) openCursor(load<i32>(ORDER + i * 4));
}

/** At most 16,384 slots. Returns how many score at least `threshold`, beyond `most` only the best; -1: none can. */
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

/** Orders cursors by bound, weakest first; returns how many together cannot reach the threshold. */
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
  // A block that extends beyond the window may have nothing in it.
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

/** Terms added first if half the places have a score. Four take 7 % longer than eight. */
const ADDED_FIRST: i32 = 8;

/** Adds optional terms, strongest first, to slots that can still reach the threshold, and lists those that do. */
function complete(optional: i32, threshold: i32): i32 {
  let missing = 0;
  for (let i = 0; i < optional; i++) missing += load<i32>(load<i32>(ORDER + i * 4) + BOUND);
  const places = windowEnd - windowStart;
  // Most scored places lack the strongest optional terms too, and drop out.
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

/** Adds one optional term to the candidates and keeps those of at least `least`. */
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

/** A look-up takes about as long as adding so many consecutive postings. */
const LOOKUP_COST: i32 = 12;

/** Whether adding all the term's postings in the window is faster than so many look-ups. */
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

/** Keeps the best `most` and ties, by a heap with the worst on top. */
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
