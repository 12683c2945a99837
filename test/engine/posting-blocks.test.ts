import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { GrowableBytes } from "../../src/engine/parts/growable-column.ts";
import {
  type BlockPosition,
  blockSize,
  DecodedBlock,
  decodeBlock,
  encodeBlock,
} from "../../src/engine/parts/posting-blocks.ts";
import { addBlock } from "../../src/engine/scan/block-adder.ts";
import { contribution } from "../../src/engine/scan/bm25.ts";
import { ShareTable } from "../../src/engine/scan/share-table.ts";
import type { ScoreWindow } from "../../src/engine/scan/term-scoring.ts";
import { addWeights } from "../../src/engine/scan/weight-adder.ts";

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

  test("added window by window, gives each slot its contribution once", () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 16, max: 600 }), (block, size) => {
        fc.pre(block.slots.at(-1)! < 100_000);
        const adding = { lengths: lengthsOf(block), weight, shares, once: shares.once(weight) };
        const found = addByWindows(block, size, (position, bytes, window) =>
          addBlock(position, { ...adding, bytes }, window),
        );
        if (found === null) return;
        expect(found).toEqual(
          block.slots.map((slot, i) => [
            slot,
            contribution(weight, shares.shareOf(block.frequencies[i]!, lengthAt(slot))),
          ]),
        );
      }),
    );
  });

  test("of sense, added window by window, gives each slot what its weight adds", () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 16, max: 600 }), (block, size) => {
        fc.pre(block.slots.at(-1)! < 100_000);
        const found = addByWindows(block, size, (position, bytes, window) => {
          const isCommon = addWeights(position, { bytes, adds }, window);
          expect(window.unlisted).toBe(isCommon);
          listScored(window, 0);
          return isCommon;
        });
        if (found === null) return;
        expect(found).toEqual(block.slots.map((slot, i) => [slot, adds[block.frequencies[i]!]!]));
      }),
    );
  });

  test("of sense, added only to slots with a score, leaves the rest without", () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 16, max: 600 }), (block, size) => {
        fc.pre(block.slots.at(-1)! < 100_000);
        const found = addByWindows(block, size, (position, bytes, window) => {
          window.onlyScored = true;
          for (let place = 0; place < size; place += 2) window.scores[place] = 1;
          const isCommon = addWeights(position, { bytes, adds }, window);
          expect(window.unlisted).toBe(false);
          listScored(window, 1);
          return isCommon;
        });
        if (found === null) return;
        const all = block.slots.map((slot, i): [number, number] => [slot, 1 + adds[block.frequencies[i]!]!]);
        expect(found).toEqual(all.filter(([slot]) => (slot % size) % 2 === 0));
      }),
    );
  });
});

const weight = 1e6;
const shares = new ShareTable(20, 41);
const lengthAt = (slot: number) => 1 + (slot % 40);

const lengthsOf = ({ slots }: Block) => Uint16Array.from({ length: slots.at(-1)! + 1 }, (_, slot) => lengthAt(slot));
const adds = Int32Array.from({ length: 256 }, (_, byte) => 1000 + byte);

function listScored(window: ScoreWindow, above: number): void {
  for (const [place, score] of window.scores.entries()) if (score > above) window.places[window.found++] = place;
}

type AddTo = (position: BlockPosition, bytes: Uint8Array, window: ScoreWindow) => boolean;

/** The listed slots and what was added to each; null if the block is not of a common kind. */
function addByWindows(block: Block, size: number, add: AddTo): [slot: number, score: number][] | null {
  const position = { at: 1, count: block.slots.length, read: 0, slot: block.previous };
  const found: [number, number][] = [];
  const bytes = encode(block);
  for (let start = 0; start <= block.slots.at(-1)!; start += size) {
    const window = {
      start,
      end: start + size,
      scores: new Int32Array(size),
      places: new Int32Array(size),
      found: 0,
      unlisted: false,
      onlyScored: false,
    };
    if (!add(position, bytes, window)) return null;
    for (const place of window.places.subarray(0, window.found)) found.push([start + place, window.scores[place]!]);
  }
  return found;
}
