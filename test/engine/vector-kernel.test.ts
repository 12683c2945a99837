import { expect, test } from "bun:test";
import fc from "fast-check";
import { RowBytes, rowStep } from "../../src/engine/row-bytes.ts";
import { groupRows, SignGroups } from "../../src/engine/sign-groups.ts";
import { createVectorKernels } from "../../src/engine/vector-kernel.ts";
import { askedVector, roundRow, unitOf } from "../../src/engine/vector-rounding.ts";

const numbersOf = (length: number) =>
  fc.array(fc.integer({ min: -127, max: 127 }), {
    minLength: length,
    maxLength: length,
  });
const shape = fc
  .integer({ min: 1, max: 4 })
  .map((steps) => steps * rowStep)
  .chain((numbers) =>
    fc.record({
      question: numbersOf(numbers),
      rows: fc.array(numbersOf(numbers), { minLength: 1, maxLength: 9 }),
      /** The number of the first row. */
      first: fc.integer({ min: 0, max: 3 * groupRows }),
    }),
  );

/** Before the first row, each memory has the question or its tables, and from 96 KiB on what the kernel writes. */
function written(rows: readonly (readonly number[])[], first: number) {
  const numbers = rows[0]!.length;
  const { signs: signsIn, rows: rowsIn } = createVectorKernels();
  const [signs, bytes] = [new SignGroups(signsIn, 131_072, numbers), new RowBytes(rowsIn, 131_072, numbers)];
  signs.ensure(first + rows.length);
  bytes.ensure(first + rows.length);
  const rounded = rows.map((row) => roundRow(Float64Array.from(row), new Int8Array(numbers)));
  for (const [i, row] of rounded.entries()) {
    signs.write(first + i, row.numbers, row.scale);
    bytes.write(first + i, row.numbers, row.factor);
  }
  const wide = new Int16Array(rowsIn.memory.buffer, 0, numbers);
  const tables = new Uint8Array(signsIn.memory.buffer, 0, numbers * 4);
  const multiply = (asked: readonly number[]) => {
    new Int32Array(rowsIn.memory.buffer, 98_304, asked.length).set(asked);
    const surplus = 64 * wide.reduce((sum, number) => sum + number, 0);
    rowsIn.multiplyRows(98_304, asked.length, bytes.start, bytes.bytes, 0, surplus, 114_688);
    return [...new Float64Array(rowsIn.memory.buffer, 114_688, asked.length)];
  };
  return {
    signsIn,
    signs,
    bytes,
    rounded,
    wide,
    ask: (question: readonly number[]) => askedVector(question, { wide, tables }),
    multiply,
    space: 98_304,
  };
}

const product = (row: ArrayLike<number>, vector: ArrayLike<number>) =>
  Array.from(row).reduce((sum, value, i) => sum + value * vector[i]!, 0);

test("rows are read and copied as they were written", () => {
  fc.assert(
    fc.property(shape, ({ rows, first }) => {
      const { bytes, rounded } = written(rows, first);
      bytes.copy(first, first + rows.length - 1);
      for (const i of rounded.keys()) {
        const { numbers, factor } = rounded[i < rows.length - 1 ? i : 0]!;
        const found = new Int8Array(numbers.length);
        expect(bytes.read(first + i, found)).toBe(Math.fround(factor));
        expect([...found]).toEqual([...numbers]);
      }
    }),
  );
});

test("products of rows equal plain arithmetic", () => {
  fc.assert(
    fc.property(shape, ({ question, rows, first }) => {
      const { rounded, ask, wide, multiply } = written(rows, first);
      ask(question);
      expect(multiply(rows.map((_, i) => first + i))).toEqual(
        rounded.map(({ numbers, factor }) => product(numbers, wide) * Math.fround(factor)),
      );
    }),
  );
});

test("estimates are the products of signs with the question, for copied rows too", () => {
  fc.assert(
    fc.property(shape, ({ question, rows, first }) => {
      const { signsIn, signs, rounded, ask, space } = written(rows, first);
      signs.copy(first, first + rows.length - 1);
      const { unit, step, base } = ask(question);
      for (const i of rounded.keys()) {
        const { numbers, scale } = rounded[i < rows.length - 1 ? i : 0]!;
        const group = signs.groupOf(first + i);
        signsIn.estimateRows(group, signs.width, 0, step, base, group + groupRows * signs.width, space);
        const found = new Float32Array(signsIn.memory.buffer, space, groupRows)[(first + i) % groupRows]!;
        const wanted = product(
          numbers.map((number) => (number < 0 ? -1 : 1)),
          unit,
        );
        // Each of a row's entries is off by half a step or less.
        expect(Math.abs(found - wanted * scale)).toBeLessThanOrEqual((numbers.length / 8 + 0.01) * step * scale);
      }
    }),
  );
});

test("picked rows are those whose estimate reaches the least one", () => {
  fc.assert(
    fc.property(shape, fc.float({ min: -1, max: 1, noNaN: true }), ({ question, rows }, share) => {
      const { signsIn, signs, ask, space } = written(rows, groupRows);
      const { step, base } = ask(question);
      const group = signs.groupOf(groupRows);
      signsIn.estimateRows(group, signs.width, 0, step, base, group + groupRows * signs.width, space);
      const estimates = new Float32Array(signsIn.memory.buffer, space, groupRows).slice();
      const least = Math.fround(share * estimates.reduce((most, one) => Math.max(most, Math.abs(one)), 0));
      const count = signsIn.pickRows(group, 1, signs.width, 0, step, base, least, groupRows, space, space + 128);
      const wanted = [...estimates].flatMap((one, i) => (one >= least ? [groupRows + i] : []));
      expect([...new Int32Array(signsIn.memory.buffer, space + 128, count)]).toEqual(wanted);
    }),
  );
});

test("the greatest numbers do not overflow", () => {
  const numbers = 16_384;
  const rows = [1, -1].map((sign) => Array.from({ length: numbers }, () => sign));
  const { signsIn, signs, ask, multiply, space } = written(rows, 0);
  const { factor, step, base } = ask(rows[0]!);
  for (const [row, sign] of [1, -1].entries()) {
    expect((multiply([row])[0]! * factor) / (sign * Math.sqrt(numbers))).toBeCloseTo(1, 5);
  }
  signsIn.estimateRows(signs.groupOf(0), signs.width, 0, step, base, signs.groupOf(0) + groupRows * signs.width, space);
  const [plus, minus] = new Float32Array(signsIn.memory.buffer, space, 2);
  expect(plus! / product(unitOf(rows[0]!), rows[0]!)).toBeCloseTo(1, 2);
  expect(minus! / product(unitOf(rows[0]!), rows[1]!)).toBeCloseTo(1, 2);
});
