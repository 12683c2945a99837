/** What speaks for and against a query: its columns, its form, and what it leaves over of the question. */

import type { AskingKind } from "../language/data/table-words.ts";
import { sizeName } from "./condition-atoms.ts";
import confidenceByName from "./confidence-weights.json" with { type: "json" };
import type { RowSet } from "./row-candidates.ts";
import { isCurrency } from "./table.ts";
import { isVerdict, type PairOperation, type TableQuery } from "./table-query.ts";
import { superlatives } from "./table-question.ts";
import { bits, rangeBits, type TableReading } from "./table-reading.ts";

export interface QueryCandidate {
  readonly query: TableQuery;
  readonly rows: RowSet;
  readonly features: readonly string[];
  readonly mask: number;
}

export type TakenColumn = ReturnType<typeof takenColumn>;

const questionWords: readonly AskingKind[] = [
  ...(["howMany", "howMuch", "howLong", "howOld", "howFar", "which", "who", "when"] as const),
  ...(["where", "list", "year", "name"] as const),
];

export function takenColumn(reading: TableReading, column: number) {
  const { table, headers, question, noun, subject, periods } = reading;
  const { kind, unit } = table.columns[column]!;
  const { share, words, kinds, isKin } = headers[column]!;
  const isAsked = noun >= 0 && words.includes(noun) ? "asked" : "not";
  const named = namedHow(share);
  const asked = questionWords.filter((one) => question.kinds.has(one));
  // "The most expensive part" asks for the part.
  const isRanked = superlatives.some((kind) => question.kinds.has(kind));
  const place = column === subject ? "subject" : column === 0 ? "first" : "other";
  const features = [
    `take:${isKin ? "kin" : named}:${isAsked}`,
    `take:${place}`,
    ...periodFeatures(periods, column),
    `take:${place}:${named === "not" ? "not" : "named"}`,
    ...asked.map((one) => `take:${one}:${kind}`),
    ...asked.map((one) => `take:${one}:${place}:${isAsked}`),
    ...kinds.flatMap((head) => [`take:head:${head}`, ...asked.map((one) => `take:${one}:head:${head}`)]),
    ...(question.kinds.has("money") && !isRanked ? [`take:money:${isCurrency(unit) ? "currency" : "other"}`] : []),
  ];
  return { column, mask: bits(words), features };
}

function periodFeatures(periods: TableReading["periods"], column: number): string[] {
  const period = periods.find((one) => one.column === column);
  const others = periods.some(({ isNamed }) => isNamed) ? "other" : "none";
  return period === undefined ? [] : [`take:period:${period.isNamed ? "named" : others}`];
}

function namedHow(share: number): "all" | "half" | "some" | "not" {
  if (share > 0.99) return "all";
  if (share > 0.4) return "half";
  return share > 0 ? "some" : "not";
}

export function valueFeatures(set: RowSet, column: number): string[] {
  return [
    ...(set.columns.includes(column) ? [`same:${set.form.includes("either") ? "either" : "condition"}`] : []),
    ...(set.best === column ? ["same:best"] : []),
    `answers:${sizeName(answersOf(set, column))}`,
  ];
}

/** The highest value itself is one, also where several rows have it. */
const answersOf = ({ rows, best }: RowSet, column: number) =>
  best === column ? Math.min(1, rows.length) : rows.length;

function takenName(query: TableQuery): string {
  if (query.take === "across") return `across-${query.of}`;
  return query.take === "group" ? `group${query.sum === null ? "" : "+"}` : query.take;
}

export const upward: readonly AskingKind[] = [
  ...(["most", "highest", "largest", "best", "more", "better", "moreThan", "longest", "later", "after"] as const),
];
export const downward: readonly AskingKind[] = [
  ...(["least", "lowest", "smallest", "worst", "less", "lessThan", "shortest", "earlier", "before"] as const),
];

/** Whether the question asks for less, of what compares: a word for more rules it out, and the other way round. */
export function mayAsk({ question: { kinds } }: TableReading, of: string): boolean {
  const [up, down] = [upward, downward].map((all) => all.some((kind) => kinds.has(kind)));
  if (up === down) return true;
  return of === "most" || of === "isMore" ? up! : of === "least" || of === "isLess" ? down! : true;
}

