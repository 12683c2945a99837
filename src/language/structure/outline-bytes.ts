/** Damaged bytes and other versions decode to no outline. */
import type { TextSpan } from "../text/sentences.ts";
import { ByteReader, ByteWriter } from "./numbers-as-bytes.ts";
import {
  noOutline,
  type OutlineBlock,
  type OutlineCell,
  outlineKinds,
  type PassageLead,
  type PassageOutline,
  type WordPlace,
} from "./outline.ts";

/** Raise it with every change to the bytes or to outlines, so that they are made again. */
export const outlineVersion = 3;

/** Bits above a block's kind. */
const has = {
  label: 1,
  continues: 2,
  header: 4,
  lead: 8,
  leadBefore: 16,
  parent: 32,
  parentBefore: 64,
  cells: 128,
  turn: 256,
};

/** @param from where the passage begins among the blocks */
export function outlineBytes({ blocks, lead, places = [] }: PassageOutline, from = 0): Uint8Array {
  const bytes = new ByteWriter();
  bytes.number(outlineVersion);
  writeLead(bytes, lead);
  bytes.number(blocks.length);
  let at = from;
  for (const block of blocks) {
    writeBlock(bytes, block, { at, from });
    at = block.end;
  }
  if (places.length > 0) writePlaces(bytes, places, from);
  return bytes.taken();
}

export function outlineFrom(bytes: Uint8Array | null, text: string): PassageOutline {
  if (bytes === null || bytes[0] !== outlineVersion) return noOutline;
  const reader = new ByteReader(bytes);
  reader.number();
  const lead = readLead(reader, bytes.length);
  const count = Math.min(reader.number(), bytes.length);
  const blocks: OutlineBlock[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const block = readBlock(reader, at, bytes.length);
    blocks.push(withRowLabel(block, text));
    at = block.end;
  }
  // Only recognised passages have more.
  const places = reader.isAtEnd ? [] : readPlaces(reader, bytes.length);
  return reader.isAtEnd ? { blocks, lead, ...(places.length > 0 && { places }) } : noOutline;
}

/** By default, a row's label is its first cell. */
function withRowLabel(block: OutlineBlock, text: string): OutlineBlock {
  const [first] = block.cells ?? [];
  if (block.label !== undefined || first === undefined) return block;
  return Object.assign(block, { label: text.slice(first.value.start, first.value.end) });
}

export function sectionWithLead(section: string, bytes: Uint8Array | null): string {
  if (bytes === null || bytes[0] !== outlineVersion || bytes[1] === 0) return section;
  const reader = new ByteReader(bytes);
  reader.number();
  const lead = readLead(reader, bytes.length);
  const texts = lead === null ? [] : [lead, ...lead.items].map(({ text }) => text);
  return [section, ...texts.filter((text) => !section.includes(text))].filter((text) => text !== "").join("\n");
}

function writeLead(bytes: ByteWriter, lead: PassageLead | null): void {
  const all = lead === null ? [] : [lead, ...lead.items];
  bytes.number(all.length);
  for (const { text, start, end } of all) {
    bytes.text(text);
    bytes.number(start);
    bytes.number(end - start);
  }
}

function readLead(bytes: ByteReader, most: number): PassageLead | null {
  const count = Math.min(bytes.number(), most);
  const all = Array.from({ length: count }, () => {
    const text = bytes.text();
    const start = bytes.number();
    return { text, start, end: start + bytes.number() };
  });
  const [first, ...items] = all;
  return first === undefined ? null : { ...first, items };
}

interface BlockPlace {
  /** The end of the previous block, and the start of the passage. */
  readonly at: number;
  readonly from: number;
}

function writeBlock(bytes: ByteWriter, block: OutlineBlock, { at, from }: BlockPlace): void {
  const { kind, start, end, level, label, cells, turn } = block;
  const lead = seenFrom(block.lead, from);
  const parent = seenFrom(block.parent, from);
  bytes.number(start - at);
  bytes.number(end - start);
  bytes.number(level);
  bytes.number(flagsOf(block, lead, parent) * outlineKinds.length + outlineKinds.indexOf(kind));
  if (label !== undefined) bytes.text(label);
  for (const span of [lead, parent]) if (span !== undefined && span !== "before") writeSpan(bytes, span, start);
  if (cells !== undefined) writeCells(bytes, cells, start);
  if (turn === undefined) return;
  bytes.text(turn.speaker);
  bytes.text(turn.saidAt ?? "");
}

function seenFrom(span: SeenRow, from: number): SeenRow {
  return span !== undefined && span !== "before" && span.start < from ? "before" : span;
}

type SeenRow = TextSpan | "before" | undefined;

function flagsOf({ label, continues, header, cells, turn }: OutlineBlock, lead: SeenRow, parent: SeenRow): number {
  let flags = 0;
  if (label !== undefined) flags += has.label;
  if (continues === true) flags += has.continues;
  if (header === true) flags += has.header;
  if (lead !== undefined) flags += lead === "before" ? has.leadBefore : has.lead;
  if (parent !== undefined) flags += parent === "before" ? has.parentBefore : has.parent;
  if (cells !== undefined) flags += has.cells;
  return turn === undefined ? flags : flags + has.turn;
}

