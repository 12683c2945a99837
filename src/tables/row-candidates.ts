/** The sets of rows that a question may mean, each with what speaks for and against it. */

import type { AskingKind } from "../language/data/table-words.ts";
import { type Atom, conditionAtoms, isLarge, sizeName } from "./condition-atoms.ts";
import { isCurrency, isOrdered } from "./table.ts";
import { everyRow, type RowSelection, rowsOf } from "./table-query.ts";
import { type AskedPlace, overlaps, superlatives } from "./table-question.ts";
import { bits, rangeBits, type TableReading } from "./table-reading.ts";

export interface RowSet {
  readonly ask: RowSelection;
  readonly rows: readonly number[];
  readonly form: string;
  readonly features: readonly string[];
  readonly mask: number;
  /** The columns of its conditions, and the one that orders it. */
  readonly columns: readonly number[];
  readonly best: number | null;
}

const mostPairs = 48;
const mostOrders = 8;
const mostWithout = 6;
const mostOrdered = 24;

export function rowCandidates(reading: TableReading): RowSet[] {
  const atoms = conditionAtoms(reading);
  const rows = rowsOf(reading.table, everyRow);
  const every: RowSet = { ask: everyRow, rows, form: "all", features: ["all"], mask: 0, columns: [], best: null };
  const single = atoms.map((atom) => setOf(reading, { every: [atom.condition] }, atom.form, [atom]));
  const plain = [every, ...single, ...pairsOf(reading, atoms), ...withoutOne(reading, atoms)].filter(
    (set) => set.rows.length > 0,
  );
  if (isLarge(reading.table)) return [...plain, ...ordered(reading, plain)];
  const [most, last] = [ordered(reading, plain), ends(reading, plain)];
  return [...plain, ...most, ...last, ...beside(reading, plain), ...sides(reading, plain), ...than(reading, plain)];
}

function setOf(reading: TableReading, ask: RowSelection, form: string, atoms: readonly Atom[]): RowSet {
  const rows = rowsOf(reading.table, ask);
  const size = `size:${form}:${sizeName(rows.length)}`;
  const features = [`form:${form}`, ...atoms.flatMap((atom) => atom.features), size];
  const mask = atoms.reduce((sum, atom) => sum | atom.mask, 0);
  return { ask, rows, form, features, mask, columns: atoms.map(({ column }) => column), best: null };
}

/** Two conditions at once, and either of two cells of a column. */
function pairsOf(reading: TableReading, atoms: readonly Atom[]): RowSet[] {
  const found: RowSet[] = [];
  for (const [i, one] of atoms.entries()) {
    for (const other of atoms.slice(i + 1)) {
      if (!overlaps(one, other) && found.length < mostPairs) found.push(...pairOf(reading, one, other));
    }
  }
  return found;
}

function pairOf(reading: TableReading, one: Atom, other: Atom): RowSet[] {
  const areCells = one.column === other.column && one.form === "cell" && other.form === "cell";
  const isEither = areCells && ![one, other].some((atom) => isOfTotals(reading, atom));
  const either = isEither ? [setOf(reading, { any: [one.condition, other.condition] }, "either", [one, other])] : [];
  const ask = { every: [one.condition, other.condition] };
  const both = setOf(reading, ask, `${one.form}&${other.form}`, [one, other]);
  const isNarrower = both.rows.length > 0 && both.rows.length < Math.min(one.count, other.count);
  return isNarrower ? [...either, both] : either;
}

/** "Total" asks for a sum, and is the label of rows that are not added. */
const isOfTotals = ({ table: { totals } }: TableReading, { condition }: Atom) =>
  "rows" in condition && condition.rows.every((row) => totals.has(row));

function withoutOne(reading: TableReading, atoms: readonly Atom[]): RowSet[] {
  if (!reading.question.kinds.has("not")) return [];
  return atoms.flatMap((atom) => withoutOneOf(reading, atoms, atom));
}
function withoutOneOf(reading: TableReading, atoms: readonly Atom[], but: Atom): RowSet[] {
  const own = setOf(reading, { every: [], but: but.condition }, `not-${but.form}`, [but]);
  const others = atoms.filter((atom) => !overlaps(atom, but)).slice(0, mostWithout);
  const both = others.map((atom) =>
    setOf(reading, { every: [atom.condition], but: but.condition }, `${atom.form}-not-${but.form}`, [atom, but]),
  );
  return [own, ...both];
}

