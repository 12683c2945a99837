/** Queries over two sets of rows, and over the columns of one row. */

import type { AskingKind } from "../language/data/table-words.ts";
import { formFeatures, leftOver, type QueryCandidate, type TakenColumn } from "./candidate-features.ts";
import type { RowSet } from "./row-candidates.ts";
import { isAddable, isCurrency, isOrdered } from "./table.ts";
import type { Across, TableQuery } from "./table-query.ts";
import { bits, type DatePeriod, type TableReading } from "./table-reading.ts";

const comparing: readonly AskingKind[] = [
  ...(["difference", "more", "less", "than", "between", "howLong", "after", "share"] as const),
];
const mostCompared = 40;
const mostDifferences = 1500;

export function differences(
  reading: TableReading,
  sets: readonly RowSet[],
  columns: readonly TakenColumn[],
): QueryCandidate[] {
  if (!comparing.some((kind) => reading.question.kinds.has(kind))) return [];
  const usable = sets.filter(({ form }) => form !== "all").slice(0, mostCompared);
  const found: QueryCandidate[] = [];
  for (const one of usable) {
    for (const other of usable) {
      if (found.length < mostDifferences && areApart(reading, one, other))
        found.push(...between(reading, one, other, columns));
    }
  }
  return found;
}

/** Two sets of one form that rest on different words, beside the names of their columns. */
function areApart(reading: TableReading, one: RowSet, other: RowSet): boolean {
  const isShared = (one.mask & other.mask & ~maskOfNames(reading, one)) !== 0;
  return one !== other && !isShared && (one.form === other.form || areExtremes(one, other));
}

const areExtremes = (one: RowSet, other: RowSet) =>
  one.best !== null && one.best === other.best && one.form.replace("max", "min") === other.form;

/** Words that name the columns of a set: two sets may share them. */
function maskOfNames({ headers }: TableReading, { columns, best }: RowSet): number {
  return [...columns, ...(best === null ? [] : [best])].reduce((sum, column) => sum | bits(headers[column]!.words), 0);
}

function between(reading: TableReading, one: RowSet, other: RowSet, columns: readonly TakenColumn[]): QueryCandidate[] {
  const than = { rows: one.ask, than: other.ask };
  const nothing = { features: [], mask: 0 };
  const counts = one.best === null ? [pairOf(reading, one, other, { take: "fewer", ...than }, nothing)] : [];
  if (one.rows.length > 1 || other.rows.length > 1) return counts;
  const ordered = columns.filter(({ column }) => isOrdered(reading.table.columns[column]!));
  const isShare = reading.question.kinds.has("share");
  const values = ordered.flatMap((taken) => {
    const { column } = taken;
    const difference = pairOf(reading, one, other, { take: "difference", column, ...than }, taken);
    return isShare
      ? [difference, pairOf(reading, one, other, { take: "ratio", column, ...than }, taken)]
      : [difference];
  });
  return [...counts, ...values];
}

function pairOf(
  reading: TableReading,
  one: RowSet,
  other: RowSet,
  query: TableQuery,
  { features, mask: own }: Pick<TakenColumn, "features" | "mask">,
): QueryCandidate {
  const mask = one.mask | other.mask | own;
  const cells = other.features.filter((feature) => feature.startsWith("cell"));
  const form = formFeatures(reading, { ...one, form: "pair" }, query);
  const all = [...one.features, ...cells, ...features, `pair:${one.form}-${other.form}`, ...form];
  return { query, rows: one, mask, features: [...all, ...leftOver(reading, mask, query)] };
}

const acrossAsks: Readonly<Record<Across, readonly AskingKind[]>> = {
  values: ["and", "both", "which"],
  sum: ["total", "howMuch", "howMany", "money"],
  mean: ["mean"],
  difference: ["difference"],
  change: ["share"],
  most: [
    ...(["which", "when", "year", "month", "most", "highest", "largest", "best"] as const),
    ...(["superlative", "comparative", "more", "better"] as const),
  ],
  least: [
    ...(["which", "when", "year", "month", "least", "lowest", "smallest", "worst"] as const),
    ...(["superlative", "comparative", "less"] as const),
  ],
};
const mostAcross = 24;
export function acrossColumns(reading: TableReading, sets: readonly RowSet[]): QueryCandidate[] {
  return [...acrossPeriods(reading, sets), ...acrossNamed(reading, sets)];
}