function readBlock(bytes: ByteReader, at: number, most: number): OutlineBlock {
  const start = at + bytes.number();
  const end = start + bytes.number();
  const level = bytes.number();
  const form = bytes.number();
  const flags = Math.floor(form / outlineKinds.length);
  const is = (flag: number) => (flags & flag) !== 0;
  const block: Writable<OutlineBlock> = { kind: outlineKinds[form % outlineKinds.length]!, start, end, level };
  if (is(has.label)) block.label = bytes.text();
  if (is(has.continues)) block.continues = true;
  if (is(has.header)) block.header = true;
  if (is(has.leadBefore)) block.lead = "before";
  if (is(has.lead)) block.lead = readSpan(bytes, start);
  if (is(has.parentBefore)) block.parent = "before";
  if (is(has.parent)) block.parent = readSpan(bytes, start);
  if (is(has.cells)) block.cells = readCells(bytes, start, most);
  if (is(has.turn)) block.turn = { speaker: bytes.text(), saidAt: bytes.text() || null };
  return block;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function writeSpan(bytes: ByteWriter, { start, end }: TextSpan, from: number): void {
  bytes.signed(start - from);
  bytes.number(end - start);
}

function readSpan(bytes: ByteReader, from: number): TextSpan {
  const start = from + bytes.signed();
  return { start, end: start + bytes.number() };
}

/** `Name: value; Name: value` is coded by the gap before the name; other forms, from this number on, name the column. */
const otherForms = 3;
const nameGap = 2;

function writeCells(bytes: ByteWriter, cells: readonly OutlineCell[], start: number): void {
  bytes.number(cells.length);
  let from = start;
  let next = 0;
  for (const cell of cells) {
    writeCell(bytes, cell, { from, next });
    from = cell.value.end;
    next = cell.column + cell.columns;
  }
}

interface StoredCell {
  /** The end of the previous cell, and the next column. */
  readonly from: number;
  readonly next: number;
}

function writeCell(bytes: ByteWriter, { value, name, column, columns }: OutlineCell, { from, next }: StoredCell): void {
  const gap = name === null ? -1 : name.start - from;
  const isUsual = gap >= 0 && gap < otherForms && value.start === name!.end + nameGap;
  if (isUsual && columns === 1 && column === next) {
    bytes.number(gap);
    bytes.number(name!.end - name!.start);
    bytes.number(value.end - value.start);
    return;
  }
  bytes.number(otherForms + columns * 2 + (name === null ? 0 : 1));
  bytes.signed(column - next);
  if (name !== null) writeSpan(bytes, name, from);
  writeSpan(bytes, value, name?.end ?? from);
}

function readCells(bytes: ByteReader, start: number, most: number): OutlineCell[] {
  let from = start;
  let next = 0;
  return Array.from({ length: Math.min(bytes.number(), most) }, () => {
    const cell = readCell(bytes, from, next);
    from = cell.value.end;
    next = cell.column + cell.columns;
    return cell;
  });
}

function readCell(bytes: ByteReader, from: number, next: number): OutlineCell {
  const form = bytes.number();
  if (form < otherForms) {
    const name = { start: from + form, end: from + form + bytes.number() };
    const start = name.end + nameGap;
    return { value: { start, end: start + bytes.number() }, name, column: next, columns: 1 };
  }
  const column = next + bytes.signed();
  const isNamed = (form - otherForms) % 2 === 1;
  const name = isNamed ? readSpan(bytes, from) : null;
  const value = readSpan(bytes, name?.end ?? from);
  return { value, name, column, columns: Math.floor((form - otherForms) / 2) };
}

/** Units in a page's side, so that a unit of A4 is a fortieth of a millimetre. */
const shares = 10_000;

function writePlaces(bytes: ByteWriter, places: readonly WordPlace[], from: number): void {
  bytes.number(places.length);
  let at = from;
  let page = 0;
  for (const { start, end, confidence, left, top, right, bottom, ...place } of places) {
    bytes.signed(start - at);
    bytes.number(end - start);
    bytes.signed(place.page - page);
    bytes.number(Math.round(confidence * 100));
    for (const share of [left, top, right - left, bottom - top]) bytes.number(asUnits(share));
    at = end;
    page = place.page;
  }
}

const asUnits = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * shares);

function readPlaces(bytes: ByteReader, most: number): WordPlace[] {
  let at = 0;
  let page = 0;
  return Array.from({ length: Math.min(bytes.number(), most) }, () => {
    const start = at + bytes.signed();
    at = start + bytes.number();
    page += bytes.signed();
    const share = (units: number, of = shares) => Math.min(1, units / of);
    const confidence = share(bytes.number(), 100);
    const [left, top, width, height] = [bytes.number(), bytes.number(), bytes.number(), bytes.number()];
    const box = { left: share(left), top: share(top), right: share(left + width), bottom: share(top + height) };
    return { start, end: at, page, confidence, ...box };
  });
}
