import type { BlockForm, BlockKind, BlockSink } from "../document-builder.ts";
import { collapseLines, collapseSpace } from "../normal-text.ts";
import { mayNameColumns, TableGrid } from "../table-grid.ts";

/** UTF-16 units; a longer cell is text behind a tab. */
const longestCell = 60;
/** A number or a sign before an item. */
const mark = /^(?:[^\p{L}\d]{1,10}|\S{1,10}[.)])$/u;

interface TabbedRow {
  readonly cells: readonly string[];
  readonly text: string;
  readonly form: BlockForm;
}

/** Paragraphs of short cells with tabs or runs of spaces between them are rows, if they stand one below another. */
export class TabbedRows implements BlockSink {
  readonly #sink: BlockSink;
  #run: TabbedRow[] = [];

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  /** @param text of paragraphs: with their tabs and spaces */
  add(kind: BlockKind, text: string, form: BlockForm = {}): void {
    const cells = kind === "paragraph" ? cellsOf(text) : null;
    if (cells === null || isNames(cells)) this.flush();
    if (cells === null) this.#sink.add(kind, kind === "paragraph" ? collapseLines(text) : text, form);
    else this.#run.push({ cells, text, form });
  }

  addTable(grid: TableGrid): void {
    this.flush();
    this.#sink.addTable(grid);
  }

  flush(): void {
    const run = this.#run;
    this.#run = [];
    const [first, second] = run;
    if (first === undefined) return;
    if (second === undefined) this.#sink.add("paragraph", collapseLines(first.text), first.form);
    else {
      const grid = new TableGrid();
      const isHead = isNames(first.cells) || (first.form.bold === true && second.form.bold !== true);
      for (const [i, { cells }] of run.entries()) {
        grid.openRow(isHead && i === 0);
        for (const cell of cells) grid.addCell(cell);
      }
      this.#sink.addTable(grid.guessHead(mayNameColumns));
    }
  }
}

const leadsTo = (first: string, next: string) => mark.test(first) || (first.endsWith(":") && !next.endsWith(":"));

const isNames = (cells: readonly string[]) => cells.every((cell) => cell.endsWith(":"));

/** Null: text. A cell with a colon names the one beside it, or what stands below it. */
function cellsOf(text: string): readonly string[] | null {
  if (!/\t| {4}/.test(text) || text.includes("\n") || !/[\p{L}\d]/u.test(text)) return null;
  const cells: string[] = [];
  for (const part of text.split(/\t+| {4,}/).map(collapseSpace)) {
    const last = cells.at(-1);
    if (part === "") continue;
    if (last !== undefined && leadsTo(last, part)) cells[cells.length - 1] = `${last} ${part}`;
    else cells.push(part);
  }
  return cells.length < 2 || cells.some(({ length }) => length > longestCell) ? null : cells;
}