/** What two or three columns say of one row, where the question names each by words of its own. */
function acrossNamed(reading: TableReading, sets: readonly RowSet[]): QueryCandidate[] {
  const { headers, question } = reading;
  if (!question.kinds.has("and") && question.words.length < 3) return [];
  const periods = new Set(reading.periods.map(({ column }) => column));
  const group: DatePeriod[] = [];
  let taken = 0;
  for (const [column, { share, words }] of headers.entries()) {
    const mask = bits(words);
    if (share < leastNamed || mask === 0 || (mask & taken) !== 0 || periods.has(column)) continue;
    taken |= mask;
    group.push({ column, order: column, isNamed: true, mask });
  }
  if (group.length < 2 || group.length > mostNamed + 1) return [];
  const rows = sets.filter(
    ({ rows: own, form, mask }) => own.length === 1 && !form.includes("number") && (mask & ~taken) !== 0,
  );
  return rows.slice(0, mostAcross).flatMap((set) => {
    const others = group.filter(({ column }) => !set.columns.includes(column));
    return others.length < 2 ? [] : acrossBy(reading, set, { of: "values", group: others, named: -1 });
  });
}

const leastNamed = 0.5;
const mostNamed = 3;

function acrossPeriods(reading: TableReading, sets: readonly RowSet[]): QueryCandidate[] {
  const { table, periods } = reading;
  const named = periods.filter(({ isNamed }) => isNamed);
  const group = named.length === 0 ? periods : named;
  const areAddable = group.every(({ column }) => isAddable(table.columns[column]!));
  if (group.length < 2 || !areAddable) return [];
  const rows = sets.filter(({ rows: own, form }) => own.length === 1 && !form.includes("number")).slice(0, mostAcross);
  const ways = (Object.keys(acrossAsks) as Across[]).filter((of) => group.length === 2 || !isPair(of));
  return rows.flatMap((set) => ways.flatMap((of) => acrossBy(reading, set, { of, group, named: named.length })));
}

const isPair = (of: Across) => of === "difference" || of === "change";

interface AcrossGroup {
  readonly of: Across;
  readonly group: readonly DatePeriod[];
  readonly named: number;
}

function acrossBy(reading: TableReading, set: RowSet, { of, group, named }: AcrossGroup): QueryCandidate[] {
  const { table, question } = reading;
  const asked = acrossAsks[of].filter((kind) => question.kinds.has(kind));
  if (asked.length === 0 && named >= 0) return [];
  const query = { take: "across", of, columns: columnsFor(of, group), rows: set.ask } as const;
  const mask = set.mask | group.reduce((sum, one) => sum | one.mask, 0);
  const isMoney = question.kinds.has("money") && group.every(({ column }) => isCurrency(table.columns[column]!.unit));
  const features = [
    ...set.features,
    ...(isMoney ? [`across:money:${of}`] : []),
    `across:${of}`,
    `across:${of}:${named > 0 ? "named" : named < 0 ? "columns" : "all"}:${Math.abs(named)}`,
    ...asked.map((kind) => `across:${of}:${kind}`),
    ...(named < 0 && areJoined(reading, group) ? ["across:joined"] : []),
    ...formFeatures(reading, set, query),
    ...leftOver(reading, mask, query),
  ];
  return [{ query, rows: set, features, mask }];
}

/** Whether "and" or a mark stands between the words that name columns: "degrees, and how long". */
function areJoined({ question: { text, words, asks } }: TableReading, group: readonly DatePeriod[]): boolean {
  const named = words.flatMap((_, at) => (group.some(({ mask }) => at < 31 && (mask & (1 << at)) !== 0) ? [at] : []));
  return named.slice(1).some((at, i) => {
    const from = named[i]!;
    const isAnd = asks.some((asking) => asking.kind === "and" && asking.from > from && asking.to <= at);
    return isAnd || /[,、，;；/&+]/.test(text.slice(words[from]!.end, words[at]!.start));
  });
}

/** The later before the earlier, values in the order of the question, and others as the table has them. */
function columnsFor(of: Across, group: readonly DatePeriod[]): number[] {
  const firstWord = ({ mask }: DatePeriod) => mask & -mask;
  const sorted = isPair(of)
    ? group.toSorted((one, other) => other.order - one.order)
    : group.toSorted((one, other) => (of === "values" ? firstWord(one) - firstWord(other) : 0));
  return sorted.map(({ column }) => column);
}
