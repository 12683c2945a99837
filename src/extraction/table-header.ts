/**
 * Whether a first row names the columns: every cell is a distinct short text without the look of a value, and (where
 * there is a second row) it is no wider than the rows below.
 */
export function isHeader(first: readonly string[], second: readonly string[] | undefined): boolean {
  const names = first.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== "");
  if (filled.length < names.length / 2 || new Set(filled).size < filled.length) return false;
  if (filled.some((name) => name.length > 80 || looksLikeValue(name))) return false;
  return second === undefined ? filled.length > 1 : second.length > 1 || names.length === second.length;
}

/** Numbers, dates, addresses of the net: no one names a column so. A bare year is a column of many tables. */
function looksLikeValue(cell: string): boolean {
  if (/^(?:19|20)\d\d$/.test(cell)) return false;
  const isNumber = /^[-+(]?[\d.,\s%€$£¥)]+$/.test(cell) && /\d/.test(cell);
  return isNumber || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^https?:|@[^\s@]+\.\S/.test(cell);
}
