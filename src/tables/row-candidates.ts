/** The sets of rows that a question may mean, each with what speaks for and against it. */

import type { AskingKind } from "../language/data/table-words.ts";
import { type Atom, conditionAtoms, isLarge, sizeName } from "./condition-atoms.ts";
import type { WordRange } from "./folded-words.ts";
import { type Column, isCurrency, isOrdered } from "./table.ts";
import { everyRow, type RowSelection, rowsOf } from "./table-query.ts";
import { type AskedPlace, overlaps, superlatives, type TableAsking } from "./table-question.ts";
import { bits, howNamed, rangeBits, type TableReading } from "./table-reading.ts";

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
  const { place } = reading.question;
  const plain = [every, ...single, ...pairsOf(reading, atoms), ...withoutOne(reading, atoms)].filter(
    (set) => set.rows.length > 0,
  );
  const several = plain.filter((set) => set.rows.length > 1);
  if (isLarge(reading.table)) return [...plain, ...ordered(reading, several)];
  const one = plain.filter((set) => set.rows.length === 1);
  return [
    ...plain,
    ...ordered(reading, several),
    ...related(reading, endsOf(null), several),
    ...(place?.isCount ? related(reading, endsOf(place), several) : []),
    ...related(reading, beside, [...one, ...several.filter(({ form }) => form === "cell")]),
    ...related(reading, sides, one.slice(0, mostSides)),
    ...byColumn(reading, than, one),
    ...byColumn(reading, same, one),
  ];
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
  return atoms.filter(({ isNothing }) => isNothing !== true).flatMap((atom) => withoutOneOf(reading, atoms, atom));
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

interface Wish {
  readonly asked: readonly AskingKind[];
  readonly asks: readonly TableAsking[];
  readonly mask: number;
}

function wishOf({ question }: TableReading, kinds: readonly AskingKind[]): Wish | null {
  const limits = question.asks.filter(({ kind }) => kind === "moreThan" || kind === "lessThan");
  // "Less than 10" asks for no lowest row.
  const isLimit = (own: WordRange) => limits.some(({ from, to }) => own.from >= from && own.to < to);
  const asks = question.asks.filter((one) => kinds.includes(one.kind) && !isLimit(one));
  const asked = kinds.filter((kind) => asks.some((one) => one.kind === kind));
  return asked.length === 0 ? null : { asked, asks, mask: maskOf(asks) };
}

const maskOf = (ranges: readonly WordRange[]) => ranges.reduce((sum, one) => sum | rangeBits(one), 0);

function ordered(reading: TableReading, sets: readonly RowSet[]): RowSet[] {
  const { table, headers, question } = reading;
  const wish = wishOf(reading, orderKinds);
  if (wish === null) return [];
  const places = question.place === null ? [null] : [null, question.place];
  const columns = table.columns
    .map((column, i) => ({ column, i, share: headers[i]!.share }))
    .filter(({ column, share }) => isOrdered(column) && (share > 0 || !isLarge(table)))
    .toSorted((one, other) => other.share - one.share)
    .slice(0, mostOrders);
  return sets
    .slice(0, mostOrdered)
    .flatMap((set) =>
      columns.flatMap(({ i }) =>
        [true, false].flatMap((most) =>
          places.map((place) => orderedBy(reading, set, { ...wish, column: i, most, place })),
        ),
      ),
    );
}

interface Order extends Wish {
  readonly column: number;
  readonly most: boolean;
  readonly place: AskedPlace | null;
}

function orderedBy(reading: TableReading, set: RowSet, order: Order): RowSet {
  const { column, most, place, mask } = order;
  const nth = place === null ? {} : place.isCount ? { count: place.place } : { place: place.place };
  const ask = { best: column, most, of: set.ask, ...nth };
  const rows = rowsOf(reading.table, ask);
  const form = `${most ? "max" : "min"}${place?.isCount ? " several" : ""}(${set.form})`;
  const words = reading.headers[column]!.words;
  const features = [...set.features, ...orderFeatures(reading, set, order), `best:rows:${sizeName(rows.length)}`];
  const own = set.mask | bits(words) | mask | (place === null ? 0 : rangeBits(place));
  return { ask, rows, form, features, mask: own, columns: set.columns, best: column };
}

function orderFeatures(
  { table, headers, question }: TableReading,
  set: RowSet,
  { column, most, asked, asks, place }: Order,
): string[] {
  const { kind, unit } = table.columns[column]!;
  const way = most ? "max" : "min";
  const { words, kinds } = headers[column]!;
  const isMoney = question.kinds.has("money") && superlatives.some((one) => question.kinds.has(one));
  const isNear = words.some((at) => asks.some(({ from, to }) => at >= from - 1 && at <= to + 2));
  const named = howNamed(headers[column]!);
  return [
    `form:${way}(${set.form})`,
    `best:${named}:${isNear ? "near" : "far"}`,
    `best:${kind}:${named}`,
    ...asked.flatMap((one) => [`best:${way}:${one}`, `best:${way}:${one}:${kind}`]),
    ...kinds.flatMap((one) => [`best:head:${one}`, ...asked.map((each) => `best:${way}:${each}:head:${one}`)]),
    ...(set.columns.includes(column) ? ["best:condition"] : []),
    ...(place === null ? [] : [place.isCount ? "best:count" : "best:place"]),
    ...(isMoney ? [`best:money:${isCurrency(unit) ? "currency" : "other"}`] : []),
  ];
}

