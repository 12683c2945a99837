import { mayNameColumns } from "../table-grid.ts";
import { isHeader } from "../table-header.ts";
import type { PdfRow } from "./pdf-table-rows.ts";

const tallestHead = 4;

export function repeatedHead(rows: readonly PdfRow[], names: readonly string[]): number {
  for (let count = 1; count <= tallestHead && count < rows.length; count++) {
    if (namesOf(rows.slice(0, count)).every((name, i) => name === names[i])) return count;
  }
  return 0;
}

/** `skipped` rows above the names are notes. */
export interface HeadRows {
  readonly skipped: number;
  readonly rows: number;
}

const noHead: HeadRows = { skipped: 0, rows: 0 };

/** Rows in their own font or above numbers; else one filled row with far longer cells below. */
export function headRows(rows: readonly PdfRow[], continues: boolean): HeadRows {
  const fonts = rows.map(({ font }) => font);
  const byFont =
    fonts.length > 1 && !fonts.includes(fonts[0]!, 1) && fonts.length <= 3 ? 1 : fonts.indexOf(mostCommon(fonts));
  const head = headOf(rows, byFont);
  if (head.rows > 0 || continues) return head;
  const numeric = aboveNumbers(rows);
  if (numeric.rows > 0) return numeric;
  const [row, next, third] = rows;
  if (row === undefined || next === undefined || row.cells.length < 3) return noHead;
  const filled = row.cells.every((cell) => cell !== "") && isHeader(row.cells, next.cells);
  return filled && (isLonger(next, row) || (third !== undefined && isLonger(third, row)))
    ? { skipped: 0, rows: 1 }
    : noHead;
}

function aboveNumbers(rows: readonly PdfRow[]): HeadRows {
  const numeric = rows.map(isNumeric);
  const first = numeric.indexOf(true);
  const numbers = numeric.slice(first).filter(Boolean).length;
  // Of a table that goes on on the next page, one row may stand below names that leave a corner empty.
  const isStart = first === 1 && rows.length === 2 && rows[0]!.cells[0] === "";
  return (numbers >= 2 || isStart) && numbers >= 0.6 * (rows.length - first) ? headOf(rows, first) : noHead;
}

const isLonger = ({ cells }: PdfRow, names: PdfRow) =>
  cells.some((value, i) => value.length > Math.max(25, 2 * names.cells[i]!.length));

function headOf(rows: readonly PdfRow[], count: number): HeadRows {
  if (count < 1 || count > tallestHead || count >= rows.length) return noHead;
  for (const skipped of [0, count - 1]) {
    if (mayNameColumns(namesOf(rows.slice(skipped, count)), rows[count]!.cells)) return { skipped, rows: count };
  }
  return noHead;
}

function mostCommon(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

const number = /^[-–—+~<>≤≥±(*$€£¥]*\d[\d.,/\s]*[%)*†‡\p{L}]{0,3}$/u;
const year = /^(?:19|20)\d\d(?:[–/-]\d{2,4})?$/;

/** Half of the values, not counting years, which often name columns. */
function isNumeric({ cells }: PdfRow): boolean {
  const values = cells.slice(1).filter((cell) => cell !== "");
  const numbers = values.filter((cell) => number.test(cell) && !year.test(cell)).length;
  return numbers > 0 && numbers * 2 >= values.length;
}

/** A name over several columns is part of each name. */
export function namesOf(rows: readonly PdfRow[]): string[] {
  const spread = rows.map((row, i) => (i < rows.length - 1 ? spreadOver(row, rows[i + 1]!) : row.cells));
  return rows[0]!.cells.map((_, column) => {
    const said = spread.map((cells) => cells[column]!).filter((name) => name !== "");
    return [...new Set(said)].join(" ");
  });
}

/** Each column takes the nearest wide name above. */
function spreadOver({ cells, middles }: PdfRow, below: PdfRow): readonly string[] {
  const named = cells.flatMap((cell, i) => (cell === "" ? [] : [i]));
  if (named.length === 0 || named.length * 2 > cells.length) return cells;
  return cells.map((cell, i) => {
    if (cell !== "" || below.cells[i] === "" || i < named[0]! - 2) return cell;
    const away = named.map((at) => Math.abs(middles[at]! - below.middles[i]!));
    return i === 0 ? "" : cells[named[away.indexOf(Math.min(...away))]!]!;
  });
}