const orderKinds: readonly AskingKind[] = [
  ...superlatives,
  ...(["first", "last", "top", "bottom", "more", "less", "better", "comparative", "earlier", "later"] as const),
];

function ordered(reading: TableReading, sets: readonly RowSet[]): RowSet[] {
  const { table, headers, question } = reading;
  const asked = orderKinds.filter((kind) => question.kinds.has(kind));
  if (asked.length === 0) return [];
  const places = question.place === null ? [null] : [null, question.place];
  const columns = table.columns
    .map((column, i) => ({ column, i, share: headers[i]!.share }))
    .filter(({ column, share }) => isOrdered(column) && (share > 0 || !isLarge(table)))
    .toSorted((one, other) => other.share - one.share)
    .slice(0, mostOrders);
  return sets
    .filter(({ rows }) => rows.length > 1)
    .slice(0, mostOrdered)
    .flatMap((set) =>
      columns.flatMap(({ i }) =>
        [true, false].flatMap((most) =>
          places.map((place) => orderedBy(reading, set, { column: i, most, asked, place })),
        ),
      ),
    );
}

interface Order {
  readonly column: number;
  readonly most: boolean;
  readonly asked: readonly AskingKind[];
  readonly place: AskedPlace | null;
}

function orderedBy(reading: TableReading, set: RowSet, order: Order): RowSet {
  const { column, most, asked, place } = order;
  const ask = { best: column, most, of: set.ask, ...(place !== null && { place: place.place }) };
  const rows = rowsOf(reading.table, ask);
  const form = `${most ? "max" : "min"}(${set.form})`;
  const orders = reading.question.asks.filter((asking) => asked.includes(asking.kind));
  const words = reading.headers[column]!.words;
  const features = [...set.features, ...orderFeatures(reading, set, order), `best:rows:${sizeName(rows.length)}`];
  const asks = place === null ? orders : [...orders, place];
  const mask = set.mask | bits(words) | asks.reduce((sum, one) => sum | rangeBits(one), 0);
  return { ask, rows, form, features, mask, columns: set.columns, best: column };
}

function orderFeatures(
  { table, headers, question }: TableReading,
  set: RowSet,
  { column, most, asked, place }: Order,
): string[] {
  const { kind, unit } = table.columns[column]!;
  const way = most ? "max" : "min";
  const { share, words, kinds } = headers[column]!;
  const orders = question.asks.filter((asking) => asked.includes(asking.kind));
  const isMoney = question.kinds.has("money") && superlatives.some((one) => question.kinds.has(one));
  const isNear = words.some((at) => orders.some(({ from, to }) => at >= from - 1 && at <= to + 2));
  const named = share > 0.5 ? "named" : share > 0 ? "part" : "not";
  return [
    `form:${way}(${set.form})`,
    `best:${named}:${isNear ? "near" : "far"}`,
    `best:${kind}:${named}`,
    ...asked.flatMap((one) => [`best:${way}:${one}`, `best:${way}:${one}:${kind}`]),
    ...kinds.flatMap((one) => [`best:head:${one}`, ...asked.map((each) => `best:${way}:${each}:head:${one}`)]),
    ...(set.columns.includes(column) ? ["best:condition"] : []),
    ...(place === null ? [] : ["best:place"]),
    ...(isMoney ? [`best:money:${isCurrency(unit) ? "currency" : "other"}`] : []),
  ];
}

function ends({ table, question }: TableReading, sets: readonly RowSet[]): RowSet[] {
  const asked = orderKinds.filter((kind) => question.kinds.has(kind));
  const mask = question.asks.filter(({ kind }) => asked.includes(kind)).reduce((sum, one) => sum | rangeBits(one), 0);
  const found = asked.length === 0 ? [] : sets.filter(({ rows }) => rows.length > 1);
  return found.flatMap((set) =>
    (["first", "last"] as const).map((end) => {
      const ask = { end, of: set.ask };
      const form = `${end}(${set.form})`;
      const features = [...set.features, `form:${form}`, ...asked.map((one) => `end:${end}:${one}`)];
      return { ...set, ask, rows: rowsOf(table, ask), form, features, mask: set.mask | mask };
    }),
  );
}

