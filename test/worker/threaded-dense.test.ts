import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../src/kernel/fault.ts";
import { createDenseModel } from "../../src/models/dense-model.ts";
import { readDensePack } from "../../src/models/dense-pack.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { type ThreadedDense, threadedDense } from "../../src/worker/threaded-dense.ts";
import { randomDensePack } from "../support/models/random-dense-pack.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-dense-"));
const shape = { depth: 1, width: 32, heads: 1, feedForward: 32, positions: 64, normEpsilon: 1e-12 };
const pieces = new Map(Array.from("▁abcdefghijklmnopqrstuvwxyz:", (letter) => [letter, -3]));
const bytes = randomDensePack({ shape, pieces }, seededRandom(5).next);
const whole = join(folder, "whole.pack");
writeFileSync(whole, bytes);

const opened: ThreadedDense[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  rmSync(join(folder, "late.pack"), { force: true });
});

function embedderOf(pack: string): ThreadedDense {
  const entry = new URL("../../src/worker/dense-worker.ts", import.meta.url);
  const embedder = threadedDense({
    entry,
    pack,
    model: "random",
    recipe: "pack-1",
    dimensions: 32,
    centres: new Map(),
  });
  opened.push(embedder);
  return embedder;
}

const never = new AbortController().signal;

test("vectors equal the model's, with the prefix of their use, for any number of texts", async () => {
  const model = createDenseModel(readDensePack(bytes));
  const texts = Array.from({ length: 19 }, (_, at) => "abcdefghij".slice(at % 10));
  const embedder = embedderOf(whole);
  for (const [use, prefix] of [
    ["question", "query: "],
    ["passage", "passage: "],
    ["plain", ""],
  ] as const) {
    const { vectors, tokens } = await embedder.embed(texts, use, never);
    const divided = texts.map((text) => model.pieces(prefix + text));
    expect(vectors).toEqual(divided.map((some) => model.embed(some)));
    expect(tokens).toBe(divided.reduce((sum, some) => sum + some.length, 0));
  }
});

test("an aborted caller gets its reason, and the next one its vectors", async () => {
  const embedder = embedderOf(whole);
  const stopping = new AbortController();
  const given = embedder.embed(["abc"], "question", stopping.signal);
  stopping.abort(new Error("gone"));
  expect(await given.catch((error: unknown) => error)).toEqual(new Error("gone"));
  expect((await embedder.embed(["abc"], "question", never)).vectors).toHaveLength(1);
});

test("a pack that cannot be opened is a fault, and is opened as soon as it can be", async () => {
  const late = join(folder, "late.pack");
  const embedder = embedderOf(late);
  const fault = await embedder.embed(["abc"], "passage", never).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toHaveProperty("code", "upstream_model_error");
  writeFileSync(late, bytes);
  expect((await embedder.embed(["abc"], "passage", never)).vectors).toHaveLength(1);
});
