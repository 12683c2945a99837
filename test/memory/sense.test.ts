import { expect, test } from "bun:test";
import fc from "fast-check";
import { senseBytes, senseFrom } from "../../src/memory/sense.ts";

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

test("the written vectors are read back", () => {
  fc.assert(fc.property(vector, (sense) => expect(senseFrom(senseBytes(sense))).toEqual(sense)));
});

test("the format is the documented one", () => {
  const sense = { terms: Uint16Array.of(0, 1, 129, 130, 65_535), weights: Uint8Array.of(9, 8, 7, 6, 255) };
  const bytes = [0, 9, 0, 8, 127, 7, 0, 6, 0xfc, 0xfe, 3, 255];
  expect([...senseBytes(sense)]).toEqual(bytes);
  expect(senseFrom(Uint8Array.from(bytes))).toEqual(sense);
  expect(senseBytes({ terms: new Uint16Array(), weights: new Uint8Array() })).toEqual(new Uint8Array());
});

test("arbitrary bytes are a vector or are refused, in finite time", () => {
  const isSound = (bytes: Uint8Array) => {
    const sense = senseFrom(bytes);
    if (sense === null) return true;
    const { terms, weights } = sense;
    return terms.length === weights.length && terms.every((term, i) => i === 0 || term > terms[i - 1]!);
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => expect(isSound(bytes)).toBe(true)));
  for (const bytes of [[0xff], [0xff, 0xff, 0xff, 0xff], Array(1000).fill(0xff), [5], [0x80], [0xff, 0xff, 0x7f, 1]])
    expect(senseFrom(Uint8Array.from(bytes))).toBeNull();
});
