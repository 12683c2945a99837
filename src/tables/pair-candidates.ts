/** Queries over two sets of rows, and over the columns of one row. */

import type { AskingKind } from "../language/data/table-words.ts";
import {
  bySaying,
  downward,
  formFeatures,
  isSaidFirst,
  leftOver,
  mayAsk,
  mayMean,
  orderOfPair,
  type PairOrder,
  type QueryCandidate,
  restSaid,
  type TakenColumn,
  timeOf,
  upward,
} from "./candidate-features.ts";
import { type AskedComparison, comparisonsIn } from "./condition-atoms.ts";
import type { RowSet } from "./row-candidates.ts";
import { isAddable, isCurrency, isOrdered } from "./table.ts";
import { type Across, isPairOperation, type PairOperation, type TableQuery } from "./table-query.ts";
import { bits, type DatePeriod, type TableReading } from "./table-reading.ts";

const askingPairs: readonly AskingKind[] = [
  ...(["difference", "more", "less", "than", "between", "howLong", "after", "share", "whether"] as const),
  ...(["increase", "decrease", "ratio"] as const),
];
const mostCompared = 40;
const mostDifferences = 1500;

export function differences(
  reading: TableReading,
  sets: readonly RowSet[],
  columns: readonly TakenColumn[],
): QueryCandidate[] {
  if (!askingPairs.some((kind) => reading.question.kinds.has(kind))) return [];
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

/** Two sets of one form that rest on different words, beside the names of their columns; of single rows, on some. */
function areApart(reading: TableReading, one: RowSet, other: RowSet): boolean {
  const names = maskOfNames(reading, one);
  const isShared = (one.mask & other.mask & ~names) !== 0;
  const areSingle = one.rows.length === 1 && other.rows.length === 1 && one.rows[0] !== other.rows[0];
  const differ = (one.mask & ~other.mask & ~names) !== 0 && (other.mask & ~one.mask & ~names) !== 0;
  const isApart = isShared ? areSingle && differ && one.best === null && other.best === null : true;
  return one !== other && isApart && (one.form === other.form || areExtremes(one, other));
}

const areExtremes = (one: RowSet, other: RowSet) =>
  one.best !== null && one.best === other.best && one.form.replace("max", "min") === other.form;

function maskOfNames({ headers }: TableReading, { columns, best }: RowSet): number {
  return [...columns, ...(best === null ? [] : [best])].reduce((sum, column) => sum | bits(headers[column]!.words), 0);
}

function between(reading: TableReading, one: RowSet, other: RowSet, columns: readonly TakenColumn[]): QueryCandidate[] {
  const than = { rows: one.ask, than: other.ask };
  const nothing = { features: [], mask: 0 };
  const counts = one.best === null ? [pairOf(reading, one, other, { take: "fewer", ...than }, nothing)] : [];
  if (one.rows.length > 1 || other.rows.length > 1) return counts;
  const ordered = columns.filter(({ column }) => isOrdered(reading.table.columns[column]!));
  const { kinds } = reading.question;
  const takes: readonly PairOperation[] = [
    ...(kinds.has("share") || kinds.has("ratio") ? ofShares : ["difference" as const]),
    ...(kinds.has("whether") ? verdicts.filter((take) => mayAsk(reading, take)) : []),
  ];
  const times = [one, other].map((set) => timeOf(reading, set));
  const order = { isFirst: isSaidFirst(one, other), isLater: times.includes(null) ? null : times[0]! > times[1]! };
  const values = ordered.flatMap((taken) =>
    takes
      .filter((take) => mayMean(reading, take, order, taken.column))
      .map((take) => {
        const features = [...taken.features, ...orderOfPair(reading, one, other).map((way) => `pair:${take}:${way}`)];
        return pairOf(reading, one, other, { take, column: taken.column, ...than }, { features, mask: taken.mask });
      }),
  );
  return [...counts, ...values];
}

const verdicts: readonly PairOperation[] = ["isMore", "isLess"];
const ofShares: readonly PairOperation[] = ["difference", "ratio", "portion", "change"];

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

const best: readonly AskingKind[] = ["which", "when", "year", "month", "superlative", "comparative"];
const acrossAsks: Readonly<Record<Across, readonly AskingKind[]>> = {
  values: ["and", "which"],
  sum: ["total", "howMuch", "howMany", "money"],
  mean: ["mean"],
  difference: ["difference", "increase", "decrease", "howLong"],
  isMore: ["whether"],
  isLess: ["whether"],
  change: ["share"],
  ratio: ["ratio"],
  portion: ["share"],
  most: [...best, ...upward],
  least: [...best, ...downward],
  where: ["which", "when", "year", "month"],
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
    group.push({ column, order: column, isNamed: true, rest: "", mask });
  }
  if (group.length < 2 || group.length > mostNamed + 1) return [];
  const rows = sets.filter(
    ({ rows: own, form, mask }) => own.length === 1 && !form.includes("number") && (mask & ~taken) !== 0,
  );
  return rows.slice(0, mostAcross).flatMap((set) => {
    const others = group.filter(({ column }) => !set.columns.includes(column));
    if (others.length < 2) return [];
    const values = acrossBy(reading, set, { of: "values", group: others, named: -1, how: "columns" });
    return [...values, ...betweenColumns(reading, set, others)];
  });
}