/** Whether the question says what a period's column is beside its period: the `amount` of 2019. */
export function restSaid({ question: { words } }: TableReading, { rest }: TableReading["periods"][number]): string {
  const stems = rest === "" ? [] : rest.split(" ");
  const said = stems.filter((stem) => words.some((word) => word.stem === stem)).length;
  if (stems.length === 0) return "none";
  return said === 0 ? "not" : said === stems.length ? "all" : "part";
}

interface Worded {
  readonly mask: number;
}

const firstBit = (mask: number) => (mask & -mask) >>> 0;
export const bySaying = (one: Worded, other: Worded) => firstBit(one.mask) - firstBit(other.mask);

export const isSaidFirst = (one: Worded, other: Worded) =>
  firstBit(one.mask & ~other.mask) < firstBit(other.mask & ~one.mask);

/** "What percentage of sales is rent?" names the second first, "rent as a percentage of sales" the first. */
export function orderOfPair({ question: { asks } }: TableReading, one: Worded, other: Worded): string[] {
  const order = isSaidFirst(one, other) ? "said" : "reversed";
  const at = asks.find(({ kind }) => kind === "share")?.from ?? 0;
  const isBefore = Math.min(firstBit(one.mask), firstBit(other.mask)) > 2 ** Math.min(at, 31);
  return [order, `${order}:${isBefore ? "share before" : "share behind"}`];
}

/** The date or year that a condition on one row names. */
export function timeOf({ table }: TableReading, { columns: [column = 0], rows: [row = 0] }: RowSet): number | null {
  const { kind, values } = table.columns[column]!;
  return kind === "date" || kind === "year" ? values[row]! : null;
}

/** Of two cells: whether the question names that of the first one first, and whether it is the later one. */
export interface PairOrder {
  readonly isFirst: boolean;
  readonly isLater: boolean | null;
}

export function mayMean(reading: TableReading, of: PairOperation, order: PairOrder, column: number): boolean {
  const { kinds } = reading.question;
  if (isVerdict(of)) return order.isFirst;
  if (of === "ratio") return order.isFirst && kinds.has("ratio");
  if (kinds.has("ratio") && !kinds.has("difference")) return of === "portion" && kinds.has("share");
  return of === "portion" || order.isLater === null || isWayAsked(reading, of, order.isLater, column);
}

/** "Fell by" takes the later one off, "rose by" the earlier one, in percent if that is asked. */
function isWayAsked(
  { table, question: { kinds } }: TableReading,
  of: string,
  isLater: boolean,
  column: number,
): boolean {
  if (kinds.has("increase") === kinds.has("decrease")) return true;
  if (of === "change") return isLater;
  const isPercent = kinds.has("share") && table.columns[column]!.kind !== "percent";
  return !isPercent && isLater === kinds.has("increase");
}

