/** Grids, columns under a line, and tables of AsciiDoc. */
import { isBlank } from "../normal-text.ts";
import { TableGrid } from "../table-grid.ts";
import { isHeader } from "../table-header.ts";

export interface DrawnTable {
  readonly grid: TableGrid;
  readonly next: number;
}

const gridRule = /^\s{0,40}\+(?:[-=]{1,400}\+){1,60}\s{0,40}$/;
const columnsRule = /^\s{0,40}(?:[-=]{2,400}\s{1,40}){1,60}[-=]{2,400}\s{0,40}$/;

export const isGridRule = (line: string) => /^\s{0,40}\+[-=]/.test(line) && gridRule.test(line);
export const isColumnsRule = (line: string) => /^\s{0,40}[-=]{2,400}\s/.test(line) && columnsRule.test(line);

interface DrawnColumn {
  readonly start: number;
  readonly end: number;
}

/** `+---+` above and below each row. Null: no rows. @param at the first rule */
export function gridTable(lines: readonly string[], at: number): DrawnTable | null {
  const columns = columnsOf(lines[at]!, /[-=]{1,400}/g);
  const rows: string[][][] = [[]];
  const heads: number[] = [];
  let next = at + 1;
  for (; next < lines.length && /^\s{0,40}[+|]/.test(lines[next]!); next++) {
    const line = lines[next]!;
    if (!isGridRule(line)) rows.at(-1)!.push(cut(line, columns));
    else {
      if (line.includes("=")) heads.push(rows.length);
      rows.push([]);
    }
  }
  return tableOf(parted(rows, heads[0] ?? 0), { headRows: heads[0] ?? 0, next });
}

/** Without rules between them, each line of the body is a row. */
function parted(rows: readonly string[][][], headRows: number): readonly string[][][] {
  const filled = rows.filter((row) => row.length > 0);
  const body = filled.slice(headRows === 0 && filled.length > 1 ? 1 : headRows);
  const [only, ...others] = body;
  if (only === undefined || others.length > 0 || only.filter(([first]) => first !== "").length < 2) return rows;
  const parts: string[][][] = [];
  for (const line of only) {
    if (line[0] === "" && parts.length > 0) parts.at(-1)!.push(line);
    else parts.push([line]);
  }
  return [...filled.slice(0, filled.length - 1), ...parts];
}

/** Names over a rule of dashes with gaps. Null: no rows. @param at the row of names */
export function headedTable(lines: readonly string[], at: number): DrawnTable | null {
  const columns = openColumns(lines[at + 1]!);
  let next = at + 2;
  while (next < lines.length && lines[next]!.trim() !== "" && !isColumnsRule(lines[next]!)) next++;
  const rows = [[cut(lines[at]!, columns)], ...rowsOf(lines.slice(at + 2, next), columns)];
  return rows.length === 1 ? null : tableOf(rows, { headRows: 1, next });
}

/** Null: not closed by a rule. @param at the first rule */
export function ruledTable(lines: readonly string[], at: number): DrawnTable | null {
  const columns = openColumns(lines[at]!);
  const first = ruleBelow(lines, at);
  const second = first === null || isBlank(lines[first + 1]) ? null : ruleBelow(lines, first);
  if (first === null) return null;
  const head = second === null ? [] : [rowsOf(lines.slice(at + 1, first), columns).flat()];
  const body = rowsOf(lines.slice(second === null ? at + 1 : first + 1, second ?? first), columns);
  return tableOf([...head, ...body], { headRows: head.length, next: (second ?? first) + 1 });
}

/** Null: two blank lines come first. */
function ruleBelow(lines: readonly string[], at: number): number | null {
  for (let i = at + 1; i < lines.length; i++) {
    if (isColumnsRule(lines[i]!)) return i;
    if (isBlank(lines[i]) && isBlank(lines[i + 1])) return null;
  }
  return null;
}

/** A line without a first cell belongs to the row above. */
function rowsOf(lines: readonly string[], columns: readonly DrawnColumn[]): string[][][] {
  const rows: string[][][] = [];
  for (const line of lines) {
    if (line.trim() === "") continue;
    const cells = cut(line, columns);
    if (cells[0] === "" && rows.length > 0) rows.at(-1)!.push(cells);
    else rows.push([cells]);
  }
  return rows;
}

/** A cell may be wider than the rule over it. */
function openColumns(rule: string): DrawnColumn[] {
  return columnsOf(rule, /[-=]{2,400}/g).map((column, i, all) => {
    return { ...column, end: all[i + 1]?.start ?? Number.POSITIVE_INFINITY };
  });
}

/** `|===` of AsciiDoc, with as many columns as its first line has cells. */
export function barTable(lines: readonly string[], at: number): DrawnTable | null {
  const close = lines.indexOf(lines[at]!, at + 1);
  if (close === -1) return null;
  const body = lines.slice(at + 1, close);
  const cellsIn = (line: string) => line.split(/(?<!\\)\d{0,2}[<^>.]{0,3}[aehlmsv]?\|/).slice(1);
  const width = Math.max(1, cellsIn(body.find((line) => line.trim() !== "") ?? "").length);
  const cells: string[] = [];
  for (const line of body) {
    const [own, ...others] = line.includes("|") ? ["", ...cellsIn(line)] : [line];
    if (own !== "" && cells.length > 0) cells[cells.length - 1] += ` ${own}`;
    cells.push(...others);
  }
  const isHead = /^\[.{0,200}header/.test(lines[at - 1] ?? "") || (body[1] ?? "x").trim() === "";
  const rows = Array.from({ length: Math.ceil(cells.length / width) }, (_, i) => [
    cells.slice(i * width, (i + 1) * width).map((cell) => cell.trim()),
  ]);
  return tableOf(rows, { headRows: isHead ? 1 : 0, next: close + 1 });
}

function columnsOf(rule: string, run: RegExp): DrawnColumn[] {
  return [...rule.matchAll(run)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

const cut = (line: string, columns: readonly DrawnColumn[]) =>
  columns.map(({ start, end }) => line.slice(start, end).replace(/\|/g, " ").trim());

function tableOf(
  rows: readonly (readonly (readonly string[])[])[],
  { headRows, next }: { readonly headRows: number; readonly next: number },
): DrawnTable | null {
  const grid = new TableGrid();
  for (const [i, row] of rows.entries()) {
    if (row.length === 0) continue;
    grid.openRow(i < headRows);
    for (const column of row[0]!.keys()) grid.addCell(row.map((line) => line[column] ?? "").join(" "));
  }
  grid.guessHead(isHeader);
  return rows.some((row) => row.length > 0) ? { grid, next } : null;
}
