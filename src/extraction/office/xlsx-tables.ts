import type { DocumentBuilder } from "../document-builder.ts";
import { groupsIn } from "../table-grid.ts";
import { columnNames, isHeader, looksLikeValue } from "../table-header.ts";
import { type GivenCell, plainRow, rowsUnder } from "../table-row.ts";
import { placeOf, type Sheet, type SheetRow } from "./xlsx-sheet.ts";

type RowRun = readonly SheetRow[];

/** Further names would make a sparse row a list of thousands. */
const lastNamed = 1_000;

/** Columns without names. `from`: the first one; `width`: how many there are. */
const nameless = { say: rowsUnder([]), from: 0, width: 0 };

/** Rows of one cell above a table are its title and notes. A run without names continues the table above. */
export function addTables(builder: DocumentBuilder, sheet: Sheet): void {
  let named: typeof nameless | null = null;
  for (const run of runsOf(sheet.rows)) {
    const notes = notesOf(run, named !== null);
    for (const { cells } of run.slice(0, notes)) builder.add("paragraph", [...cells.values()].join(" "));
    const headers = headersOf(run.slice(notes), sheet);
    if (headers > 0) named = addNames(builder, run.slice(notes, notes + headers), sheet);
    const { say, from, width } = named ?? nameless;
    const rows = run.slice(notes + headers);
    const head = rows.slice(0, 2).map((row) => cellsOf(row, sheet));
    const isGroup = groupsIn(head, { from, width });
    for (const row of rows) {
      const cells = cellsOf(row, sheet);
      if (isGroup(cells)) builder.addRow(nameless.say, cells, { header: true });
      else builder.addRow(say, cells);
    }
  }
}

/** Rows above a table. Below one, single cells may be its first column. */
function notesOf(run: RowRun, hasTable: boolean): number {
  const wide = run.findIndex(({ cells }) => cells.size > 1);
  if (wide !== -1) return wide;
  return hasTable && run.length > 1 ? 0 : run.length;
}

function* runsOf(rows: readonly SheetRow[]): Generator<RowRun> {
  let run: SheetRow[] = [];
  for (const row of rows) {
    if (run.length > 0 && row.number > run.at(-1)!.number + 1) {
      yield run;
      run = [];
    }
    run.push(row);
  }
  if (run.length > 0) yield run;
}

function headersOf(rows: RowRun, sheet: Sheet): number {
  const [first, second, third] = rows;
  // The row below names may head a group.
  const below = rows.find(({ cells }, i) => i > 0 && cells.size > 1) ?? second;
  if (first === undefined) return 0;
  if (second !== undefined && third !== undefined && areTwo([first, second], third, sheet)) return 2;
  return isHeader(textsOf(first), below && textsOf(below)) ? 1 : 0;
}

/** A second row of names stands below merged cells, or above values where the first one has gaps or repeats a name. */
function areTwo(headers: readonly [SheetRow, SheetRow], third: SheetRow, sheet: Sheet): boolean {
  const [first, second] = headers;
  const [texts, values] = [textsOf(first), textsOf(third)];
  if (texts.some(looksLikeValue) || second.cells.size < 2 || !isHeader(textsOf(second), values)) return false;
  const isMerged = ({ number, cells }: SheetRow) =>
    [...cells.keys()].some((column) => (sheet.spans.get(placeOf(number, column)) ?? 1) > 1);
  const names = namesIn(headers, sheet).filter((name) => name !== "");
  if (new Set(names).size < names.length) return false;
  if (headers.some(isMerged)) return true;
  const last = Math.max(...first.cells.keys());
  const isOpen = [...second.cells.keys()].some((column) => column < last && !first.cells.has(column));
  return (isOpen || new Set(texts).size < texts.length) && values.some(looksLikeValue);
}

const textsOf = ({ cells }: SheetRow) => [...cells.values()];

/** As a row, if rows shorten them or there are none. */
function addNames(builder: DocumentBuilder, headers: RowRun, sheet: Sheet): typeof nameless {
  const written = namesIn(headers, sheet);
  const { names, shortened } = columnNames(written);
  if (shortened || sheet.rows.at(-1) === headers.at(-1)) {
    const { text, cells } = plainRow(written);
    builder.add("table_row", text, { cells, header: true });
  }
  const from = Math.min(...headers.flatMap(({ cells }) => [...cells.keys()]));
  return { say: rowsUnder(names), from, width: names.length - from };
}

function namesIn(headers: RowRun, sheet: Sheet): string[] {
  const names: string[][] = [];
  for (const { text, column, columns } of headers.flatMap((row, i) => overGaps(cellsOf(row, sheet), headers[i + 1]))) {
    for (let at = column; at < Math.min(column + columns, lastNamed); at++) {
      const above = names[at] ?? [];
      names[at] = above.includes(text) ? above : [...above, text];
    }
  }
  return Array.from(names, (parts) => parts?.join(" ") ?? "");
}

/** A name covers the gap behind it, as far as names stand below both. */
function overGaps(cells: readonly GivenCell[], below: SheetRow | undefined): readonly GivenCell[] {
  if (below === undefined) return cells;
  return cells.map((cell, i) => {
    const end = Math.min(cells[i + 1]?.column ?? lastNamed, lastNamed);
    let { columns } = cell;
    if (below.cells.has(cell.column))
      while (cell.column + columns < end && below.cells.has(cell.column + columns)) columns++;
    return { ...cell, columns };
  });
}

function cellsOf({ number, cells }: SheetRow, { spans }: Sheet): GivenCell[] {
  const columns = [...cells.keys()].sort((one, other) => one - other);
  return columns.map((column) => {
    return { text: cells.get(column) ?? "", column, columns: spans.get(placeOf(number, column)) ?? 1 };
  });
}
