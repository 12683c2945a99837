/** Computations with the cells of tables, and that each can be made again from the cells that it cites. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { computationOf } from "../../src/tables/computation.ts";
import { outcomeOf } from "../../src/tables/query-outcome.ts";
import { recomputed } from "../../src/tables/recomputing.ts";
import { cellText, type Table } from "../../src/tables/table.ts";
import type { Condition, RowSelection, TableQuery } from "../../src/tables/table-query.ts";
import { buildingWords } from "../../src/tables/table-question.ts";
import { drawn, joinedIn, listed, sheets, tablesIn } from "../support/documents/made-tables.ts";

const words = buildingWords("en");
const every: RowSelection = { every: [] };

const spending = tablesIn(
  listed(
    ["Category", "Month", "Amount"],
    [
      ["Travel", "January", "1.200,50 €"],
      ["Travel", "February", "340,00 €"],
      ["Travel", "March", "399,50 €"],
      ["Office", "January", "89,90 €"],
      ["Office", "February", "on account"],
      ["Total", "", "2.029,90 €"],
    ],
  ),
)[0]!;
const travel: RowSelection = { every: [{ column: 0, says: "Travel", rows: [0, 1, 2] }] };

describe("a computation", () => {
  const value = (query: TableQuery) => outcomeOf(spending, query)?.value ?? null;
  const texts = (query: TableQuery) => outcomeOf(spending, query)?.texts ?? null;

  test("adds up without the rows that sum up, and lists what was not read", () => {
    expect(value({ take: "sum", column: 2, rows: travel })).toBe(1940);
    const all = outcomeOf(spending, { take: "sum", column: 2, rows: every })!;
    expect(all).toMatchObject({ value: 2029.9, unit: "€", unread: [{ row: 4, column: 2 }] });
  });

  test("counts, and tells values apart", () => {
    expect(value({ take: "count", rows: every })).toBe(5);
    expect(value({ take: "distinct", column: 0, rows: every })).toBe(2);
    expect(value({ take: "count", rows: { every: [{ column: 2, is: ">", value: 340 }] } })).toBe(2);
    expect(value({ take: "count", rows: { every: [{ column: 2, is: "between", value: 300, to: 400 }] } })).toBe(2);
  });

  test("finds the highest, the mean, the share, the place and the difference", () => {
    expect(texts({ take: "values", column: 1, rows: { best: 2, most: true, of: travel } })).toEqual(["January"]);
    expect(texts({ take: "values", column: 1, rows: { best: 2, most: true, place: 2, of: travel } })).toEqual([
      "March",
    ]);
    expect(texts({ take: "values", column: 1, rows: { best: 2, most: true, place: 4, of: travel } })).toBe(null);
    expect(value({ take: "mean", column: 2, rows: travel })).toBe(646.667);
    expect(value({ take: "share", column: 2, rows: travel })).toBe(95.6);
    const [first, second] = [0, 1].map((row): RowSelection => ({ every: [{ column: 1, says: "x", rows: [row] }] }));
    expect(value({ take: "rank", column: 2, most: true, rows: second! })).toBe(3);
    expect(value({ take: "difference", column: 2, rows: first!, than: second! })).toBe(860.5);
    expect(value({ take: "portion", column: 2, rows: second!, than: first! })).toBe(28.32);
    expect(value({ take: "change", column: 2, rows: second!, than: first! })).toBe(-71.68);
    expect(texts({ take: "isMore", column: 2, rows: first!, than: second! })).toEqual(["yes"]);
    expect(texts({ take: "isLess", column: 2, rows: first!, than: second! })).toEqual(["no"]);
  });

  test("groups rows", () => {
    expect(texts({ take: "each", column: 0, sum: null, rows: every })).toEqual(["Travel: 3", "Office: 2"]);
    expect(texts({ take: "group", column: 0, sum: 2, most: true, rows: every })).toEqual(["Travel"]);
  });
});

const cells = fc.constantFrom("", "–", "Ada", "Bo", "Zoë", "n/a");
const numbers = {
  point: fc
    .integer({ min: -9_999_999, max: 9_999_999 })
    .map((cents) => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`),
  comma: fc
    .integer({ min: 0, max: 9_999_999 })
    .map((cents) => `${(cents / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 })} €`),
  percent: fc.integer({ min: 0, max: 1000 }).map((tenths) => `${tenths / 10} %`),
  date: fc
    .date({ min: new Date("1950-01-01"), max: new Date("2050-01-01"), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  year: fc.integer({ min: 1900, max: 2030 }).map(String),
  rank: fc.integer({ min: 1, max: 50 }).map((place) => `${place}th`),
  time: fc
    .integer({ min: 0, max: 3599 })
    .map((seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`),
};

/** A table with blanks, equal rows, cells that are no values, and sometimes merged cells, or sheets of one shape. */
const madeTables = fc
  .tuple(
    fc.constantFrom(...Object.values(numbers)),
    fc.constantFrom(...Object.values(numbers)),
    fc.integer({ min: 1, max: 14 }),
    fc.constantFrom("listed", "drawn", "sheets" as const),
  )
  .chain(([one, other, rows, form]) => {
    const mostly = (values: fc.Arbitrary<string>) =>
      fc.oneof({ weight: 8, arbitrary: values }, { weight: 1, arbitrary: cells });
    const row = fc.tuple(
      fc.constantFrom("Ada", "Bo", "Ada", "Grand Hotel; Bar", "日本"),
      cells,
      mostly(one),
      mostly(other),
    );
    return fc.tuple(fc.array(row, { minLength: rows, maxLength: rows }), fc.constant(form));
  })
  .map(([rows, form]) => {
    const head = ["Who", "Note", "First", "Second"];
    const merged = rows.map((row) => (row[1] === "Zoë" ? [row[0], "Zoë", "→", row[3]] : row));
    if (form === "sheets") return joinedIn(sheets(head, { January: rows, February: [...rows].reverse() }))[0];
    return tablesIn(form === "drawn" ? drawn(1, [head, ...merged]) : listed(head, rows))[0];
  })
  .filter((table) => table !== undefined);

