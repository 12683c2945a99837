/** A term is stored as its place and the letters of its stem that differ; most take two bytes. */

import type { Analyzer } from "../words/analysis.ts";
import { ByteReader, ByteWriter } from "./numbers-as-bytes.ts";
import type { OutlineBlock } from "./outline.ts";
import { outlineVersion } from "./outline-bytes.ts";
import { type PassageReading, type ReadingUnit, readPassage } from "./passage-reading.ts";
import { type UnitKind, unitsVersion } from "./passage-units.ts";
import { baseOf, type PlacedTerms, type TermEnding } from "./placed-terms.ts";

const formatVersion = 1;
const kinds: readonly UnitKind[] = ["sentence", "line", "heading", "question"];
const stampLength = 4;
/** Bytes for each byte of text; larger readings are not stored. */
const mostOfText = 0.5;

const known = 0;
const begun = 1;
const reshaped = 3;

export function readingsFingerprint({ fingerprint }: Analyzer): string {
  return `${fingerprint}/${unitsVersion}.${formatVersion}.${outlineVersion}`;
}

export function readingStamp(analyzer: Analyzer): Uint8Array {
  const bytes = new ByteWriter();
  bytes.fixed(stampOf(analyzer));
  return bytes.taken();
}

export function readingBytes(text: string, analyzer: Analyzer, outline: readonly OutlineBlock[] = []): Uint8Array {
  const bytes = new ByteWriter();
  bytes.fixed(stampOf(analyzer));
  const reading = readPassage(text, analyzer, outline);
  writeUnits(bytes, reading, text.length);
  writeTokens(bytes, reading);
  const whole = bytes.taken();
  return whole.length <= mostOfText * Buffer.byteLength(text) ? whole : whole.slice(0, stampLength);
}

/** Null: of another analyzer or text, only a stamp, or damaged. */
export function readingFrom(bytes: Uint8Array, text: string, analyzer: Analyzer): PassageReading | null {
  return readingsOf(analyzer)(bytes, text);
}

export function readingsOf(analyzer: Analyzer): (bytes: Uint8Array, text: string) => PassageReading | null {
  const stamp = stampOf(analyzer);
  return (bytes, text) => readingOf(bytes, text, stamp);
}

function readingOf(bytes: Uint8Array, text: string, stamp: number): PassageReading | null {
  const reader = new ByteReader(bytes);
  if (reader.fixed() !== stamp || reader.number() !== text.length) return null;
  const unitCount = reader.number();
  const tokenCount = reader.number();
  if (unitCount > bytes.length || tokenCount > bytes.length) return null;
  const units = readUnits(reader, unitCount, text.length);
  if (units === null || (units.at(-1)?.endToken ?? 0) !== tokenCount) return null;
  const tokens = new Uint32Array(tokenCount);
  const terms = readTokens(reader, tokens, baseOf(text));
  return terms !== null && reader.isAtEnd ? { units, terms, tokens } : null;
}

function stampOf(analyzer: Analyzer): number {
  return Bun.hash.xxHash32(readingsFingerprint(analyzer));
}

function writeUnits(bytes: ByteWriter, { units, tokens }: PassageReading, length: number): void {
  for (const number of [length, units.length, tokens.length]) bytes.number(number);
  let at = 0;
  for (const { start, end, kind, words, firstToken, endToken } of units) {
    bytes.number(start - at);
    bytes.number(end - start);
    bytes.number(words * 2 * kinds.length + kinds.indexOf(kind));
    bytes.number(endToken - firstToken);
    at = end;
  }
}

function readUnits(bytes: ByteReader, count: number, length: number): ReadingUnit[] | null {
  const units: ReadingUnit[] = [];
  let at = 0;
  let firstToken = 0;
  for (let i = 0; i < count; i++) {
    const start = at + bytes.number();
    const end = start + bytes.number();
    const measure = bytes.number();
    const endToken = firstToken + bytes.number();
    const kind = kinds[measure % kinds.length]!;
    units.push({ start, end, kind, firstToken, endToken, words: Math.floor(measure / kinds.length) / 2 });
    at = end;
    firstToken = endToken;
  }
  return at <= length ? units : null;
}

function writeTokens(bytes: ByteWriter, { terms: { spans, endings }, tokens }: PassageReading): void {
  const endingOf = new Map(endings.map(({ term, ending }) => [term, ending]));
  let next = 0;
  let at = 0;
  for (const token of tokens) {
    const place = token >>> 1;
    const stop = token % 2;
    if (place < next) {
      bytes.number(place * 8 + stop * 4 + known);
      continue;
    }
    const [start, end] = [spans[2 * next]!, spans[2 * next + 1]!];
    const ending = endingOf.get(next);
    bytes.number((end - start) * 8 + stop * 4 + (ending === undefined ? begun : reshaped));
    bytes.signed(start - at);
    if (ending !== undefined) bytes.text(ending);
    at = end;
    next++;
  }
}

function readTokens(bytes: ByteReader, tokens: Uint32Array, base: string): PlacedTerms | null {
  const spans = new Uint32Array(2 * tokens.length);
  const endings: TermEnding[] = [];
  let count = 0;
  let at = 0;
  for (let i = 0; i < tokens.length; i++) {
    const first = bytes.number();
    const stop = (first >>> 2) & 1;
    const value = first >>> 3;
    const way = first & 3;
    if (way === known) {
      if (value >= count) return null;
      tokens[i] = value * 2 + stop;
      continue;
    }
    const start = at + bytes.signed();
    at = start + value;
    if (start < 0 || at > base.length) return null;
    tokens[i] = count * 2 + stop;
    spans[2 * count] = start;
    spans[2 * count + 1] = at;
    if (way === reshaped) endings.push({ term: count, ending: bytes.text() });
    count++;
  }
  return { base, count, spans, endings };
}
