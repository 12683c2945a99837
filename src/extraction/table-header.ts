import { collapseSpace } from "./normal-text.ts";

const usualName = 80;
/** Units of all names that rows may repeat, and of one name at least. */
const repeatedNames = 400;
const leastName = 24;

/** Short, distinct, unlike values, no wider than the rows below; long or equal names need values below. */
export function isHeader(first: readonly string[], second: readonly string[] | undefined): boolean {
  const names = first.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== "");
  if (filled.length < names.length / 2 || filled.some(looksLikeValue)) return false;
  const isUsual = new Set(filled).size === filled.length && filled.every((name) => name.length <= usualName);
  if (!isUsual && second?.some((cell) => looksLikeValue(cell.trim())) !== true) return false;
  return second === undefined ? filled.length > 1 : second.length > 1 || names.length === second.length;
}

/** Numbers, dates, addresses; no bare year, which often names a column. */
export function looksLikeValue(cell: string): boolean {
  if (/^(?:19|20)\d\d$/.test(cell)) return false;
  const isNumber = /^[-+(]?[\d.,\s%€$£¥)]+$/.test(cell) && /\d/.test(cell);
  return isNumber || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^https?:|@[^\s@]+\.\S/.test(cell);
}

/** Shortens names that would fill the rows, such as questions of a survey; the whole ones are then written once. */
export function columnNames(written: readonly string[]) {
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