interface RowRelation {
  readonly kinds: readonly AskingKind[];
  readonly name: "end" | "side" | "beside";
  readonly ways: readonly { readonly way: string; readonly form: string; of(set: RowSelection): RowSelection }[];
  /** Words that it explains beside those that ask. */
  readonly mask?: number;
}

function endsOf(place: AskedPlace | null): RowRelation {
  const [before, behind] = place === null ? ["", ""] : ["several ", " several"];
  const count = place === null ? {} : { count: place.place };
  const ways = (["first", "last"] as const).map((end) => {
    return { way: before + end, form: end + behind, of: (of: RowSelection): RowSelection => ({ end, ...count, of }) };
  });
  return { kinds: orderKinds, name: "end", ways, mask: place === null ? 0 : rangeBits(place) };
}

const sides: RowRelation = {
  kinds: ["before", "after", "previous", "above", "below", "until", "since", "earlier", "later", "first"],
  name: "side",
  ways: (["above", "below"] as const).map((side) => ({ way: side, form: side, of: (of) => ({ side, of }) })),
};

const beside: RowRelation = {
  kinds: ["before", "after", "next", "previous", "above", "below"],
  name: "beside",
  ways: ([1, -1] as const).map((step) => {
    return { way: String(step), form: step === 1 ? "next" : "previous", of: (of) => ({ beside: step, of }) };
  }),
};

function related(reading: TableReading, { kinds, name, ways, mask: own = 0 }: RowRelation, sets: readonly RowSet[]) {
  const wish = wishOf(reading, kinds);
  if (wish === null) return [];
  const found = sets.flatMap((set) =>
    ways.map(({ way, form: relation, of }): RowSet => {
      const ask = of(set.ask);
      const form = `${relation}(${set.form})`;
      const features = [...set.features, `form:${form}`, ...wish.asked.map((one) => `${name}:${way}:${one}`)];
      return { ...set, ask, rows: rowsOf(reading.table, ask), form, features, mask: set.mask | wish.mask | own };
    }),
  );
  return found.filter(({ rows }) => rows.length > 0);
}

const mostSides = 12;
const thanKinds: readonly AskingKind[] = [
  ...(["moreThan", "lessThan", "than", "more", "less", "better", "comparative", "earlier", "later"] as const),
  ...(["before", "after", "above", "below"] as const),
];

interface ColumnRelation {
  readonly kinds: readonly AskingKind[];
  readonly name: "than" | "same";
  readonly ways: readonly {
    readonly way: string;
    readonly form: string;
    of(column: number, set: RowSelection): RowSelection;
  }[];
  mayBe(column: Column, share: number): boolean;
}

/** The rows with more or less than one row has, in a column that the question names. */
const than: ColumnRelation = {
  kinds: thanKinds,
  name: "than",
  ways: [true, false].map((more) => {
    return { way: String(more), form: more ? "more" : "less", of: (column, of) => ({ than: column, more, of }) };
  }),
  mayBe: (column, share) => isOrdered(column) && share > 0,
};

/** The other rows that say what one row says: "from the same country as". */
const same: ColumnRelation = {
  kinds: ["same"],
  name: "same",
  ways: [{ way: "same", form: "same", of: (column, of) => ({ same: column, of }) }],
  mayBe: () => true,
};

function byColumn(
  reading: TableReading,
  { kinds, name, ways, mayBe }: ColumnRelation,
  sets: readonly RowSet[],
): RowSet[] {
  const { table, headers } = reading;
  const wish = wishOf(reading, kinds);
  if (wish === null) return [];
  const columns = table.columns
    .flatMap((column, i) => (mayBe(column, headers[i]!.share) ? [i] : []))
    .slice(0, mostSides);
  const made = (set: RowSet, column: number, { way, form: relation, of }: ColumnRelation["ways"][number]): RowSet => {
    const ask = of(column, set.ask);
    const { words } = headers[column]!;
    const { kind } = table.columns[column]!;
    const form = `${relation}(${set.form})`;
    const named = `${name}:named:${howNamed(headers[column]!)}`;
    const asked = wish.asked.flatMap((one) => [`${name}:${way}:${one}`, `${name}:${way}:${one}:${kind}`]);
    const features = [...set.features, `form:${form}`, named, `${named}:${kind}`, ...asked];
    return { ...set, ask, rows: rowsOf(table, ask), form, features, mask: set.mask | wish.mask | bits(words) };
  };
  return sets
    .filter(({ form }) => form === "cell" || (name === "same" && form.startsWith("cell")))
    .slice(0, mostSides)
    .flatMap((set) => columns.flatMap((column) => ways.map((way) => made(set, column, way))))
    .filter(({ rows }) => rows.length > 0);
}
