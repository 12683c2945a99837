import { expect, test } from "bun:test";
import fc from "fast-check";
import { BestHits } from "../../src/engine/scan/best-hits.ts";

test("keeps the best in any order of arrival, ties by the smaller number", () => {
  const scores = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 60 });
  const best = new BestHits(20);
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 20 }), fc.infiniteStream(fc.double()), (list, capacity, order) => {
      const hits = list.map((score, i) => ({ score, no: i + 1, part: i % 3, slot: i * 2 }));
      const shuffled = hits.map((hit) => ({ hit, key: order.next().value })).sort((a, b) => a.key - b.key);
      best.clear(capacity);
      for (const { hit } of shuffled) best.offer(hit);
      const expected = hits.toSorted((a, b) => b.score - a.score || a.no - b.no).slice(0, capacity);
      expect(best.sorted()).toEqual(expected);
      expect(best.threshold).toBe(expected.length < capacity ? 1 : expected.at(-1)!.score);
    }),
  );
});
