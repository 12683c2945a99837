import { expect, test } from "bun:test";
import fc from "fast-check";
import { senseBytes, senseFrom } from "../../src/storage/rows/sense-bytes.ts";

const vector = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 1, max: 255 })), {
    selector: ([term]) => term,
    maxLength: 300,
  })
  .map((entries) => entries.toSorted((a, b) => a[0] - b[0]))
  .map((entries) => ({
    terms: Uint16Array.from(entries, ([term]) => term),
    weights: Uint8Array.from(entries, ([, weight]) => weight),
  }));

test("what was written is read again", () => {
  fc.assert(fc.property(vector, (sense) => expect(senseFrom(senseBytes(sense))).toEqual(sense)));
});

test("the format is the one that is written down", () => {
  const sense = { terms: Uint16Array.of(0, 1, 129, 130, 65_535), weights: Uint8Array.of(9, 8, 7, 6, 255) };
  const bytes = [0, 9, 0, 8, 127, 7, 0, 6, 0xfc, 0xfe, 3, 255];
  expect([...senseBytes(sense)]).toEqual(bytes);
  expect(senseFrom(Uint8Array.from(bytes))).toEqual(sense);
  expect(senseBytes({ terms: new Uint16Array(), weights: new Uint8Array() })).toEqual(new Uint8Array());
});
