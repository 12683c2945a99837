/** The background work that embeds passages, over a real database, with an embedder whose vectors are known. */
import { afterEach, expect, test } from "bun:test";
import { immediately } from "../../src/kernel/awaitable.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { vectorJob } from "../../src/memory/derived-passages.ts";
import type { Embedder } from "../../src/memory/embedder-ports.ts";
import type { IndexedExpert } from "../../src/memory/row-ports.ts";
import { createRunner } from "../../src/runner/runner.ts";
import { denseStore } from "../../src/store/passages/derived-store.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { fakeEmbedder } from "../support/fakes/fake-embedder.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const pack = { model: "pack", recipe: "plain", dimensions: 2 };

function world() {
  const opened = openPipelineWorld();
  open.push(opened);
  const { add, settled, pipeline } = opened.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const { database, expert } = opened;
  const rows = immediately(denseStore(storeInSqlite(database), pack));
  const refreshed: IndexedExpert[] = [];
  const batches: (readonly string[])[] = [];
  const failures: string[] = [];
  const start = (before: (batch: number) => Promise<unknown> = async () => undefined) => {
    const plain = fakeEmbedder(pack);
    const embedder: Embedder = {
      ...plain,
      embed: async (texts, use, signal) => {
        batches.push(texts);
        await before(batches.length);
        return plain.embed(texts, use, signal);
      },
    };
    const memory = {
      refresh: async (remembering: IndexedExpert) => {
        refreshed.push(remembering);
      },
    };
    const log = { ...silentLog, error: (event: string) => void failures.push(event) };
    const runner = createRunner({ log, pause: () => Promise.resolve() });
    const { wake } = runner.add(vectorJob({ rows, embedder, memory }));
    open.push({ close: () => runner.stop() });
    runner.start();
    return { wake, stop: runner.stop };
  };
  const done = async () => {
    await new Promise<void>((go) => setImmediate(go)); // the job has begun
    for (let turns = 0; rows.behind().length > 0; turns++) {
      if (turns > 10_000) throw new Error("the lane does not come to an end");
      await new Promise<void>((go) => setImmediate(go));
    }
  };
  const addSource = async (text: string) => settled(await add(text, { title: "Note" }));
  return { id: expert.id, rows, refreshed, batches, failures, start, done, addSource };
}

test("passages of before the model are embedded, the newest source first, and the index follows", async () => {
  const { id, rows, refreshed, batches, start, done, addSource } = world();
  await addSource("a\nb");
  await addSource("c");
  const lane = start();
  await done();
  expect(batches).toEqual([["Note\nc", "Note\na"], ["Note\nb"]]);
  expect(rows.count(id)).toEqual({ done: 3, total: 3 });
  expect(refreshed).toContainEqual({ id, language: "en", embedding: pack });
  await addSource("d");
  lane.wake();
  await done();
  expect(rows.count(id)).toEqual({ done: 4, total: 4 });
});

test("a lane that is stopped gives up its batch, and the next one goes on after the last that was committed", async () => {
  const { id, rows, batches, start, done, addSource } = world();
  await addSource("a\nb\nc\nd\ne");
  const { promise: second, resolve: reached } = Promise.withResolvers<void>();
  const hang = new Promise<never>(() => undefined);
  const lane = start(async (batch) => {
    if (batch !== 2) return;
    reached();
    await Promise.race([hang, new Promise((go) => setImmediate(go))]);
  });
  await second;
  await lane.stop();
  expect(rows.count(id)).toEqual({ done: 2, total: 5 });
  batches.length = 0;
  start();
  await done();
  expect(batches).toEqual([["Note\nc", "Note\nd"], ["Note\ne"]]);
});

test("a failure is logged and the batch is tried again", async () => {
  const { id, rows, failures, start, done, addSource } = world();
  await addSource("a");
  start(async (batch) => {
    if (batch < 3) throw new Error("the thread ended");
  });
  await done();
  expect([failures, rows.count(id)]).toEqual([
    ["embedding.batch_failed", "embedding.batch_failed"],
    { done: 1, total: 1 },
  ]);
});
