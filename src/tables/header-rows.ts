/** Of a table as it is written: which of its first rows name the columns, which rows head those below them, and which sum up others. */
import { type CellWords, cellValue, dateIn } from "./cell-value.ts";
import type { RawColumn } from "./typed-column.ts";

type Cells = readonly string[];

const mostHeaderRows = 6;

/**
 * How many of the first rows name columns: those without a value, years and dates aside, above a row with values. A table
 * of texts alone has one.
 * @param cellsOf the cells of a row by column, with empty ones
 */
export function headerRowCount(rowCount: number, cellsOf: (row: number) => Cells, words: CellWords): number {
  const first = Array.from({ length: Math.min(mostHeaderRows + 1, rowCount) }, (_, row) => cellsOf(row));
  const values = first.findIndex((cells) => cells.some((cell) => isValue(cell, words)));
  if (rowCount < 2 || values === 0) return 0;
  const filled = (row: number) => first[row]!.filter((cell) => cell !== "").length;
  if (values === -1) return filled(0) >= Math.max(2, first[0]!.length - 1) ? 1 : 0;
  let count = values;
  while (count > 1 && first[count - 1]!.slice(1).every((cell) => cell === "")) count--;
  return count === 1 || first.slice(0, count).some((_, row) => filled(row) >= 2) ? count : 0;
}

function isValue(cell: string, words: CellWords): boolean {
  if (!/\d/.test(cell) || /^\D{0,3}(?:1[89]|20)\d\d(?![\d,.%])/.test(cell)) return false;
  if (dateIn(cell, words.months) !== null) return false;
  const { kind } = cellValue(cell, words, null);
  return kind === "number" || kind === "percent" || kind === "time";
}

/** The names that header rows give to the columns; a cell over empty ones names these too. */
export function namesIn(heads: readonly Cells[]): string[] {
  const width = heads[0]?.length ?? 0;
  const lines = heads
    .filter((cells) => !isRemark(cells))
    .map((cells, row, all) => (row === all.length - 1 ? cells : spread(cells)));
  return Array.from({ length: width }, (_, column) => {
    const parts = lines.map((cells) => cells[column] ?? "").filter((part) => part !== "");
    return [...new Set(parts)].join(" ");
  });
}

function isRemark([, ...others]: Cells): boolean {
  const filled = others.filter((cell) => cell !== "");
  return filled.length === 1 && others.length > 1 && /^\(.*\)$/.test(filled[0]!);
}

/** One cell stands over all columns but the first; several, over those to their right, unless two stand side by side. */
function spread(cells: Cells): Cells {
  const [own = "", ...others] = cells;
  const filled = others.flatMap((cell, i) => (cell === "" ? [] : [i]));
  if (filled.length === 1) return [own, ...others.map(() => others[filled[0]!]!)];
  if (filled.some((at, i) => filled[i + 1] === at + 1)) return cells;
  let last = "";
  return [own, ...others.map((cell) => (last = cell || last))];
}

/** A table whose rows are mostly filled has sections where a row has its first cell alone. */
const leastFilled = 0.6;
const fewestRows = 3;

/** For each row the row that heads it, or itself; null where no row heads others. */
export function sectionsOf([first, ...others]: readonly RawColumn[]): Int32Array | null {
  const rowCount = first?.starts.length ?? 0;
  if (first === undefined || rowCount < fewestRows) return null;
  const isFilled = ({ starts, ends }: RawColumn, row: number) => starts[row] !== ends[row];
  const widths = Array.from({ length: rowCount }, (_, row) => others.filter((one) => isFilled(one, row)).length);
  const isHead = (row: number) => widths[row] === 0 && isFilled(first, row) && (widths[row + 1] ?? 0) > 0;
  let head = -1;
  const heads = Int32Array.from({ length: rowCount }, (_, row) => {
    if (isHead(row)) head = row;
    return head === -1 ? row : head;
  });
  const count = widths.filter((_, row) => isHead(row)).length;
  const filled = widths.reduce((sum, width) => sum + width, 0);
  const isTable = count * 2 <= rowCount && filled >= leastFilled * (rowCount - count) * others.length;
  return count > 0 && isTable ? heads : null;
}

/** Rows whose first words say that they sum up others. */
export function totalsOf(
  text: string,
  columns: readonly RawColumn[],
  rows: number,
  totals: ReadonlySet<string>,
): Set<number> {
  const found = new Set<number>();
  for (const { starts, ends } of columns.slice(0, 2)) {
    for (let row = 0; row < rows; row++) {
      const length = ends[row]! - starts[row]!;
      if (length > 0 && length <= longestTotal && isTotal(text.slice(starts[row], ends[row]), totals)) found.add(row);
    }
  }
  if (found.size * 2 > rows) return new Set();
  const [labels, ...others] = columns;
  const isEmpty = ({ starts, ends }: RawColumn) => starts[rows - 1] === ends[rows - 1];
  const isSum = rows >= fewestSummed && labels !== undefined && isEmpty(labels) && !others.every(isEmpty);
  if (isSum && labels.starts.subarray(0, rows - 1).every((start, row) => start !== labels.ends[row]))
    found.add(rows - 1);
  return found;
}

const longestTotal = 40;
const fewestSummed = 3;

function isTotal(label: string, totals: ReadonlySet<string>): boolean {
  const first = /\p{L}+/u.exec(label)?.[0].toLowerCase() ?? "";
  if (first !== "grand" && !totals.has(first)) return false;
  const [, second = "", ...more] = label.toLowerCase().match(/\p{L}+/gu) ?? [];
  return first === "grand" ? totals.has(second) && more.length === 0 : more.length <= 1;
}
