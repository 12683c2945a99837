import { collapseSpace } from "./normal-text.ts";
import { columnNames, isHeader, looksLikeValue } from "./table-header.ts";
import { type LooseCells, looseCells, mostRows, sayerOf } from "./table-layout.ts";
import { type GivenCell, plainRow, type RowSayer, rowsUnder, type SaidRow } from "./table-row.ts";

export interface CellForm {
  readonly header?: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

interface GridCell {
  readonly text: string;
  readonly header: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** No honest table spans more. */
const widestSpan = 100;
/** Cells that spans may add; later spans are ignored. */
const spanBudget = 10_000;
/** UTF-16 units; longer cells are not repeated in the rows that they span. */
const longestRepeated = 200;

export class TableGrid {
  readonly #rows: { cells: GridCell[]; head: boolean }[] = [];
  #spanned = 0;

  openRow(inHead: boolean): void {
    this.#rows.push({ cells: [], head: inHead });
  }

  addCell(text: string, form: CellForm = {}): void {
    if (this.#rows.length === 0) this.openRow(false);
    const columns = this.#span(form.columns);
    const rows = this.#span(form.rows);
    this.#rows.at(-1)?.cells.push({ text: collapseSpace(text), header: form.header ?? false, columns, rows });
  }

  /** The cells of a layout; null for a table. */
  get loose(): LooseCells | null {
    return this.#headerRows() > 0 ? null : looseCells(this.#rows.map((row) => row.cells.map(({ text }) => text)));
  }

  get mayBeLayout(): boolean {
    return (
      this.#rows.length <= mostRows && !this.#rows.some(({ cells, head }) => head || cells.some((one) => one.header))
    );
  }

  /** For a table that turns out to be layout. */
  get cellTexts(): string[] {
    return this.#rows.flatMap((row) => row.cells.map((cell) => cell.text)).filter((text) => text !== "");
  }

  /** Names are a row of their own if they are too long to repeat, or a column has no value. */
  *rows(): Generator<SaidRow> {
    const cells = this.#rows.map((row) => row.cells);
    const headers = this.#headerRows();
    const head = spread(cells.slice(0, headers));
    const body = spread(cells.slice(headers));
    const { names, shortened } = body.length > 0 ? columnNames(namesOf(head)) : { names: [], shortened: false };
    if (body.length === 0) yield* head.map(alone).filter(isFilled);
    else if (shortened || hasEmptyColumn(names, body)) yield { ...plainRow(namesOf(head)), header: true };
    const width = widthOf(cells);
    const say = sayerOf(
      names,
      body.map((row) => row.map(({ text }) => text)),
    );
    const isGroup = groupsIn(body, { from: 0, width });
    for (const row of body) {
      const said = isGroup(row) ? { ...alone(row), header: true as const } : say(row);
      if (isFilled(said)) yield said;
    }
  }

  /** For formats that mark no header. */
  guessHead(isHead: (first: readonly string[], second: readonly string[]) => boolean): this {
    const [first, second] = this.#rows;
    if (first === undefined || second === undefined || this.#headerRows() > 0) return this;
    const texts = (row: { cells: GridCell[] }) => row.cells.map((cell) => cell.text);
    if (isHead(texts(first), texts(second))) first.head = true;
    return this;
  }

  /** For formats whose cells span no columns: a second row of names, under names that are left open. */
  guessSecondHead(): this {
    const [first, second, third] = this.#rows;
    if (first === undefined || second === undefined || third === undefined || this.#headerRows() !== 1) return this;
    const [corner, ...names] = second.cells;
    const isOpen = first.cells.some(({ text }, at) => at > 0 && text === "" && (second.cells[at]?.text ?? "") !== "");
    const hasRows = third.cells[0]?.text !== "" && third.cells.some(({ text }) => /^\W?\d/.test(text));
    if (!isOpen || !hasRows || corner?.text !== "" || !names.every(({ text }) => mayName(text))) return this;
    first.cells = overEmpty(first.cells);
    second.head = true;
    return this;
  }

  #headerRows(): number {
    const isHeader = (row: { cells: GridCell[]; head: boolean }) =>
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

const alone: RowSayer = rowsUnder([]);

function widthOf(rows: readonly (readonly GridCell[])[]): number {
  return rows.reduce(
    (most, row) =>
      Math.max(
        most,
        row.reduce((sum, { columns }) => sum + columns, 0),
      ),
    0,
  );
}

const isFilled = ({ cells }: SaidRow) => cells.length > 0;

/** Repeats a cell in each row that it spans. */
function spread(rows: readonly (readonly GridCell[])[]): GivenCell[][] {
  const carried = new Map<number, { readonly cell: GivenCell; left: number }>();
  return rows.map((cells) => {
    const line: GivenCell[] = [];
    let column = 0;
    const takeCarried = () => {
      for (let above = carried.get(column); above !== undefined && above.left > 0; above = carried.get(column)) {
        above.left--;
        if (above.cell.text.length <= longestRepeated) line.push(above.cell);
        column += above.cell.columns;
      }
    };
    for (const { text, columns, rows: covered } of cells) {
      takeCarried();
      const cell = { text, column, columns };
      carried.set(column, { cell, left: covered - 1 });
      line.push(cell);
      column += columns;
    }
    takeCarried();
    return line;
  });
}

const mayName = (text: string) => text.length <= longestName && !looksLikeValue(text);

/** A name spans the empty cells behind it. */
function overEmpty(cells: readonly GridCell[]): GridCell[] {
  const wide: GridCell[] = [];
  for (const cell of cells) {
    const last = wide.at(-1);
    if (cell.text === "" && last !== undefined && last.text !== "")
      wide[wide.length - 1] = { ...last, columns: last.columns + 1 };
    else wide.push(cell);
  }
  return wide;
}

/** Joins header rows; a header over several columns names each. */
function namesOf(head: readonly (readonly GivenCell[])[]): string[] {
  const parts: string[][] = [];
  for (const row of head) {
    for (const { text, column, columns } of row) {
      for (let at = column; at < column + columns; at++) {
        parts[at] ??= [];
        if (text !== "" && !parts[at]!.includes(text)) parts[at]!.push(text);
      }
    }
  }
  return Array.from(parts, (names) => names?.join(" ") ?? "");
}

function hasEmptyColumn(names: readonly string[], body: readonly (readonly GivenCell[])[]): boolean {
  const filled = new Set(body.flatMap((row) => row.filter(({ text }) => text !== "").map(({ column }) => column)));
  return names.some((name, column) => name !== "" && !filled.has(column));
}

/** Rows that head those below them: of one cell as wide as the table; of one name, where the first row is such a row. @param body its first two rows decide */
export function groupsIn(
  body: readonly (readonly GivenCell[])[],
  { from, width }: { readonly from: number; readonly width: number },
): (row: readonly GivenCell[]) => boolean {
  const isWide = ([first, ...others]: readonly GivenCell[]) =>
    first !== undefined && others.length === 0 && width > 1 && first.columns >= width;
  const isName = ([first, ...others]: readonly GivenCell[]) =>
    first?.column === from && first.text !== "" && others.every(({ text }) => text === "");
  const [first = [], second = []] = body;
  const hasNames = width > 1 && isName(first) && second.length > 0 && !isName(second);
  return (row) => isWide(row) || (hasNames && isName(row));
}

/** For formats whose tables usually have a header. A cell with a colon names what stands behind it. */
export const mayNameColumns = (first: readonly string[], second: readonly string[]) =>
  first.length > 1 && !first.some((cell) => /:(?:\s|$)/.test(cell)) && isHeader(first, second);

/** Numbers or sentences below names. Not in two columns, which may be names with values. */
export function namesValues(first: readonly string[], second: readonly string[]): boolean {
  if (first.length <= 2 || !isHeader(first, second)) return false;
  const hasNumber = (cell: string) => /^\s*\W?\d/.test(cell);
  const isAboveNumbers = !first.some((cell) => /\d/.test(cell)) && second.some(hasNumber);
  return isAboveNumbers || isAboveSentences(first.slice(1), second.slice(1));
}

/** UTF-16 units. */
const longestName = 40;
const longestSentence = 200;
const timesLonger = 3;

function isAboveSentences(names: readonly string[], cells: readonly string[]): boolean {
  if (names.length !== cells.length || names.some((name) => name === "" || name.length > longestName)) return false;
  return (
    cells.every((cell) => cell.length <= longestSentence) &&
    cells.join("").length >= timesLonger * names.join("").length
  );
}
