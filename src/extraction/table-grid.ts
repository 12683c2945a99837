import { collapseSpace } from "./normal-text.ts";
import { tableRowText } from "./table-row.ts";

export interface CellForm {
  readonly header?: boolean;
  /** Columns and rows it covers. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

interface Cell {
  readonly text: string;
  readonly header: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** Spans are the author's claim; no honest table spans more. */
const widestSpan = 100;
/** Cells a table may grow to by spans, for each cell written. Beyond, spans are ignored. */
const spanBudget = 10_000;

/** Collects one table's cells, then says its rows with their column names. */
export class TableGrid {
  readonly #rows: { cells: Cell[]; head: boolean }[] = [];
  #spanned = 0;

  /** `inHead`: the row stands in the table's head, whatever its cells are. */
  openRow(inHead: boolean): void {
    this.#rows.push({ cells: [], head: inHead });
  }

  addCell(text: string, form: CellForm = {}): void {
    if (this.#rows.length === 0) this.openRow(false);
    const columns = this.#span(form.columns);
    const rows = this.#span(form.rows);
    this.#rows.at(-1)?.cells.push({ text: collapseSpace(text), header: form.header ?? false, columns, rows });
  }

  /** Cells of the widest row. */
  get width(): number {
    return this.#rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);
  }

  /** The cells as they stand, for a table that turns out to be layout. */
  get cellTexts(): string[] {
    return this.#rows.flatMap((row) => row.cells.map((cell) => cell.text)).filter((text) => text !== "");
  }

  /** One text a body row. Header rows name the columns; a table of headers alone is said as it stands. */
  *rowTexts(): Generator<string> {
    const cells = this.#rows.map((row) => row.cells);
    const headers = this.#headerRows();
    const head = spread(cells.slice(0, headers), "repeated");
    const names = cells.length > headers ? columnNames(head) : [];
    const said = cells.length > headers ? spread(cells.slice(headers), "once") : head;
    for (const row of said) {
      const text = names.length > 0 ? tableRowText(names, row) : namelessRow(row);
      if (text !== "") yield text;
    }
  }

  /** Makes the first row the header if the format marks none and the row looks like one. */
  guessHead(isHead: (first: readonly string[], second: readonly string[]) => boolean): void {
    const [first, second] = this.#rows;
    if (first === undefined || second === undefined || this.#headerRows() > 0) return;
    const texts = (row: { cells: Cell[] }) => row.cells.map((cell) => cell.text);
    if (isHead(texts(first), texts(second))) first.head = true;
  }

  #headerRows(): number {
    const isHeader = (row: { cells: Cell[]; head: boolean }) =>
      row.head || (row.cells.length > 1 && row.cells.every((cell) => cell.header));
    const first = this.#rows.findIndex((row) => !isHeader(row));
    return first === -1 ? this.#rows.length : first;
  }

  #span(written = 1): number {
    const span = Math.min(widestSpan, Math.max(1, written || 1));
    this.#spanned += span - 1;
    return this.#spanned > spanBudget ? 1 : span;
  }
}

/** Lays cells out on the grid: a spanning cell stands in each row it covers, and in each column if `across` repeats it. */
function spread(rows: readonly (readonly Cell[])[], across: "repeated" | "once"): string[][] {
  const carried: { text: string; left: number }[] = [];
  return rows.map((cells) => {
    const line: string[] = [];
    const takeCarried = () => {
      for (let above = carried[line.length]; above !== undefined && above.left > 0; above = carried[line.length]) {
        above.left--;
        line.push(above.text);
      }
    };
    for (const cell of cells) {
      takeCarried();
      for (let i = 0; i < cell.columns; i++) {
        const text = i === 0 || across === "repeated" ? cell.text : "";
        carried[line.length] = { text, left: cell.rows - 1 };
        line.push(text);
      }
    }
    takeCarried();
    return line;
  });
}

function columnNames(head: readonly (readonly string[])[]): string[] {
  const width = head.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, i) =>
    joinDistinct(
      head.map((row) => row[i] ?? ""),
      " ",
    ),
  );
}

/** Without column names a pair of cells is a name and its value. */
function namelessRow(row: readonly string[]): string {
  const [first = "", second = ""] = row;
  return row.length === 2 && second !== "" ? tableRowText([first], [second]) : joinDistinct(row);
}

function joinDistinct(row: readonly string[], separator = "; "): string {
  return [...new Set(row)].filter((cell) => cell !== "").join(separator);
}
