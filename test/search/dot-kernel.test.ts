import { expect, test } from "bun:test";
import fc from "fast-check";
import { createDotKernel, rowStep } from "../../src/search/dot-kernel.ts";

test("products equal plain arithmetic", () => {
  const size = fc.integer({ min: 1, max: 8 }).map((steps) => steps * rowStep);
  const shape = size.chain((numbers) =>
    fc.record({
      vector: fc.array(fc.integer({ min: -1023, max: 1023 }), { minLength: numbers, maxLength: numbers }),
      rows: fc.array(fc.array(fc.integer({ min: -127, max: 127 }), { minLength: numbers, maxLength: numbers }), {
        minLength: 1,
        maxLength: 9,
      }),
    }),
  );
  const { memory, dotRows } = createDotKernel();
  fc.assert(
    fc.property(shape, ({ vector, rows }) => {
      const numbers = vector.length;
      const rowsAt = 2 * numbers;
      const outAt = rowsAt + rows.length * numbers;
      new Int16Array(memory.buffer, 0, numbers).set(vector);
      new Int8Array(memory.buffer, rowsAt).set(rows.flat());
      dotRows(rowsAt, outAt, numbers, 0, outAt);
      const expected = rows.map((row) => row.reduce((sum, value, i) => sum + value * vector[i]!, 0));
      expect([...new Int32Array(memory.buffer, outAt, rows.length)]).toEqual(expected);
    }),
  );
});
