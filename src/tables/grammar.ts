/** Chooses what a question asks of a table: the query whose features weigh most, with how likely it is. */

import {
  confidenceOf,
  formFeatures,
  leftOver,
  type QueryCandidate,
  type TakenColumn,
  takenColumn,
  valueFeatures,
} from "./candidate-features.ts";
import { isLarge } from "./condition-atoms.ts";
import weightsByName from "./grammar-weights.json" with { type: "json" };
import { acrossColumns, differences } from "./pair-candidates.ts";
import { outcomeOf } from "./query-outcome.ts";
import { type RowSet, rowCandidates } from "./row-candidates.ts";
import { isAddable, isOrdered, type TableOutcome } from "./table.ts";
import { isVerdict, type TableQuery } from "./table-query.ts";
import { superlatives } from "./table-question.ts";
import type { TableReading } from "./table-reading.ts";

export type Meaning = ReturnType<typeof meaningsOf>[number];

const mostComputed = 40;
const mostOfLarge = 3;
/** What no set of questions has enough of: money that is spent, months as columns, how many there are of each, parts of a whole. */
const unfitted = {
  "take:money:currency": 2,
  "take:money:other": -2,
  "across:joined": 3,
  "ask:mean:values": -2,
  "across:money:sum": 4,
  "ask:money:count": -3,
  "across:most:month": 4,
  "across:least:month": 3,
  "ask:each:each": 3,
  "ask:each:distinct": -2,
  "best:count": 1.5,
  "several:noun": 2,
  "end:several first:first": 2,
  "end:several last:last": 2,
  "across:ratio": 2,
  "pair:ratio:said": 4,
  "best:money:currency": 3,
  "best:money:other": -3,
  "group:counted": 2,
  "each:counted": 2,
  "pair:portion:reversed:share before": 2,
  "pair:portion:said:share before": -1,
};
const weights: ReadonlyMap<string, number> = new Map(Object.entries({ ...weightsByName, ...unfitted }));

/** A query that is allowed counts only if no other one is likelier by more than this: a factor of 5. */
const mostBehind = Math.log(5);

/**
 * The answers that the question may mean, the likeliest first; queries with the same answer count together. `confidence`:
 * 0–1, how likely it is right, as measured on tables that the weights were not fitted on.
 */
export function meaningsOf(reading: TableReading, isAllowed: (candidate: QueryCandidate) => boolean = () => true) {
  const all = queryCandidates(reading)
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((one, other) => other.score - one.score);
  const allowed = all.filter(({ candidate }) => isAllowed(candidate));
  const [first] = allowed;
  if (first === undefined || first.score < all[0]!.score - mostBehind) return [];
  const outcomes = new Map<QueryCandidate, TableOutcome | null>();
  const own = answersOf(reading, allowed, outcomes);
  const among = allowed.length === all.length ? own : answersOf(reading, all, outcomes);
  return own.map(({ key, candidate, score, outcome }) => {
    const ranked = {
      features: candidate.features,
      score,
      chance: among.find((one) => one.key === key)?.chance ?? 0,
      nextChance: among.find((one) => one.key !== key)?.chance ?? 0,
      queries: all.length,
      answers: Math.max(1, outcome.texts.length),
    };
    return { candidate, outcome, confidence: confidenceOf(ranked) };
  });
}

interface ScoredQuery {
  readonly candidate: QueryCandidate;
  readonly score: number;
}

/** The answers of the likeliest queries, each with its share of all likelihoods, the likeliest first. @param outcomes so far */
function answersOf(
  { table }: TableReading,
  scored: readonly ScoredQuery[],
  outcomes: Map<QueryCandidate, TableOutcome | null>,
) {
  const most = isLarge(table) ? mostOfLarge : mostComputed;
  const highest = scored[0]?.score ?? 0;
  const weightOf = ({ score }: ScoredQuery) => Math.exp(score - highest);
  const computed = scored.slice(0, most).flatMap((one) => {
    const known = outcomes.get(one.candidate);
    const outcome = known === undefined ? outcomeOf(table, one.candidate.query) : known;
    outcomes.set(one.candidate, outcome);
    return outcome === null ? [] : [{ ...one, outcome }];
  });
  const total = [...computed, ...scored.slice(most)].reduce((sum, one) => sum + weightOf(one), 0);
  return [...Map.groupBy(computed, ({ outcome }) => answerKey(outcome))]
    .map(([key, group]) => ({ key, ...group[0]!, chance: group.reduce((sum, one) => sum + weightOf(one), 0) / total }))
    .sort((one, other) => other.chance - one.chance);
}

