import { collapseSpace } from "./normal-text.ts";

const usualName = 80;
/** Of all names together that rows may repeat, and the least of one name. */
const repeatedNames = 400;
const leastName = 24;

/** Short, different texts unlike values, no wider than the rows below; long or equal ones need values below. */
export function isHeader(first: readonly string[], second: readonly string[] | undefined): boolean {
  const names = first.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== "");
  if (filled.length < names.length / 2 || filled.some(looksLikeValue)) return false;
  const isUsual = new Set(filled).size === filled.length && filled.every((name) => name.length <= usualName);
  if (!isUsual && second?.some((cell) => looksLikeValue(cell.trim())) !== true) return false;
  return second === undefined ? filled.length > 1 : second.length > 1 || names.length === second.length;
}

/** Numbers, dates, addresses. A bare year is the name of many columns. */
function looksLikeValue(cell: string): boolean {
  if (/^(?:19|20)\d\d$/.test(cell)) return false;
  const isNumber = /^[-+(]?[\d.,\s%€$£¥)]+$/.test(cell) && /\d/.test(cell);
  return isNumber || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^https?:|@[^\s@]+\.\S/.test(cell);
}

export interface ColumnNames {
  readonly names: readonly string[];
  /** Then the whole names are written once. */
  readonly shortened: boolean;
}

/** Names that would fill the rows, such as questions of a survey, are shortened. */
export function columnNames(written: readonly string[]): ColumnNames {
  const names = written.map(collapseSpace);
  const length = names.reduce((sum, name) => sum + name.length, 0);
  if (length <= repeatedNames || names.every((name) => name.length <= usualName)) return { names, shortened: false };
  const most = Math.max(leastName, Math.floor(repeatedNames / names.length));
  return { names: names.map((name) => shortName(name, most)), shortened: true };
}

function shortName(name: string, most: number): string {
  if (name.length <= most) return name;
  const cut = name.slice(0, most);
  return `${cut
    .slice(0, Math.max(leastName / 2, cut.lastIndexOf(" ")))
    .trimEnd()
    .toWellFormed()}…`;
}
