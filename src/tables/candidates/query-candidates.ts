/** The queries that a question may mean, each with what speaks for and against it. */
import { isAddable, isOrdered } from "../table.ts";
import type { TableQuery } from "../table-query.ts";
import type { TableReading } from "../table-reading.ts";
import {
  formFeatures,
  leftOver,
  type QueryCandidate,
  type TakenColumn,
  takenColumn,
  valueFeatures,
} from "./candidate-features.ts";
import { isLarge } from "./condition-atoms.ts";
import { acrossColumns, differences } from "./pair-candidates.ts";
import { type RowSet, rowCandidates, superlatives } from "./row-candidates.ts";

/** Columns that are looked at for an answer. */
const mostColumns = 16;

export function queryCandidates(reading: TableReading): QueryCandidate[] {
  const { table, headers, subject } = reading;
  const sets = rowCandidates(reading);
  const columns = table.columns
    .map((_, i) => takenColumn(reading, i))
    .filter(({ column }) => !isLarge(table) || headers[column]!.share > 0 || column === subject)
    .slice(0, mostColumns);
  const found = sets.flatMap((set) =>
    queriesOver(reading, set, columns).map((taken) => candidateOf(reading, set, taken)),
  );
  return [...found, ...differences(reading, sets, columns), ...acrossColumns(reading, sets)];
}

interface Taken {
  readonly query: TableQuery;
  readonly features: readonly string[];
  readonly mask: number;
}

function candidateOf(reading: TableReading, set: RowSet, { query, features, mask: own }: Taken): QueryCandidate {
  const mask = set.mask | own;
  const all = [...set.features, ...features, ...formFeatures(reading, set, query), ...leftOver(reading, mask, query)];
  return { query, rows: set, features: all, mask };
}

function queriesOver(reading: TableReading, set: RowSet, columns: readonly TakenColumn[]): Taken[] {
  const { kinds } = reading.question;
  const isSimple = set.best === null && !/^(?:first|last)/.test(set.form);
  const plain = (query: TableQuery): Taken => ({ query, features: [], mask: 0 });
  const counts = isSimple ? [plain({ take: "count", rows: set.ask })] : [];
  const isShare = isSimple && kinds.has("share") && set.form !== "all";
  const shares = isShare ? [plain({ take: "share", column: null, rows: set.ask })] : [];
  const values = columns.flatMap((taken) => [
    withFeatures(taken, { take: "values", column: taken.column, rows: set.ask }, valueFeatures(set, taken.column)),
    ...(isSimple ? columnQueries(reading, set, taken) : []),
  ]);
  return [...counts, ...values, ...shares];
}

const withFeatures = ({ features, mask }: TakenColumn, query: TableQuery, also: readonly string[] = []): Taken => {
  return { query, features: [...features, ...also], mask };
};

/** What may be computed from a column of rows that no order has chosen. */
function columnQueries(reading: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { table, question } = reading;
  const { column } = taken;
  const own = table.columns[column]!;
  const isShare = set.rows.length === 1 && isAddable(own) && question.kinds.has("share");
  if (isShare) return [withFeatures(taken, { take: "share", column, rows: set.ask }), ...ranks(reading, set, taken)];
  if (set.rows.length === 1) return ranks(reading, set, taken);
  return [...aggregates(reading, set, taken), ...extremes(reading, set, taken), ...groups(reading, set, taken)];
}

function ranks({ table, question }: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { column } = taken;
  if (!question.kinds.has("rank") || !isOrdered(table.columns[column]!)) return [];
  return [true, false].map((most) => withFeatures(taken, { take: "rank", column, most, rows: set.ask }));
}

function aggregates({ table, question: { kinds } }: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { column } = taken;
  if (!isAddable(table.columns[column]!)) return [];
  const isTotal = (["total", "howMany", "howMuch", "number", "money"] as const).some((kind) => kinds.has(kind));
  return [
    ...(isTotal ? [withFeatures(taken, { take: "sum", column, rows: set.ask })] : []),
    ...(kinds.has("mean") ? [withFeatures(taken, { take: "mean", column, rows: set.ask })] : []),
  ];
}

function extremes({ table, question: { kinds }, headers }: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { column } = taken;
  if (!isOrdered(table.columns[column]!)) return [];
  const ranges = kinds.has("difference") ? [withFeatures(taken, { take: "range", column, rows: set.ask })] : [];
  const asked = superlatives.filter((kind) => kinds.has(kind));
  if (headers[column]!.share === 0 || asked.length === 0) return ranges;
  const best = (["max", "min"] as const).map((take) => {
    return withFeatures(
      taken,
      { take, column, rows: set.ask },
      asked.map((kind) => `${take}:${kind}`),
    );
  });
  return [...ranges, ...best];
}

function groups(reading: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { table, question } = reading;
  const { column } = taken;
  const { kinds } = question;
  const isCounted = kinds.has("distinct") || kinds.has("howMany");
  const distinct = isCounted ? [withFeatures(taken, { take: "distinct", column, rows: set.ask })] : [];
  if (table.columns[column]!.isKey) return distinct;
  return [...distinct, ...bestGroups(reading, set, taken), ...eachGroup(reading, set, taken)];
}

/** Columns that the question names and that can be added up. */
const addedColumns = ({ table, headers }: TableReading, column: number) =>
  headers.flatMap(({ share }, sum) => (share >= 0.5 && sum !== column && isAddable(table.columns[sum]!) ? [sum] : []));

function bestGroups(reading: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { column } = taken;
  const asked = superlatives.filter((kind) => reading.question.kinds.has(kind));
  if (asked.length === 0) return [];
  return [true, false].flatMap((most) => {
    const plain = asked.map((kind) => `group:${most}:${kind}`);
    const sums = addedColumns(reading, column).map((sum) => {
      const features = ["group:sum", ...plain.map((feature) => `${feature}:sum`)];
      return withFeatures(taken, { take: "group", column, sum, most, rows: set.ask }, features);
    });
    return [withFeatures(taken, { take: "group", column, sum: null, most, rows: set.ask }, plain), ...sums];
  });
}

function eachGroup(reading: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { column } = taken;
  if (!reading.question.kinds.has("each")) return [];
  const sums = addedColumns(reading, column).map((sum) => {
    return withFeatures(taken, { take: "each", column, sum, rows: set.ask }, ["each:sum"]);
  });
  return [withFeatures(taken, { take: "each", column, sum: null, rows: set.ask }), ...sums];
}
