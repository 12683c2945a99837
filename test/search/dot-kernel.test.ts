import { expect, test } from "bun:test";
import fc from "fast-check";
import { createDotKernel, rowStep } from "../../src/search/dot-kernel.ts";
import { RowPlanes } from "../../src/search/row-planes.ts";

const shape = fc
  .integer({ min: 1, max: 13 })
  .map((steps) => steps * rowStep)
  .chain((numbers) =>
    fc.record({
      vector: fc.array(fc.integer({ min: -127, max: 127 }), { minLength: numbers, maxLength: numbers }),
      rows: fc.array(fc.array(fc.integer({ min: -127, max: 127 }), { minLength: numbers, maxLength: numbers }), {
        minLength: 1,
        maxLength: 9,
      }),
    }),
  );

function written(rows: readonly (readonly number[])[], numbers: number) {
  const kernel = createDotKernel();
  const at = numbers * 3 + rows.length * 4;
  const planes = new RowPlanes(kernel, at, numbers);
  planes.ensure(rows.length);
  for (const [row, values] of rows.entries()) planes.write(row, Int8Array.from(values));
  return { kernel, planes };
}

const product = (row: readonly number[], vector: readonly number[]) =>
  row.reduce((sum, value, i) => sum + value * vector[i]!, 0);

test("products of high halves equal plain arithmetic", () => {
  fc.assert(
    fc.property(shape, ({ vector, rows }) => {
      const numbers = vector.length;
      const { kernel, planes } = written(rows, numbers);
      const out = numbers * 3;
      new Int8Array(kernel.memory.buffer, numbers * 2).set(vector);
      const first = planes.high(0);
      kernel.dotHalves(first, first + rows.length * planes.half, planes.half, numbers * 2, out);
      const halves = rows.map((row) => row.map((value) => (value + 128) >> 4));
      expect([...new Int32Array(kernel.memory.buffer, out, rows.length)]).toEqual(
        halves.map((row) => product(row, vector)),
      );
    }),
  );
});

test("products of whole rows equal plain arithmetic", () => {
  fc.assert(
    fc.property(shape, ({ vector, rows }) => {
      const numbers = vector.length;
      const { kernel, planes } = written(rows, numbers);
      const wide = vector.map((value) => value * 8);
      new Int16Array(kernel.memory.buffer, 0, numbers).set(wide);
      const products = rows.map((_, row) => kernel.dotRow(planes.high(row), planes.low(row), planes.half, 0));
      expect(products).toEqual(rows.map((row) => product(row, wide)));
    }),
  );
});

test("the greatest numbers do not overflow", () => {
  const numbers = 16_384;
  const row = Array.from({ length: numbers }, () => 127);
  const { kernel, planes } = written([row], numbers);
  new Int16Array(kernel.memory.buffer, 0, numbers).fill(1023);
  new Int8Array(kernel.memory.buffer, numbers * 2, numbers).fill(127);
  kernel.dotHalves(planes.high(0), planes.high(0) + planes.half, planes.half, numbers * 2, numbers * 3);
  expect(new Int32Array(kernel.memory.buffer, numbers * 3, 1)[0]).toBe(numbers * 15 * 127);
  expect(kernel.dotRow(planes.high(0), planes.low(0), planes.half, 0)).toBe(numbers * 127 * 1023);
});

test("picked rows are those whose estimate reaches the bound", () => {
  const column = fc.array(fc.tuple(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: 0, max: 50 })), {
    minLength: 1,
    maxLength: 21,
  });
  fc.assert(
    fc.property(
      column,
      fc.integer({ min: -5000, max: 5000 }),
      fc.integer({ min: -500_000, max: 500_000 }),
      (rows, offset, least) => {
        const kernel = createDotKernel();
        new Int32Array(kernel.memory.buffer, 0, rows.length).set(rows.map(([product]) => product));
        new Float32Array(kernel.memory.buffer, 1024, rows.length).set(rows.map(([, factor]) => factor / 16));
        const count = kernel.pickRows(0, 1024, rows.length, offset, least, 2048);
        const wanted = rows.flatMap(([product, factor], i) =>
          (16 * product + offset) * (factor / 16) >= least ? [i] : [],
        );
        const picked = [...new Int32Array(kernel.memory.buffer, 2048, count)];
        expect(picked.filter((place) => place < rows.length)).toEqual(wanted);
        expect(picked.every((place) => place < Math.ceil(rows.length / 4) * 4)).toBe(true);
      },
    ),
  );
});