/** Of two columns that the question names: the difference, and the first in percent of the second. */
function betweenColumns(reading: TableReading, set: RowSet, group: readonly DatePeriod[]): QueryCandidate[] {
  const inOrder = group.toSorted(bySaying);
  const kinds = inOrder.map(({ column }) => reading.table.columns[column]!);
  const areAlike = kinds.every(isAddable) || kinds.every(({ kind }) => kind !== "text" && kind === kinds[0]!.kind);
  if (inOrder.length !== 2 || !areAlike) return [];
  const pairs = [inOrder, inOrder.toReversed()];
  return pairs.flatMap((pair, i) => {
    const how = `columns:${i === 0 ? "said" : "reversed"}`;
    const order = { isFirst: i === 0, isLater: null };
    return ofColumnPairs
      .filter((of) => mayMean(reading, of, order, pair[0]!.column))
      .flatMap((of) => acrossBy(reading, set, { of, group: pair, named: 2, how }));
  });
}

const ofColumnPairs: readonly PairOperation[] = [...ofShares, ...verdicts];
const leastNamed = 0.5;
const mostNamed = 3;

function acrossPeriods(reading: TableReading, sets: readonly RowSet[]): QueryCandidate[] {
  const { table, periods } = reading;
  const rows = sets.filter(({ rows: own, form }) => own.length === 1 && !form.includes("number")).slice(0, mostAcross);
  const addable = periods.filter(({ column }) => isAddable(table.columns[column]!));
  const kinds = [...Map.groupBy(addable, ({ rest }) => rest).values()];
  const named = periods.filter(({ isNamed }) => isNamed).length;
  const loose = [
    ...Map.groupBy(
      addable.filter(({ column }) => table.columns[column]!.kind === "number"),
      ({ order }) => order,
    ).values(),
  ];
  const all = [
    ...kinds.map((group) => ({ group, rest: kinds.length === 1 ? "only" : restSaid(reading, group[0]!) })),
    ...(kinds.length === 1 ? [] : [{ group: loose.map(([first]) => first!), rest: "loose" }]),
  ];
  const spans = all.flatMap(({ group, rest }) =>
    spansOf(group.toSorted((one, other) => one.order - other.order)).map((span) => ({
      ...span,
      features: [`across:rest:${rest}`],
    })),
  );
  return rows.flatMap((set) =>
    spans.flatMap((span) =>
      (span.isPair ? ofPeriodPairs : ofPeriods)
        .filter((of) => !isPairOperation(of) || mayMean(reading, of, orderOf(span), span.group[0]!.column))
        .flatMap((of) => acrossBy(reading, set, { of, named, ...span })),
    ),
  );
}

/** "Larger in 2019 than in 2018" names both, the first of them first; "did it grow" names none. */
function orderOf({ group: [first, second], how }: PeriodSpan): PairOrder {
  const isLater = !how.endsWith("reversed");
  return { isFirst: first!.isNamed && second!.isNamed ? isSaidFirst(first!, second!) : isLater, isLater };
}

