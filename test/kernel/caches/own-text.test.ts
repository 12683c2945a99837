import { expect, test } from "bun:test";
import fc from "fast-check";
import { ownText, remembered } from "../../../src/kernel/stores/recently-used.ts";
import { heapSize, longText } from "../../support/heap.ts";

test("a copy has the same characters, half a surrogate pair included", () => {
  const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
  fc.assert(
    fc.property(anyUnits, (units) => {
      const text = String.fromCharCode(...units);
      expect(ownText(text)).toBe(text);
    }),
  );
});

test("a remembered result keeps its own characters, not the text that its name was cut from", () => {
  const endings = remembered(1000, (name) => name.slice(20));
  const before = heapSize();
  for (let i = 0; i < 200; i++) endings(longText(`a name of more than a few characters, ${i}`).slice(0, 50));
  expect(heapSize() - before).toBeLessThan(2_000_000);
  expect(endings("a name of more than a few characters")).toBe("a few characters");
});

test("remembered results are limited by their size", () => {
  const computed: string[] = [];
  const letters = remembered(
    10,
    (name) => {
      computed.push(name);
      return [...name];
    },
    (found) => found.length,
  );
  for (const name of ["sixsix", "four", "sixsix", "larger than all", "larger than all", "eleven", "seven", "sixsix"])
    letters(name);
  expect(computed).toEqual(["sixsix", "four", "larger than all", "larger than all", "eleven", "seven", "sixsix"]);
});
