/** Of a table as it is written: which of its first rows name the columns, and which rows head those below them. */
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
  // The last rows without values may head the rows below them.
  while (count > 1 && first[count - 1]!.slice(1).every((cell) => cell === "")) count--;
  return count === 1 || first.slice(0, count).some((_, row) => filled(row) >= 2) ? count : 0;
}

/** A number that is no year, such as `2018 (1)`. */
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

/** `(in thousands)` above all columns names none. */
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
  const filledIn = (row: number) => others.filter((column) => isFilled(column, row)).length;
  const heads = Int32Array.from({ length: rowCount }, (_, row) => row);
  let count = 0;
  let filled = 0;
  for (let row = 0, head = -1; row < rowCount; row++) {
    const width = filledIn(row);
    const isHead = width === 0 && isFilled(first, row) && row + 1 < rowCount && filledIn(row + 1) > 0;
    if (isHead) head = row;
    else if (head !== -1) heads[row] = head;
    count += isHead ? 1 : 0;
    filled += width;
  }
  const cells = (rowCount - count) * others.length;
  return count > 0 && count * 2 <= rowCount && filled >= leastFilled * cells ? heads : null;
}