const cellForms: ReadonlySet<string> = new Set(["cell:whole", "cell:part", "cell:whole#", "cell:part#"]);
export function formFeatures({ question }: TableReading, set: RowSet, query: TableQuery): string[] {
  const name = takenName(query);
  const mod = set.form.replace(/\(.*/, "");
  const size = sizeName(query.take === "values" ? answersOf(set, query.column) : set.rows.length);
  const features = [`q:${name}`, `q:${name}:${set.form}`, `q:${name}:size:${size}`];
  const leading = questionWords.find((one) => question.kinds.has(one)) ?? "none";
  for (const kind of question.kinds) {
    features.push(`ask:${kind}:${name}`, `ask:${kind}:${mod}`, `ask:${kind}:${name}:${mod}`);
    if (kind !== leading) features.push(`ask:${leading}+${kind}:${name}:${mod}`);
  }
  for (const cell of set.features) if (cellForms.has(cell)) features.push(`${cell}:${name}`);
  if (query.take !== "values") return features;
  return [...features, `answers:${size}:${leading}`, `answers:${size}:${set.form}`];
}
export function leftOver({ question, links, headers, known }: TableReading, own: number, query: TableQuery): string[] {
  const mask = own | known;
  const name = takenName(query);
  const asks = question.asks.reduce((sum, one) => sum | rangeBits(one), 0);
  const isLeft = (range: { readonly from: number; readonly to: number }) => (rangeBits(range) & mask) === 0;
  const content = question.words.filter(
    ({ isStop }, i) => !isStop && i < 31 && ((mask | asks) & (1 << i)) === 0,
  ).length;
  const cells = links.filter((link) => link.isWhole && isLeft(link)).length;
  const parts = links.filter((link) => !link.isWhole && isLeft(link)).length;
  const names = headers.filter(({ share, words }) => share > 0.99 && (bits(words) & mask) === 0).length;
  const numbers = question.numbers.filter(isLeft).length;
  return [
    `left:words:${Math.min(6, content)}`,
    `left:words:${Math.min(4, content)}:${name}`,
    `left:cells:${Math.min(3, cells)}`,
    `left:cells:${Math.min(3, cells)}:${name}`,
    `left:parts:${Math.min(3, parts)}`,
    `left:names:${Math.min(2, names)}`,
    `left:numbers:${Math.min(2, numbers)}`,
  ];
}

/** Where the question has words that a query does not explain, without those that only ask. */
export function unexplained({ question: { words, asks }, known }: TableReading, { mask }: QueryCandidate): number[] {
  const all = asks.reduce((sum, one) => sum | rangeBits(one), mask | known);
  return words.flatMap(({ isStop }, i) => (!isStop && (i >= 31 || (all & (1 << i)) === 0) ? [i] : []));
}

/** What its confidence is read from, by logistic regression: where no query is right, the likeliest wins all the same. */
export interface RankedQuery {
  readonly features: readonly string[];
  readonly score: number;
  /** Of its answer and of the next one, 0–1. */
  readonly chance: number;
  readonly nextChance: number;
  readonly queries: number;
  readonly answers: number;
}

/** The public sets have too few of these, or round their results by hand: their weights are set by hand, on made questions. */
const unfitted = {
  "q:sum": 1.1,
  "q:mean": 1.3,
  "q:each": 1.6,
  "across:joined": 2,
  "each:counted": 1,
  "group:counted": 1,
  "best:money:currency": 1.5,
  "best:named:near": 0.5,
  "best:place": 0.8,
  "best:count": 0.8,
  "same:named:named": 0.6,
  "several:noun": 0.8,
  "across:money:sum": 0.5,
};
const byHand = /^(?:q|ask|left|cell)\b.*:(?:sum|mean|each|across-values)(?::|$)/;
const confidenceWeights: ReadonlyMap<string, number> = new Map(Object.entries({ ...confidenceByName, ...unfitted }));

export function confidenceOf(ranked: RankedQuery): number {
  const score = confidenceFeatures(ranked).reduce((sum, feature) => sum + (confidenceWeights.get(feature) ?? 0), 0);
  return 1 / (1 + Math.exp(-score));
}

const step = (value: number, width: number, most: number) => Math.max(0, Math.min(most, Math.floor(value / width)));

export function confidenceFeatures(ranked: RankedQuery): string[] {
  const { features, score, chance, nextChance, queries, answers } = ranked;
  const ahead = Math.log(Math.max(chance, 1e-9) / Math.max(nextChance, 1e-9));
  const left = features.find((one) => one.startsWith("left:words:")) ?? "";
  return [
    ...features.filter((feature) => feature in unfitted || !byHand.test(feature)),
    "sure",
    `sure:chance:${step(chance, 0.05, 19)}`,
    `sure:next:${step(nextChance, 0.05, 9)}`,
    `sure:ahead:${step(ahead, 0.4, 12)}`,
    `sure:ahead:${step(ahead, 1, 5)}:${left}`,
    `sure:score:${step(score + 4, 1, 20)}`,
    `sure:queries:${step(Math.log2(queries + 1), 1, 12)}`,
    `sure:answers:${Math.min(answers, 6)}`,
  ];
}