const sideKinds: readonly AskingKind[] = [
  ...(["before", "after", "previous", "above", "below", "until", "since", "earlier", "later", "first"] as const),
];
function sides({ table, question }: TableReading, sets: readonly RowSet[]): RowSet[] {
  const asked = sideKinds.filter((kind) => question.kinds.has(kind));
  const mask = question.asks.filter(({ kind }) => asked.includes(kind)).reduce((sum, one) => sum | rangeBits(one), 0);
  const found = asked.length === 0 ? [] : sets.filter(({ rows }) => rows.length === 1).slice(0, mostSides);
  return found
    .flatMap((set) =>
      (["above", "below"] as const).map((side) => {
        const ask = { side, of: set.ask };
        const form = `${side}(${set.form})`;
        const features = [...set.features, `form:${form}`, ...asked.map((one) => `side:${side}:${one}`)];
        return { ...set, ask, rows: rowsOf(table, ask), form, features, mask: set.mask | mask };
      }),
    )
    .filter(({ rows }) => rows.length > 0);
}

const mostSides = 12;
const thanKinds: readonly AskingKind[] = [
  ...(["moreThan", "lessThan", "than", "more", "less", "better", "comparative", "earlier", "later"] as const),
  ...(["before", "after", "above", "below"] as const),
];

/** The rows with more or less than one row has, in a column that the question names. */
function than({ table, question, headers }: TableReading, sets: readonly RowSet[]): RowSet[] {
  const asked = thanKinds.filter((kind) => question.kinds.has(kind));
  const asks = question.asks.filter(({ kind }) => asked.includes(kind)).reduce((sum, one) => sum | rangeBits(one), 0);
  const columns = table.columns.flatMap((column, i) => (isOrdered(column) && headers[i]!.share > 0 ? [i] : []));
  const found = asked.length === 0 ? [] : sets.filter(({ rows, form }) => rows.length === 1 && form === "cell");
  return found
    .slice(0, mostSides)
    .flatMap((set) => columns.flatMap((column) => [true, false].map((more) => ({ set, column, more }))))
    .map(({ set, column, more }): RowSet => {
      const ask = { than: column, more, of: set.ask };
      const form = `${more ? "more" : "less"}(${set.form})`;
      const { kind } = table.columns[column]!;
      const ways = asked.flatMap((one) => [`than:${more}:${one}`, `than:${more}:${one}:${kind}`]);
      const named = `than:named:${headers[column]!.share > 0.5 ? "half" : "part"}`;
      const mask = set.mask | asks | bits(headers[column]!.words);
      return {
        ...set,
        ask,
        rows: rowsOf(table, ask),
        form,
        features: [...set.features, `form:${form}`, named, ...ways],
        mask,
      };
    })
    .filter(({ rows }) => rows.length > 0);
}

const besideKinds: readonly AskingKind[] = ["before", "after", "next", "previous", "above", "below"];

function beside({ table, question }: TableReading, sets: readonly RowSet[]): RowSet[] {
  const asked = besideKinds.filter((kind) => question.kinds.has(kind));
  const mask = question.asks.filter(({ kind }) => asked.includes(kind)).reduce((sum, one) => sum | rangeBits(one), 0);
  const found = asked.length === 0 ? [] : sets.filter(({ rows }) => rows.length === 1);
  return found
    .flatMap((set) =>
      ([1, -1] as const).map((step) => {
        const ask = { beside: step, of: set.ask };
        const form = `${step === 1 ? "next" : "previous"}(${set.form})`;
        const features = [...set.features, `form:${form}`, ...asked.map((one) => `beside:${step}:${one}`)];
        return { ...set, ask, rows: rowsOf(table, ask), form, features, mask: set.mask | mask };
      }),
    )
    .filter(({ rows }) => rows.length > 0);
}
