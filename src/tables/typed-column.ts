/** Finds the type of a column by its cells, and reads them all by it. */

import {
  type CellKind,
  type CellValue,
  type CellWords,
  cellValue,
  type DecimalMark,
  emptyCell,
  textCell,
} from "./cell-value.ts";
import type { Column, ColumnKind } from "./table.ts";

/** The cells of a column: where each stands in the text, and equal positions for an empty one. */
export interface RawColumn extends Pick<Column, "index" | "name" | "starts" | "ends"> {}

interface ReadColumn {
  readonly kinds: readonly CellKind[];
  readonly values: Float64Array;
  readonly units: ReadonlyMap<string, number>;
  /** Cells that show one notation, and those of two readings. */
  readonly shows: Readonly<Record<DecimalMark, number>>;
  readonly ambiguous: readonly number[];
}

/** A column is of a type if so many of its filled cells are. */
const leastShare = 0.7;
/** Kinds that order like numbers, and count as one type together. */
const numeric: ReadonlySet<CellKind> = new Set(["number", "percent"]);

/**
 * The columns of a table. A number of two readings (`1,234`) is read as its column, or else the table, writes numbers;
 * where that shows both ways, it is not read.
 * @param notation of the document's language, for tables that show none
 */
export function typedColumns(
  text: string,
  raw: readonly RawColumn[],
  words: CellWords,
  notation: DecimalMark | null,
): Column[] {
  const first = raw.map((column) => readColumn(text, column, words, null));
  const all = { point: 0, comma: 0 };
  for (const { shows } of first) {
    all.point += shows.point;
    all.comma += shows.comma;
  }
  const usual = all.point === all.comma ? notation : all.point > all.comma ? "point" : "comma";
  const none = new Float64Array(raw[0]?.starts.length ?? 0).fill(Number.NaN);
  return raw.map((column, i) => {
    const { shows, ambiguous } = first[i]!;
    const own = shows.point > 0 || shows.comma > 0 ? shown(shows) : usual;
    const isSure = ambiguous.length === 0 || own === null || own === "point";
    const isRead = isSure && !hasPointGroups(own, first[i]!, text, column);
    const read = isRead ? first[i]! : readColumn(text, column, words, own);
    const made = typed(text, column, read, shows.point > 0 && shows.comma > 0);
    return { ...made, values: made.kind === "text" ? none : made.values, notation: isRead ? null : own };
  });
}

const shown = ({ point, comma }: Readonly<Record<DecimalMark, number>>): DecimalMark =>
  point >= comma ? "point" : "comma";

/** Without a notation `1.234` is read as a fraction, as `point` has it too. */
const hasPointGroups = (
  own: DecimalMark | null,
  { ambiguous }: ReadColumn,
  text: string,
  { starts, ends }: RawColumn,
) => own === "comma" && ambiguous.some((row) => text.slice(starts[row], ends[row]).includes("."));

function readColumn(
  text: string,
  { starts, ends }: RawColumn,
  words: CellWords,
  notation: DecimalMark | null,
): ReadColumn {
  const values = new Float64Array(starts.length).fill(Number.NaN);
  const kinds: CellKind[] = [];
  const units = new Map<string, number>();
  const shows = { point: 0, comma: 0 };
  const ambiguous: number[] = [];
  const read = cellReader((cell) => cellValue(cell, words, notation));
  const valueIn = isText(text, { starts, ends }, read) ? () => textCell : read;
  for (let row = 0; row < starts.length; row++) {
    const cell = text.slice(starts[row], ends[row]);
    const { kind, value, shows: mark, isAmbiguous, unit } = cell === "" ? emptyCell : valueIn(cell);
    kinds.push(kind);
    values[row] = value;
    if (mark !== null) shows[mark]++;
    if (isAmbiguous) ambiguous.push(row);
    if (unit !== "") units.set(unit, (units.get(unit) ?? 0) + 1);
  }
  return { kinds, values, units, shows, ambiguous };
}

/** Of a larger table this many rows, spread evenly, tell a column of texts from others. */
const mostSampled = 2_000;

