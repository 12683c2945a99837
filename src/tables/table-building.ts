/** Builds typed tables from the blocks of a document. Linear in its rows and cells. */
import type { OutlineBlock, OutlineCell } from "../language/structure/outline.ts";
import type { TextSpan } from "../language/text/sentences.ts";
import type { CellWords, DecimalMark } from "./cell-value.ts";
import { headerRowCount, namesIn, sectionsOf, totalsOf } from "./header-rows.ts";
import type { Table } from "./table.ts";
import { type RawColumn, typedColumns } from "./typed-column.ts";

export interface BuildingWords extends CellWords {
  /** Words that begin the label of a row that sums up others, folded. */
  readonly totals: ReadonlySet<string>;
  readonly notation: DecimalMark | null;
  /** What the captions of tables of one shape are called: "month" of months; empty where nothing is known. */
  partName(captions: readonly string[]): string;
}

/** Columns of one table that are read: of a wider table, the first ones. */
const mostColumns = 500;
/** A table has a row more than its names, or two columns. */
const fewestRows = 1;
const longestCaption = 300;
/** Of the filled cells of a column with a name, so many have it in front. */
const leastNamed = 0.9;
const mostWithSections = 20_000;

/** A piece of the document's text, and where it begins in it. */
export interface TablePiece {
  readonly text: string;
  readonly at: number;
}
export class TableBuilder {
  readonly #words: BuildingWords;
  readonly #open: OpenTable[] = [];
  #last: Caption = { text: "", span: null };
  #isOpen = false;

  constructor(words: BuildingWords) {
    this.#words = words;
  }

  /** @param block the next block of the document, with positions in the piece */
  add(block: OutlineBlock, piece: TablePiece): void {
    if (block.kind !== "table_row") {
      this.#isOpen = false;
      this.#last = captionAt(piece, block);
      return;
    }
    const isNames = block.header === true && (block.cells?.length ?? 0) > 1;
    const open = this.#isOpen ? this.#open.at(-1)! : null;
    const goesOn = open !== null && (isNames ? open.rows.starts.length === 0 : open.takes(block, piece));
    if (!goesOn) this.#open.push(new OpenTable(this.#last));
    this.#isOpen = true;
    this.#open.at(-1)!.add(block, piece, isNames);
  }

  /** @param text the whole text, of which the pieces are parts */
  finish(text: string): readonly Table[] {
    const made: Table[] = [];
    for (const open of this.#open) {
      const table = open.finish(text, made.length + 1, this.#words);
      if (table !== null) made.push(table);
    }
    return made;
  }
}

/** Grows by doubling: a table of a million rows would be copied a million times otherwise. */
class Positions {
  #numbers = new Uint32Array(16);
  length = 0;