const ofPeriods: readonly Across[] = ["values", "sum", "mean", "most", "least", "where"];
const ofPeriodPairs: readonly Across[] = ["difference", "change", "ratio", ...verdicts];

interface PeriodSpan {
  /** In the order of time; of a pair, the one that the other is taken off comes first. */
  readonly group: readonly DatePeriod[];
  readonly how: string;
  readonly isPair: boolean;
}

/** The periods that a question may mean: those that it names, those between, all; and two of these. */
function spansOf(all: readonly DatePeriod[]): PeriodSpan[] {
  const named = all.filter(({ isNamed }) => isNamed);
  const [first, last] = [named[0], named.at(-1)];
  if (all.length < 2) return [];
  const inside = named.length < 2 ? [] : all.slice(all.indexOf(first!), all.indexOf(last!) + 1);
  const groups = [
    ...(named.length < 2
      ? [{ group: all, how: "all", isPair: false }]
      : [{ group: named, how: "named", isPair: false }]),
    ...(inside.length > named.length ? [{ group: inside, how: "inside", isPair: false }] : []),
  ];
  const pair = pairIn(all, named);
  if (pair === null) return groups;
  const { how, group } = pair;
  return [...groups, { group, how, isPair: true }, { group: group.toReversed(), how: `${how}:reversed`, isPair: true }];
}

/** The later and the earlier: those that are named, the one before the only one, or the last two of all. */
function pairIn(all: readonly DatePeriod[], named: readonly DatePeriod[]): Pick<PeriodSpan, "group" | "how"> | null {
  const [first, second] = named;
  if (first === undefined) return { group: all.slice(-2).toReversed(), how: all.length === 2 ? "both" : "latest" };
  if (second !== undefined) return { group: [named.at(-1)!, first], how: named.length === 2 ? "named" : "ends" };
  const before = all[all.indexOf(first) - 1];
  return before === undefined ? null : { group: [first, before], how: "previous" };
}

interface AcrossGroup extends Pick<PeriodSpan, "group" | "how"> {
  readonly of: Across;
  readonly named: number;
  readonly features?: readonly string[];
}

function acrossBy(reading: TableReading, set: RowSet, across: AcrossGroup): QueryCandidate[] {
  const { of, group, named, how, features: also = [] } = across;
  const { table, question } = reading;
  const asked = acrossAsks[of].filter((kind) => question.kinds.has(kind));
  if ((asked.length === 0 && named >= 0) || !mayAsk(reading, of)) return [];
  const columns = columnsFor(of, group);
  const isMoney = question.kinds.has("money") && group.every(({ column }) => isCurrency(table.columns[column]!.unit));
  const features = [
    ...set.features,
    ...also,
    ...(isMoney ? [`across:money:${of}`] : []),
    `across:${of}`,
    `across:${of}:${how}`,
    `across:${of}:${how}:${Math.min(4, Math.abs(named))}`,
    ...asked.flatMap((kind) => [`across:${of}:${kind}`, `across:${of}:${how}:${kind}`]),
    ...(named < 0 && areJoined(reading, group) ? ["across:joined"] : []),
  ];
  const mask = set.mask | group.reduce((sum, one) => sum | one.mask, 0);
  const made = (is?: AskedComparison): QueryCandidate => {
    const query: TableQuery = { take: "across", of, columns, rows: set.ask, ...(is && { is: is.compared }) };
    const all = [...features, ...(is?.features ?? []), ...formFeatures(reading, set, query)];
    const own = mask | (is?.mask ?? 0);
    return { query, rows: set, features: [...all, ...leftOver(reading, own, query)], mask: own };
  };
  return of === "where" ? comparisonsIn(reading).map(made) : [made()];
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

/** Values in the order of the question, pairs as they are given, and others as the table has them. */
function columnsFor(of: Across, group: readonly DatePeriod[]): number[] {
  const byTable = group.toSorted((one, other) => one.column - other.column);
  const sorted = isPairOperation(of) ? group : of === "values" ? byTable.toSorted(bySaying) : byTable;
  return sorted.map(({ column }) => column);
}
