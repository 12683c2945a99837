/** When pages count as having become the same. */
import { expect, test } from "bun:test";
import { becameAlike, likeness, sketchOf } from "../../src/sites/text-sketch.ts";
import { expectWithin } from "../support/growth.ts";

const sketch = (text: string) => sketchOf(new TextEncoder().encode(text));
const words = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) => `w${[...String(from + i)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`,
  ).join(" ");

test("tags and digits do not count, and order does not", () => {
  expect(sketch("<p class=x>Pump 12 valve</p>")).toEqual(sketch("<b>valve</b> Pump 9999"));
  expect([likeness(sketch("a b"), sketch("a b")), likeness(sketch("a b"), sketch("c d"))]).toEqual([1, 0]);
  expect([likeness([], []), likeness(sketch("a"), [])]).toEqual([0, 0]);
});

test("the likeness of long texts is close to the share of their words that both have", () => {
  const found = likeness(sketch(words(0, 3000)), sketch(words(1000, 4000)));
  expect(Math.abs(found - 0.5)).toBeLessThan(0.12);
});

test("pages that became alike are found among others, by their bytes alone too", () => {
  const page = (before: string, after: string) => ({ before: sketch(before), after: sketch(after), sha256: after });
  const repaired = [0, 1, 2].map((n) =>
    page(words(n * 100, n * 100 + 80), `We are being repaired, come back soon ${n}`),
  );
  const rewritten = Array.from({ length: 40 }, (_, n) =>
    page(words(1000 + n * 50, 1050 + n * 50), words(5000 + n * 50, 5050 + n * 50)),
  );
  const alike = [0, 1].map((n) => page(`${words(0, 100)} old ${n}`, `${words(0, 100)} new ${n}`));
  const unread = [0, 1].map(() => ({ before: [], after: [], sha256: "ab" }));
  expect(new Set(becameAlike([...rewritten, ...repaired, ...alike, ...unread]))).toEqual(
    new Set([...repaired, ...unread]),
  );
  expect(becameAlike([])).toEqual([]);
  expect(becameAlike(repaired.slice(0, 1))).toEqual([]);
});

test("a page of any size and any text costs little", () => {
  for (const text of ["<".repeat(4_000_000), "a".repeat(4_000_000), "<a".repeat(2_000_000), "é ".repeat(2_000_000)]) {
    expectWithin(250, () => sketch(text));
  }
});
