import { type Attribute, readXml, type XmlHandler } from "./office-package.ts";
import type { CellFormats } from "./xlsx-formats.ts";

export interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: CellFormats;
}

/** Excel's limit; other references are invalid. */
export const mostColumns = 16_384;

interface SheetCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
}

export interface SheetRow {
  readonly number: number;
  /** By column, from 0. Sparse, so that a cell in the last column costs nothing. */
  readonly cells: ReadonlyMap<number, string>;
}

export interface Sheet {
  readonly rows: readonly SheetRow[];
  /** Columns that merged cells cover, by `placeOf`. */
  readonly spans: ReadonlyMap<number, number>;
}

/** Merged cells of a sheet, and rows that one fills. */
export const mostMerges = 10_000;
const mostFilled = 1_000;
/** UTF-16 units; longer texts are not repeated below. */
const longestLabel = 200;

/** As Excel shows them (ECMA-376 part 1, 18.3.1). */
export function readSheet(source: string, context: SheetContext): Sheet {
  const reader = new SheetReader(context);
  readXml(source, reader);
  return mergedSheet(reader.rows, reader.merges.flatMap(areaOf));
}

class SheetReader implements XmlHandler {
  readonly rows: FilledRow[] = [];
  readonly merges: string[] = [];
  readonly #context: SheetContext;
  #row: FilledRow = { number: 0, cells: new Map() };
  #next = 0;
  #cell: SheetCell | null = null;
  #inValue = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, attribute: Attribute): void {
    if (name === "row") {
      this.#row = { number: Number(attribute("r")) || this.#row.number + 1, cells: new Map() };
      this.#next = 0;
    } else if (name === "c") {
      const column = columnOf(attribute("r")) ?? this.#next;
      this.#next = column + 1;
      this.#cell = { column, type: attribute("t") ?? "n", style: Number(attribute("s") ?? 0), value: "" };
    } else if (name === "v" || name === "t") this.#inValue = true;
    else if (name === "mergeCell" && this.merges.length < mostMerges) this.merges.push(attribute("ref") ?? "");
  }

  text(text: string): void {
    if (this.#inValue && this.#cell !== null) this.#cell.value += text;
  }

  close(name: string): void {
    this.#inValue = false;
    if (name === "c" && this.#cell !== null) {
      const text = shown(this.#cell, this.#context);
      if (text !== "") this.#row.cells.set(this.#cell.column, text);
      this.#cell = null;
    } else if (name === "row" && this.#row.cells.size > 0) this.rows.push(this.#row);
  }
}

export interface FilledRow {
  readonly number: number;
  readonly cells: Map<number, string>;
}

/** Cells that are shown as one; columns from 0. */
export interface MergedArea {
  readonly first: number;
  readonly last: number;
  readonly top: number;
  readonly bottom: number;
}

/** Repeats what a merged cell says in the rows that it covers. @param areas at most `mostMerges` */
export function mergedSheet(rows: readonly FilledRow[], areas: readonly MergedArea[]): Sheet {
  const spans = new Map<number, number>();
  const byNumber = new Map(areas.length === 0 ? [] : rows.map((row) => [row.number, row.cells]));
  let left = mostMerges;
  for (const { first, last, top, bottom } of areas) {
    const text = byNumber.get(top)?.get(first);
    if (text === undefined) continue;
    const lowest = text.length > longestLabel ? top : Math.min(bottom, top + mostFilled, top + left);
    for (let number = top; number <= lowest; number++, left--) {
      byNumber.get(number)?.set(first, text);
      spans.set(placeOf(number, first), last - first + 1);
    }
  }
  return { rows, spans };
}

/** `B2:D4`. Empty for anything else. */
function areaOf(reference: string): MergedArea[] {
  const [from = "", to = ""] = reference.split(":");
  const [first, last] = [columnOf(from), columnOf(to)];
  const [top, bottom] = [rowOf(from), rowOf(to)];
  return first === null || last === null || last < first || bottom < top ? [] : [{ first, last, top, bottom }];
}

const rowOf = (reference: string) => Number(/^[A-Z]{1,3}(\d{1,7})$/.exec(reference)?.[1] ?? 0);

/** `BC12` → 54. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? "")?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column <= mostColumns ? column - 1 : null;
}

function shown(cell: SheetCell, { strings, formats }: SheetContext): string {
  const { type, value } = cell;
  if (type === "s") return (strings[Number(value)] ?? "").trim();
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "n") return value.trim() === "" ? "" : formats.show(Number(value), cell.style);
  return type === "e" ? "" : value.trim();
}

export const placeOf = (row: number, column: number) => row * 16_384 + column;