function isText(
  text: string,
  { starts, ends }: Pick<RawColumn, "starts" | "ends">,
  read: (cell: string) => CellValue,
): boolean {
  if (starts.length <= mostCompared) return false;
  const counts = { filled: 0, text: 0 };
  for (let i = 0; i < mostSampled; i++) {
    const row = Math.floor((i * starts.length) / mostSampled);
    if (starts[row] === ends[row]) continue;
    counts.filled++;
    if (read(text.slice(starts[row], ends[row])).kind === "text") counts.text++;
  }
  return counts.text > (1 - leastShare / 2) * counts.filled;
}

/** Different cells that are remembered: the cells of a large table repeat, or hardly any do. */
const mostRemembered = 1_000;

function cellReader(read: (cell: string) => CellValue): (cell: string) => CellValue {
  const known = new Map<string, CellValue>();
  return (cell) => {
    const value = known.get(cell) ?? read(cell);
    if (known.size < mostRemembered) known.set(cell, value);
    return value;
  };
}

function typed(text: string, raw: RawColumn, read: ReadColumn, showsBoth: boolean): Omit<Column, "notation"> {
  const kind = kindOf(text, raw, read);
  const [unit = "", units = 0] = [...read.units].reduce<[string?, number?]>(
    (most, one) => (one[1] > (most[1] ?? 0) ? one : most),
    [],
  );
  const numbers = read.kinds.filter((one) => numeric.has(one)).length;
  const unread: number[] = [];
  const doubtful = new Set(showsBoth ? read.ambiguous : []);
  for (const [row, one] of read.kinds.entries()) {
    const isOfKind = isOf(kind, one) && !doubtful.has(row);
    if (!isOfKind) read.values[row] = Number.NaN;
    if (!isOfKind && one !== "empty" && kind !== "text") unread.push(row);
  }
  const variety = varietyOf(text, raw);
  const isKey = raw.starts.length > mostCompared ? variety > leastDifferent : variety === 1 && raw.starts.length > 1;
  return { ...raw, kind, unit: units * 2 > numbers ? unit : "", values: read.values, unread, isKey, variety };
}

function isOf(kind: ColumnKind, one: CellKind): boolean {
  if (kind === "year") return one === "number" || one === "date";
  if (kind === "number" || kind === "percent") return numeric.has(one);
  if (kind === "date") return one === "date" || one === "number";
  if (kind === "rank") return one === "rank" || one === "number";
  return one === kind;
}

function kindOf(text: string, raw: RawColumn, { kinds, values }: ReadColumn): ColumnKind {
  const counts = new Map<CellKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const of = (kind: CellKind) => counts.get(kind) ?? 0;
  const filled = kinds.length - of("empty");
  const isMost = (count: number) => count > 0 && count >= leastShare * filled;
  const years = kinds.reduce(
    (sum, kind, row) => sum + (kind === "number" && isYear(text, raw, row, values) ? 1 : 0),
    0,
  );
  if (of("date") > 0 && isMost(of("date") + years)) return "date";
  if (isMost(years) && years === of("number")) return "year";
  if (of("rank") > 0 && isMost(of("rank") + of("number"))) return "rank";
  if (isMost(of("number") + of("percent"))) return of("percent") > of("number") ? "percent" : "number";
  return isMost(of("time")) ? "time" : "text";
}

function isYear(text: string, { starts, ends }: RawColumn, row: number, values: Float64Array): boolean {
  const value = values[row]!;
  return (
    value >= 1000 &&
    value <= 2100 &&
    ends[row]! - starts[row]! === 4 &&
    /^\d{4}$/.test(text.slice(starts[row], ends[row]))
  );
}

/** Of a larger table so many rows are compared, and a column with this share of different cells names its rows. */
const mostCompared = 20_000;
const leastDifferent = 0.3;
function varietyOf(text: string, { starts, ends }: RawColumn): number {
  const rows = Math.min(starts.length, mostCompared);
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) if (starts[row] !== ends[row]) seen.add(text.slice(starts[row], ends[row]));
  return rows === 0 ? 0 : seen.size / rows;
}
