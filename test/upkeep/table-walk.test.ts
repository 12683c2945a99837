import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { MovedRow, MovedTable, MoveSource, MoveTarget } from "../../src/upkeep/move-ports.ts";
import { byKey, isSameRow, keyOf } from "../../src/upkeep/row-order.ts";
import { walkTable } from "../../src/upkeep/table-walk.ts";

const table: MovedTable = { name: "things", columns: ["kind", "no", "unique", "bytes"], key: [0, 1], isCounted: false };

/** A table in memory that gives three rows at a time. */
function sideOf(
  rows: readonly MovedRow[],
): MoveSource & { all(): readonly MovedRow[]; replace(rows: readonly MovedRow[]): void } {
  let held = rows.toSorted((a, b) => byKey(table, a, b));
  return {
    all: () => held,
    replace: (others) => {
      held = others.toSorted((a, b) => byKey(table, a, b));
    },
    rows: async (_, after) => {
      const isLater = (row: MovedRow) =>
        after === null || byKey({ ...table, key: [0, 1] }, row, [...after, null, null]) > 0;
      return held.filter(isLater).slice(0, 3);
    },
    lastNumber: () => 0,
  };
}

/** Of one value in the third column there is one row. */
function targetOf(rows: readonly MovedRow[]): MoveTarget & { all(): readonly MovedRow[] } {
  const side = sideOf(rows);
  const isKeyOf = (keys: readonly MovedRow[]) => (row: MovedRow) =>
    keys.some((key) => isSameRow(key, keyOf(table, row)));
  return {
    ...side,
    storable: (row) => (row.includes("\0") ? row.map((value) => (value === "\0" ? "\uFFFD" : value)) : row),
    put: (_, added) => {
      const kept = side.all().filter((row) => !isKeyOf(added.map((each) => keyOf(table, each)))(row));
      const all = [...kept, ...added];
      if (new Set(all.map((row) => row[2])).size < all.length) return "conflict";
      side.replace(all);
      return "done";
    },
    remove: (_, keys) => side.replace(side.all().filter((row) => !isKeyOf(keys)(row))),
  };
}

const texts = fc.constantFrom("", "a", "b", "\u{10000}", "\uFFFD", "ä");
const rowsOf = fc
  .uniqueArray(fc.tuple(texts, fc.integer({ min: 0, max: 9 }), fc.uint8Array({ maxLength: 2 })), {
    selector: ([kind, no]) => `${kind} ${no}`,
    maxLength: 20,
  })
  .chain((rows) =>
    fc
      .shuffledSubarray(
        Array.from({ length: 30 }, (_, i) => i),
        { minLength: rows.length, maxLength: rows.length },
      )
      .map((unique) => rows.map(([kind, no, bytes], i): MovedRow => [kind, no, `unique ${unique[i]}`, bytes])),
  );

describe("a walk over a table", () => {
  test("makes the target equal, whatever it had; the next one changes nothing and has the same checksum", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, rowsOf, async (wanted, before) => {
        const sides = { source: sideOf(wanted), target: targetOf(before) };
        const first = await walkTable(table, sides);
        expect(sides.target.all()).toEqual(sides.source.all());
        const second = await walkTable(table, sides);
        expect([second.changes, second.rows, second.sha256]).toEqual([0, wanted.length, first.sha256]);
      }),
    );
  });

  test("has another checksum for any other rows", async () => {
    const sumOf = async (rows: readonly MovedRow[]) =>
      (await walkTable(table, { source: sideOf(rows), target: targetOf([]) })).sha256;
    const row: MovedRow = ["a", 1, "b", new Uint8Array([1])];
    const others: readonly MovedRow[] = [
      ["a", 1, "b", null],
      ["a", 1, "b", new Uint8Array([2])],
      ["a1", 1, "b", new Uint8Array([1])],
      ["a", 11, "b", new Uint8Array([1])],
      ["a", 1, 1, new Uint8Array([1])],
    ];
    const sums = await Promise.all(
      [[row], ...others.map((other) => [other]), [], [row, ["z", 3, "c", null]]].map(sumOf),
    );
    expect(new Set(sums).size).toBe(sums.length);
  });

  test("counts the rows that the target cannot hold exactly, and is at rest with what it holds instead", async () => {
    const source = sideOf([
      ["a", 1, "\0", null],
      ["a", 2, "b", null],
    ]);
    const target = targetOf([]);
    expect((await walkTable(table, { source, target })).altered).toBe(1);
    expect(target.all()[0]?.[2]).toBe("\uFFFD");
    expect((await walkTable(table, { source, target })).changes).toBe(0);
  });

  test("refuses rows that the target cannot hold together", async () => {
    const source = sideOf([
      ["a", 1, "same", null],
      ["a", 2, "same", null],
    ]);
    const walk = walkTable(table, { source, target: targetOf([]) });
    expect(await walk.catch((error: Error) => error.message)).toBe(
      "Two rows of the table things cannot both be moved.",
    );
  });
});