function scoreOf({ features }: QueryCandidate): number {
  let score = 0;
  for (const feature of features) score += weights.get(feature) ?? 0;
  return score;
}

const answerKey = ({ value, texts }: TableOutcome) =>
  texts.length > 0 ? texts.join("|").toLowerCase() : String(value);

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
  const all = [...found, ...differences(reading, sets, columns), ...acrossColumns(reading, sets)];
  const { kinds } = reading.question;
  // "Is it more?" wants yes or no; "is it A or B?" does not.
  if (!kinds.has("whether") || kinds.has("or")) return all;
  return all.filter(({ query }) => isVerdict(query.take === "across" ? query.of : query.take));
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
  const isSeveral = set.form.includes(" several(");
  const isSimple = (set.best === null && !/^(?:first|last)/.test(set.form)) || isSeveral;
  const plain = (query: TableQuery): Taken => ({ query, features: [], mask: 0 });
  const { mask } = reading.counted.many;
  const counts =
    isSimple && !isSeveral ? [{ query: { take: "count" as const, rows: set.ask }, mask, features: [] }] : [];
  const isShare = isSimple && kinds.has("share") && set.form !== "all";
  const shares = isShare ? [plain({ take: "share", column: null, rows: set.ask })] : [];
  const noun = isSeveral ? nounOfSeveral(reading) : -1;
  const values = columns.flatMap((taken) => [
    ...(isSeveral && taken.column === set.best && noun !== set.best ? [] : [valuesOf(set, taken, noun)]),
    ...(isSimple ? columnQueries(reading, set, taken) : []),
  ]);
  return [...counts, ...values, ...shares];
}

function valuesOf(set: RowSet, taken: TakenColumn, noun: number): Taken {
  const also = taken.column === noun ? ["several:noun"] : [];
  const query = { take: "values" as const, column: taken.column, rows: set.ask };
  return withFeatures(taken, query, [...valueFeatures(set, taken.column), ...also]);
}

/** The column that the word behind the number names, else that of the rows' names: "the top 3 players by points". */
function nounOfSeveral({ question: { place, words, asks }, headers, subject }: TableReading): number {
  const isOrder = (word: number) =>
    asks.some(({ kind, from, to }) => superlatives.includes(kind) && word >= from && word < to);
  const at = words.findIndex((_, word) => word >= place!.to && !isOrder(word));
  const named = headers.findIndex((header) => header.words.includes(at));
  return named === -1 ? subject : named;
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
  const isRange = kinds.has("difference") && kinds.has("increase") === kinds.has("decrease");
  const ranges = isRange ? [withFeatures(taken, { take: "range", column, rows: set.ask })] : [];
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
  const isCounted = kinds.has("distinct") || kinds.has("howMany") || kinds.has("number");
  const distinct = isCounted ? [withFeatures(taken, { take: "distinct", column, rows: set.ask })] : [];
  if (table.columns[column]!.isKey) return distinct;
  return [...distinct, ...bestGroups(reading, set, taken), ...eachGroup(reading, set, taken)];
}

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
    const rows = withFeatures(taken, { take: "group", column, sum: null, most, rows: set.ask }, plain);
    return [counting(rows, "group", reading.counted.most), ...sums];
  });
}

const counting = (taken: Taken, name: "group" | "each", { mask, isNamed }: TableReading["counted"]["many"]): Taken =>
  isNamed ? { ...taken, mask: taken.mask | mask, features: [...taken.features, `${name}:counted`] } : taken;

function eachGroup(reading: TableReading, set: RowSet, taken: TakenColumn): Taken[] {
  const { column } = taken;
  if (!reading.question.kinds.has("each")) return [];
  const sums = addedColumns(reading, column).map((sum) => {
    return withFeatures(taken, { take: "each", column, sum, rows: set.ask }, ["each:sum"]);
  });
  const rows = withFeatures(taken, { take: "each", column, sum: null, rows: set.ask });
  return [counting(rows, "each", reading.counted.many), ...sums];
}
