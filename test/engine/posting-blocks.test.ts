import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { GrowableBytes } from "../../src/engine/parts/growable-column.ts";
import { blockSize, DecodedBlock, decodeBlock, encodeBlock } from "../../src/engine/parts/posting-blocks.ts";

const postings = fc
  .record({
    gaps: fc.oneof(...[3, 400, 70_000].map((max) => fc.array(fc.nat(max), { minLength: 1, maxLength: blockSize }))),
    frequencies: fc.oneof(
      ...[[1], [1, 1, 1, 1, 2], [1, 2, 3, 255]].map((choice) =>
        fc.array(fc.constantFrom(...choice), { minLength: blockSize, maxLength: blockSize }),
      ),
    ),
    previous: fc.integer({ min: -1, max: 1000 }),
  })
  .map(({ gaps, frequencies, previous }) => {
    let slot = previous;
    const slots = gaps.map((gap) => (slot += gap + 1));
    return { slots, frequencies: frequencies.slice(0, slots.length), previous };
  });

interface Block {
  readonly slots: number[];
  readonly frequencies: number[];
  readonly previous: number;
}

function encode({ slots, frequencies, previous }: Block) {
  const out = new GrowableBytes();
  out.push(99);
  const columns = { slots: Int32Array.from(slots), frequencies: Uint8Array.from(frequencies) };
  encodeBlock(out, { ...columns, start: 0, count: slots.length, previous });
  return out.view();
}

describe("a block of postings", () => {
  test("decodes to the encoded postings", () => {
    fc.assert(
      fc.property(postings, (block) => {
        const into = new DecodedBlock();
        decodeBlock(encode(block), { at: 1, count: block.slots.length, previous: block.previous }, into);
        expect([...into.slots.subarray(0, into.count)]).toEqual(block.slots);
        expect([...into.frequencies.subarray(0, into.count)]).toEqual(block.frequencies);
      }),
    );
  });

  test("takes little more than a byte per posting for small gaps and single words", () => {
    const slots = Array.from({ length: blockSize }, (_, i) => i * 2);
    const frequencies = slots.map(() => 1);
    expect(encode({ slots, frequencies, previous: -1 }).length - 1).toBe(1 + blockSize);
  });
});
