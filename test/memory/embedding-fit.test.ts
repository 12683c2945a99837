import { expect, test } from "bun:test";
import { fits, joining } from "../../src/memory/embedding-fit.ts";

const memory = { model: "m", recipe: "plain", dimensions: 8 };

test("vectors compare when model, recipe and length agree, as far as they are known", () => {
  expect(fits(memory, memory)).toBe(true);
  expect(fits(memory, { ...memory, dimensions: null })).toBe(true);
  expect(fits(memory, { ...memory, dimensions: 9 })).toBe(false);
  expect(fits(memory, { ...memory, model: "n" })).toBe(false);
  expect(fits(memory, { ...memory, recipe: "e5" })).toBe(false);
});

test("a memory has vectors for all of its passages or for none", () => {
  const other = { ...memory, model: "n" };
  const table = [
    [{ embedding: null, passages: 0 }, null, "words"],
    [{ embedding: null, passages: 0 }, memory, "vectors"],
    [{ embedding: memory, passages: 0 }, null, "words"],
    [{ embedding: memory, passages: 0 }, other, "vectors"],
    [{ embedding: null, passages: 1 }, null, "words"],
    [{ embedding: null, passages: 1 }, memory, "words"],
    [{ embedding: memory, passages: 1 }, null, "refused"],
    [{ embedding: memory, passages: 1 }, memory, "vectors"],
    [{ embedding: memory, passages: 1 }, other, "refused"],
  ] as const;
  expect(table.map(([standing, embedder]) => joining(standing, embedder))).toEqual(table.map(([, , how]) => how));
});
