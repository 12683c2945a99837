import { expect, test } from "bun:test";
import fc from "fast-check";
import { hashBound, isAscending, lowerBound, NumberPlaces } from "../../src/engine/parts/number-places.ts";

test("gives the last position of a number, in ascending and other columns", () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  const ascending = fc.uniqueArray(fc.integer({ min: 1, max: 60 })).map((some) => some.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.oneof(numbers, ascending), (column) => {
      const numbers = Float64Array.from(column);
      const places = new NumberPlaces(numbers, isAscending(numbers));
      for (let value = 0; value <= 61; value++) expect(places.last(value)).toBe(column.lastIndexOf(value));
    }),
  );
});

test("finds the position of a hash for any distribution of hashes", () => {
  const even = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 400 });
  const crowded = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 400 });
  fc.assert(
    fc.property(fc.oneof(even, crowded), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (hashes, other) => {
      const sorted = Uint32Array.from(hashes).sort();
      for (const hash of [...hashes, other, 0, 2 ** 32 - 1])
        expect(hashBound(sorted, hash)).toBe(lowerBound(sorted, hash));
    }),
  );
});