const madeQueries = (table: Table) => {
  const column = fc.integer({ min: 0, max: table.columns.length - 1 });
  const row = fc.integer({ min: 0, max: table.rowCount - 1 });
  const says = fc.tuple(column, fc.uniqueArray(row, { minLength: 1 })).map(([at, rows]): Condition => {
    return { column: at, says: "some", rows: rows.sort((one, other) => one - other) };
  });
  const compared = fc
    .tuple(column, fc.constantFrom("=", ">", ">=", "<", "<=" as const), fc.integer({ min: -100, max: 2100 }))
    .map(([at, is, value]): Condition => ({ column: at, is, value }));
  const plain = fc
    .oneof(says, compared)
    .chain((one) => fc.constantFrom<RowSelection>({ every: [] }, { every: [one] }, { any: [one] }));
  const place = fc.oneof(
    fc.record({ place: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ count: fc.integer({ min: 2, max: 4 }) }),
  );
  const best = fc
    .tuple(plain, column, fc.boolean(), place)
    .map(([of, at, most, nth]): RowSelection => ({ best: at, most, ...nth, of }));
  const end = fc
    .tuple(plain, fc.constantFrom("first", "last" as const), fc.integer({ min: 1, max: 4 }))
    .map(([of, which, count]): RowSelection => ({ end: which, count, of }));
  const single = row.map((at): RowSelection => ({ every: [{ column: 0, says: "one", rows: [at] }] }));
  const around = fc
    .tuple(single, column, fc.boolean(), fc.constantFrom("above", "below", "than", "same", "beside" as const))
    .map(([of, than, more, way]): RowSelection => {
      if (way === "than") return { than, more, of };
      if (way === "same") return { same: than, of };
      return way === "beside" ? { beside: more ? 1 : -1, of } : { side: way, of };
    });
  const sum = fc.option(column, { nil: null });
  const pair = fc.constantFrom("difference", "ratio", "portion", "change", "isMore", "isLess" as const);
  const across = fc.oneof(pair, fc.constantFrom("values", "sum", "mean", "most", "least", "where" as const));
  const is = fc.record({ is: fc.constantFrom("<", ">=" as const), value: fc.integer({ min: -100, max: 2100 }) });
  const last = table.columns.length - 1;
  const made = <T extends object>(fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields);
  const one = (take: TableQuery["take"]) => fc.constant(take);
  const most = fc.boolean();
  return fc.oneof(
    made({ take: one("values"), column, rows: fc.oneof(plain, best, around, end) }),
    made({
      take: fc.constantFrom("distinct", "sum", "mean", "max", "min", "range"),
      column,
      rows: fc.oneof(plain, best, around, end),
    }),
    made({ take: one("count"), rows: fc.oneof(plain, around) }),
    made({ take: one("share"), column: sum, rows: fc.oneof(plain, around) }),
    made({ take: one("group"), column, sum, most, rows: plain }),
    made({ take: one("each"), column, sum, rows: plain }),
    made({ take: one("rank"), column, most, rows: single }),
    made({ take: pair, column, rows: single, than: single }),
    made({ take: one("fewer"), rows: plain, than: single }),
    made({ take: one("across"), of: across, columns: fc.constant([last, Math.max(0, last - 1)]), rows: single, is }),
  ) as fc.Arbitrary<TableQuery>;
};

test("every computation can be made again from its cells alone, as they stand in the text", () => {
  let made = 0;
  fc.assert(
    fc.property(
      madeTables.chain((table) => fc.tuple(fc.constant(table), madeQueries(table))),
      ([table, query]) => {
        const outcome = outcomeOf(table, query);
        if (outcome === null) return;
        made++;
        const computation = computationOf(table, query, outcome);
        for (const { at, row, start, end, text } of computation.cells) {
          expect(table.text.slice(start, end)).toBe(text);
          expect(cellText(table, table.columns[at]!, row)).toBe(text);
        }
        const again = recomputed(computation, words);
        expect({ query, again }).toEqual({ query, again: { value: outcome.value, texts: [...outcome.texts] } });
      },
    ),
    { numRuns: 1500 },
  );
  expect(made).toBeGreaterThan(500);
});
