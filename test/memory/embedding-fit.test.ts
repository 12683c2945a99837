import { expect, test } from "bun:test";
import { fits, joining } from "../../src/memory/embedding-fit.ts";

const memory = { model: "m", recipe: "plain", dimensions: 8 };

test("vectors match if model, recipe and length agree, as far as they are known", () => {
  expect(fits(memory, memory)).toBe(true);
  expect(fits(memory, { ...memory, dimensions: null })).toBe(true);
  expect(fits(memory, { ...memory, dimensions: 9 })).toBe(false);
  expect(fits(memory, { ...memory, model: "n" })).toBe(false);
  expect(fits(memory, { ...memory, recipe: "e5" })).toBe(false);
});

test("a memory has vectors for all of its passages or for no passage, unless they follow later", () => {
  const other = { ...memory, model: "n" };
  const pack = { ...memory, inBackground: true };
  const empty = { embedding: null, isEmpty: true, mayLack: false };
  const emptied = { embedding: memory, isEmpty: true, mayLack: false };
  const words = { embedding: null, isEmpty: false, mayLack: false };
  const vectors = { embedding: memory, isEmpty: false, mayLack: false };
  const following = { embedding: memory, isEmpty: false, mayLack: true };
  const table = [
    [empty, null, "words"],
    [empty, memory, "vectors"],
    [empty, pack, "later"],
    [emptied, null, "words"],
    [emptied, other, "vectors"],
    [emptied, pack, "later"],
    [words, null, "words"],
    [words, memory, "words"],
    [words, pack, "later"],
    [vectors, null, "refused"],
    [vectors, memory, "vectors"],
    [vectors, other, "refused"],
    [vectors, pack, "refused"],
    [following, null, "words"],
    [following, other, "words"],
    [following, memory, "words"],
    [following, pack, "later"],
  ] as const;
  expect(table.map(([standing, embedder]) => joining(standing, embedder))).toEqual(table.map(([, , how]) => how));
});
