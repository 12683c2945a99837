import { expect, test } from "bun:test";
import fc from "fast-check";
import { CellSorting } from "../../src/search/cell-sorting.ts";
import { noCell } from "../../src/search/cell-training.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";

const cells = 7;

/** Rows with names, each in a cell or in none, that a sorting follows. */
function namedRows(count: number, draw: (below: number) => number) {
  const rows = Array.from({ length: count }, (_, name) => ({ name, cell: draw(cells + 1) }));
  const sorting = new CellSorting(count);
  for (const [row, { cell }] of rows.entries()) sorting.cellOf[row] = cell < cells ? cell : noCell;
  const swap = (one: number, other: number) => {
    [rows[one], rows[other]] = [rows[other]!, rows[one]!];
  };
  const steps = sorting.arrange(cells, () => rows.length, swap);
  let names = count;
  const changes = [
    () => {
      sorting.replaced(rows.length);
      rows.push({ name: names++, cell: cells });
    },
    () => {
      const row = draw(rows.length);
      sorting.moved(rows.length - 1, row);
      rows[row] = rows.at(-1)!;
      rows.pop();
    },
    () => {
      const row = draw(rows.length);
      rows[row]!.cell = cells;
      sorting.replaced(row);
    },
  ];
  return { rows, sorting, steps, change: () => rows.length > 0 && changes[draw(changes.length)]!() };
}

test("rows come to their cells, and rows in no cell behind them, whatever changes meanwhile", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(20), fc.integer(), (count, changed, seed) => {
      const { next } = seededRandom(seed);
      const { rows, steps, change } = namedRows(count, (below) => Math.floor(next() * below));
      let left = changed;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) if (left-- > 0) change();
      const { starts, ends } = step.value;
      const cellAt = (row: number) => starts.findIndex((start, cell) => start <= row && row < ends[cell]!);
      for (const [row, { cell }] of rows.entries()) expect(cellAt(row)).toBe(cell < cells ? cell : -1);
      expect(ends.at(-1)).toBe(rows.filter(({ cell }) => cell < cells).length);
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    }),
  );
});