  set(at: number, number: number): void {
    if (at >= this.#numbers.length) {
      const grown = new Uint32Array(Math.max(at + 1, this.#numbers.length * 2));
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[at] = number;
    this.length = Math.max(this.length, at + 1);
  }

  at(row: number): number {
    return this.#numbers[row]!;
  }

  taken(length: number): Uint32Array {
    const all = new Uint32Array(length);
    all.set(this.#numbers.subarray(0, Math.min(length, this.#numbers.length)));
    return all;
  }
}

interface OpenColumn {
  name: string;
  named: number;
  readonly starts: Positions;
  readonly ends: Positions;
}

class OpenTable {
  readonly rows = { starts: new Positions(), ends: new Positions() };
  readonly #columns = new Map<number, OpenColumn>();
  #caption: Caption;

  constructor(caption: Caption) {
    this.#caption = caption;
  }

  /** Whether a row goes on with this table: most columns have no other name in it. "Less: discounts" is no name. */
  takes({ cells = [] }: OutlineBlock, { text }: TablePiece): boolean {
    const others = cells.filter(({ column, name, columns }) => {
      const known = this.#columns.get(column);
      if (name === null || columns > 1 || known === undefined || known.name === "") return false;
      const said = text.slice(name.start, name.end);
      // A long name is shortened in the rows.
      return said !== known.name && !(said.endsWith("…") && known.name.startsWith(said.slice(0, -1)));
    });
    return others.length === 0 || (others.length === 1 && others[0]!.column === 0 && cells.length > 1);
  }

  add(block: OutlineBlock, piece: TablePiece, isNames: boolean): void {
    const { text } = piece;
    const cells = block.cells ?? [];
    if (this.rows.starts.length === 0 && typeof block.lead === "object") this.#caption = captionAt(piece, block.lead);
    if (isNames) {
      for (const { column, value } of cells) {
        Object.assign(this.#column(column), { name: text.slice(value.start, value.end), named: Infinity });
      }
    } else if (block.header !== true || cells.length === 1) {
      this.#addRow(block, cells, piece);
    }
  }

  #addRow(block: OutlineBlock, cells: readonly OutlineCell[], { text, at }: TablePiece): void {
    const row = this.rows.starts.length;
    this.rows.starts.set(row, at + block.start);
    this.rows.ends.set(row, at + block.end);
    // Of a row that is only a name and its value, the name is no cell, but the label of the row.
    const [only] = cells;
    const isPair =
      only?.column === 1 && only.name !== null && text.slice(only.name.start, only.name.end) === block.label;
    if (isPair) this.#place(0, row, only.name!, at);
    for (const { column, value, name, columns } of cells) {
      if (column >= mostColumns) continue;
      const open = this.#place(column, row, value, at);
      if (name === null || columns > 1 || isPair) continue;
      if (open.name === "") open.name = text.slice(name.start, name.end);
      open.named++;
    }
  }

  #place(column: number, row: number, { start, end }: TextSpan, at: number): OpenColumn {
    const open = this.#column(column);
    open.starts.set(row, at + start);
    open.ends.set(row, at + end);
    return open;
  }

  #column(column: number): OpenColumn {
    const open = this.#columns.get(column) ?? { name: "", named: 0, starts: new Positions(), ends: new Positions() };
    this.#columns.set(column, open);
    return open;
  }

  finish(text: string, number: number, words: BuildingWords): Table | null {
    const columns = [...this.#columns].sort(([one], [other]) => one - other);
    if (columns[0]?.[0] === 0) this.#dropOwnNames(text, columns[0][1]);
    const cellsOf = (row: number) => columns.map(([, column]) => cellIn(text, column, row));
    const isNameless = columns.every(([, { name }]) => name === "");
    const skipped = isNameless ? headerRowCount(this.rows.starts.length, cellsOf, words) : 0;
    const names = namesIn(Array.from({ length: skipped }, (_, row) => cellsOf(row)));
    const rowCount = this.rows.starts.length - skipped;
    if (rowCount < fewestRows || this.#columns.size < 2) return null;
    const cut = (positions: Positions) => positions.taken(rowCount + skipped).subarray(skipped);
    const raw = columns.map(([index, column], i): RawColumn => {
      return { index, name: names[i] ?? column.name, starts: cut(column.starts), ends: cut(column.ends) };
    });
    const rows = { starts: cut(this.rows.starts), ends: cut(this.rows.ends) };
    const totals = totalsOf(text, raw, rowCount, words.totals);
    const { text: caption, span } = this.#caption;
    const facts = { text, number, caption, captionAt: span, parts: [], rowCount, rows, totals };
    return typedTable(facts, withSections(raw, totals), words);
  }

  #dropOwnNames(text: string, column: OpenColumn): void {
    const { starts, ends } = column;
    if (column.name === "" || column.named >= starts.length) return;
    const rows = Array.from({ length: starts.length }, (_, row) => row);
    if (column.named >= leastNamed * rows.filter((row) => starts.at(row) !== ends.at(row)).length) return;
    column.name = "";
    column.named = 0;
    for (const row of rows) {
      const start = starts.at(row);
      if (start !== ends.at(row) && text.slice(start - 2, start) === ": ") starts.set(row, this.rows.starts.at(row));
    }
  }
}

/** With a last column that says below which row each stands, where some rows head others; these are not computed with. */
function withSections(raw: readonly RawColumn[], totals: Set<number>): readonly RawColumn[] {
  const [first] = raw as [RawColumn];
  const heads = first.starts.length > mostWithSections ? null : sectionsOf(raw);
  if (heads === null) return raw;
  const starts = new Uint32Array(heads.length);
  const ends = new Uint32Array(heads.length);
  for (const [row, head] of heads.entries()) {
    if (head === row) continue;
    totals.add(head);
    starts[row] = first.starts[head]!;
    ends[row] = first.ends[head]!;
  }
  return [...raw, { index: raw.at(-1)!.index + 1, name: "", starts, ends }];
}

function typedTable(facts: Omit<Table, "columns" | "body">, raw: readonly RawColumn[], words: BuildingWords): Table {
  const { text, rowCount, totals } = facts;
  const columns = typedColumns(text, raw, words, words.notation);
  const body: number[] = [];
  for (let row = 0; row < rowCount; row++) if (!totals.has(row)) body.push(row);
  return { ...facts, columns, body };
}

interface Caption {
  readonly text: string;
  readonly span: TextSpan | null;
}

function captionAt({ text, at }: TablePiece, { start, end }: TextSpan): Caption {
  const last = Math.min(end, start + longestCaption);
  return { text: text.slice(start, last), span: { start: at + start, end: at + last } };
}

const cellIn = (text: string, { starts, ends }: OpenColumn, row: number) =>
  row < starts.length ? text.slice(starts.at(row), ends.at(row)) : "";

/** Rows of tables that are joined, and letters of a caption that tells one from the others. */
const mostJoined = 1_000_000;
const longestPart = 80;

/**
 * Tables of one shape as one, with a last column that says which row is of which: the months of a year as sheets.
 * @param tables of one text, in its order
 */
export function joinedTables(tables: readonly Table[], words: BuildingWords): Table[] {
  const shaped = tables.filter(({ caption }) => caption !== "" && caption.length <= longestPart);
  const groups = [...Map.groupBy(shaped, shapeOf).values()].filter((group) => {
    const captions = new Set(group.map(({ caption }) => caption.toLowerCase()));
    const rows = group.reduce((sum, { rowCount }) => sum + rowCount, 0);
    return group.length > 1 && captions.size === group.length && rows <= mostJoined;
  });
  return groups.map((group, i) => joined(group, tables.length + i + 1, words));
}

/** Tables of one shape have the same names of columns, and the same types; one without names is like no other. */
function shapeOf({ columns, number }: Table): string {
  const names = columns.map(({ index, name, kind }) => `${index} ${name.toLowerCase()} ${kind}`);
  return columns.slice(0, -1).some(({ name }) => name === "") ? String(number) : names.join("\n");
}

function joined(group: readonly Table[], number: number, words: BuildingWords): Table {
  const [first] = group as [Table];
  const all = (of: (table: Table) => Uint32Array) => concatenated(group.map(of));
  const same = (at: "start" | "end") =>
    all(({ rowCount, captionAt: span }) => new Uint32Array(rowCount).fill(span![at]));
  const raw = first.columns.map(({ index, name }, i): RawColumn => {
    return { index, name, starts: all((one) => one.columns[i]!.starts), ends: all((one) => one.columns[i]!.ends) };
  });
  const index = raw.at(-1)!.index + 1;
  raw.push({ index, name: words.partName(group.map((one) => one.caption)), starts: same("start"), ends: same("end") });
  const rows = { starts: all((one) => one.rows.starts), ends: all((one) => one.rows.ends) };
  const totals = new Set<number>();
  let before = 0;
  for (const one of group) {
    for (const row of one.totals) totals.add(before + row);
    before += one.rowCount;
  }
  const captions = group.map(({ caption }) => caption).join(", ");
  const caption = captions.slice(0, longestCaption);
  const parts = group.map((one) => one.number);
  const facts = { text: first.text, number, caption, captionAt: null, parts, rowCount: before, rows, totals };
  return typedTable(facts, raw, words);
}

function concatenated(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
