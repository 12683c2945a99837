import { expect, test } from "bun:test";
import { fits, joining } from "../../src/memory/embedding/embedding-fit.ts";

const memory = { model: "m", recipe: "plain", dimensions: 8 };

test("vectors match if model, recipe and length agree, as far as they are known", () => {
  expect(fits(memory, memory)).toBe(true);
  expect(fits(memory, { ...memory, dimensions: null })).toBe(true);
  expect(fits(memory, { ...memory, dimensions: 9 })).toBe(false);
  expect(fits(memory, { ...memory, model: "n" })).toBe(false);
  expect(fits(memory, { ...memory, recipe: "e5" })).toBe(false);
});

test("a memory has vectors for all of its passages or for no passage", () => {
  const other = { ...memory, model: "n" };
  const table = [
    [{ embedding: null, isEmpty: true }, null, "words"],
    [{ embedding: null, isEmpty: true }, memory, "vectors"],
    [{ embedding: memory, isEmpty: true }, null, "words"],
    [{ embedding: memory, isEmpty: true }, other, "vectors"],
    [{ embedding: null, isEmpty: false }, null, "words"],
    [{ embedding: null, isEmpty: false }, memory, "words"],
    [{ embedding: memory, isEmpty: false }, null, "refused"],
    [{ embedding: memory, isEmpty: false }, memory, "vectors"],
    [{ embedding: memory, isEmpty: false }, other, "refused"],
  ] as const;
  expect(table.map(([standing, embedder]) => joining(standing, embedder))).toEqual(table.map(([, , how]) => how));
});
