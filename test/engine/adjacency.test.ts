import { expect, test } from "bun:test";
import fc from "fast-check";
import { Adjacency } from "../../src/engine/scan/adjacency.ts";
import { contribution } from "../../src/engine/scan/bm25.ts";
import { ShareTable } from "../../src/engine/scan/share-table.ts";

const shares = new ShareTable(20, 40);

test("each pair of a question counts by how often a passage has it, in whatever order passages come", () => {
  const signature = fc.integer({ min: 1, max: 4 });
  const pair = fc.record({
    first: signature,
    second: signature,
    weight: fc.integer({ min: 1, max: 1e6 }),
  });
  const around = [0, 1, 2, 3, 4, 5];
  const passage = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 4 }), fc.array(passage, { maxLength: 4 }), (pairs, passages) => {
      const adjacency = new Adjacency(pairs, shares);
      for (const signatures of passages) {
        const { length } = signatures;
        const expected = pairs.reduce((sum, { first, second, weight }) => {
          const times = signatures.filter((one, i) => one === first && signatures[i + 1] === second).length;
          return times === 0 ? sum : sum + contribution(weight, shares.shareOf(times, length));
        }, 0);
        // Bytes of other passages on both sides, which make pairs with those at the ends if they are read.
        const bytes = Uint8Array.from([...around, ...signatures, ...around]);
        const range = { bytes, from: around.length, end: around.length + length };
        const part = { signaturesAt: () => range, lengthAt: () => length };
        expect(adjacency.scoreOf(part, 0)).toBe(expected);
      }
    }),
  );
});
