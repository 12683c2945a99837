import { expect, test } from "bun:test";
import fc from "fast-check";
import { PassagePlaces } from "../../src/engine/parts/passage-places.ts";

test("finds the rows of passages as a map does, however they come and go", () => {
  const step = fc.record({
    no: fc.integer({ min: 1, max: 60 }),
    isAdded: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.constantFrom(1, 97, 2 ** 40), (steps, spacing) => {
      const numbers: number[] = [];
      const places = new PassagePlaces((row) => numbers[row]!);
      const known = new Map<number, number>();
      for (const { no: one, isAdded } of steps) {
        const no = one * spacing;
        if (isAdded && !known.has(no)) {
          numbers.push(no);
          places.set(no, numbers.length - 1);
          known.set(no, numbers.length - 1);
        } else if (!isAdded) {
          places.delete(no);
          known.delete(no);
        }
      }
      for (let one = 1; one <= 60; one++) expect(places.get(one * spacing)).toBe(known.get(one * spacing));
    }),
  );
});

test("takes six bytes a passage", () => {
  const places = new PassagePlaces((row) => row + 1);
  for (let row = 0; row < 20_000; row++) places.set(row + 1, row);
  expect(places.byteLength / 20_000).toBeLessThan(6);
  expect(places.get(20_000)).toBe(19_999);
});
