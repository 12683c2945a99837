/** Distinguishes tables of data from layout: paragraphs side by side, or lists of names in columns. */

import { namelessRow, type RowSayer, rowsUnder } from "./table-row.ts";

export interface LooseCells {
  readonly kind: "paragraph" | "list_item";
  readonly texts: readonly string[];
}

/** UTF-16 units; a longer cell of several parts is text that a table without names arranges. */
export const longestCell = 300;
/** A few rows with longer cells are layout. */
const longestValue = 200;
export const mostRows = 3;
const fewestNames = 8;
const fewestColumns = 3;
const longestName = 60;
const leastShare = 0.9;
/** The ratio of the mean lengths of two columns of names. */
const mostUneven = 1.7;

/** For cells without column names; null: a table. */
export function looseCells(rows: readonly (readonly string[])[]): LooseCells | null {
  const filled = rows.map((row) => row.filter((text) => text !== "")).filter((row) => row.length > 0);
  const isArranged = filled.every((row) => row.length <= 1);
  const arePairs = filled.every((row) => row.length === 2 && row[0]!.length <= longestName);
  const isLong = (row: readonly string[]) => row.some((text) => text.length > longestValue);
  const hasParagraphs = filled.length <= mostRows && !arePairs && filled.some(isLong);
  if (isArranged || hasParagraphs) return { kind: "paragraph", texts: filled.flatMap(paragraphsOf) };
  return isNameList(filled) ? { kind: "list_item", texts: filled.flat().map(withoutBullet) } : null;
}

/** Without column names, the first of two cells names the other. */
export function sayerOf(names: readonly string[], body: readonly (readonly string[])[]): RowSayer {
  return names.length === 0 && !areBeside(body) ? namelessRow : rowsUnder(names);
}

/** People beside people, or offices beside offices: of two columns of names, neither names the other. */
function areBeside(body: readonly (readonly string[])[]): boolean {
  const rows = body.map((row) => row.filter((text) => text !== "")).filter((row) => row.length > 0);
  const texts = rows.flat();
  const areNames = texts.every((text) => isName(text) && !/\d/.test(text)) && new Set(texts).size === texts.length;
  if (rows.length < 2 || !rows.every(({ length }) => length === 2) || !areNames || areUneven(rows)) return false;
  const lastWord = (text = "") => text.slice(text.lastIndexOf(" ") + 1);
  const words = new Set(rows.map(([first]) => lastWord(first)));
  const alike = rows.filter(([, second]) => words.has(lastWord(second)));
  return rows.length <= mostRows || alike.length * 2 >= rows.length;
}

function areUneven(rows: readonly (readonly string[])[]): boolean {
  const lengths = rows[0]!.map((_, column) => {
    const own = rows.flatMap((row) => row[column] ?? []);
    return own.reduce((sum, text) => sum + text.length, 0) / own.length;
  });
  return Math.max(...lengths) > mostUneven * Math.min(...lengths);
}

/** Short cells of a row are read together. */
const paragraphsOf = (row: readonly string[]) =>
  row.length > 1 && row.every((text) => text.length <= longestName) ? [row.join("; ")] : row;

/** Nearly all texts are distinct names, in similar columns. */
function isNameList(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0;
  const texts = rows.flat().map(withoutBullet);
  if (width < fewestColumns || texts.length < fewestNames || new Set(texts).size < leastShare * texts.length)
    return false;
  const isRagged = rows.some((row, i) => row.length !== width && i < rows.length - 1);
  return !isRagged && texts.filter(isName).length >= leastShare * texts.length && !areUneven(rows);
}

const withoutBullet = (text: string) => text.replace(/^[•◦▪■●]\s/u, "");

const isName = (text: string) =>
  text.length <= longestName &&
  /^(?:\p{Lu}|\S+$|\p{L}{1,12}\s\p{Lu})/u.test(text) &&
  /\p{L}{2}/u.test(text) &&
  !/[:;!?]/.test(text);
