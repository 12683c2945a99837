/** The background work over a real database, with a scripted encoder. */
import { afterEach, expect, test } from "bun:test";
import { immediately } from "../../src/kernel/awaitable.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { senseJob } from "../../src/memory/derived-passages.ts";
import type { IndexedExpert } from "../../src/memory/row-ports.ts";
import { createRunner } from "../../src/runner/runner.ts";
import { senseStore } from "../../src/store/passages/derived-store.ts";
import { expertRows } from "../../src/store/sqlite/rows/expert-rows.ts";
import { derived } from "../../src/store/sqlite/schema.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { fakeSenseEncoder, fakeSenseModel } from "../support/fakes/fake-sense.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

interface ComposeOptions {
  /** Called with each pause; a pause is over at once. */
  readonly paused?: (milliseconds: number) => unknown;
  readonly isReading?: () => boolean;
}

const nextTurn = () => new Promise<void>((go) => setImmediate(go));

function world() {
  const opened = openPipelineWorld();
  open.push(opened);
  const { add, settled, pipeline, sources } = opened.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const { database, expert } = opened;
  const encoder = fakeSenseEncoder();
  const failures: string[] = [];
  const refreshed: IndexedExpert[] = [];
  const start = (model = fakeSenseModel(), { paused, isReading = () => false }: ComposeOptions = {}) => {
    const rows = immediately(senseStore(storeInSqlite(database), model.name));
    const memory = {
      refresh: async (remembering: IndexedExpert) => {
        refreshed.push(remembering);
      },
    };
    let time = 0;
    const runner = createRunner({
      log: { ...silentLog, error: (event) => failures.push(event) },
      now: () => time,
      pause: async (milliseconds) => {
        time += milliseconds;
        await paused?.(milliseconds);
        await Promise.resolve();
      },
    });
    const { wake } = runner.add({ ...senseJob({ rows, model, encoder, memory }), givesWayTo: isReading });
    const lane = { wake, holdOff: runner.asked, stop: runner.stop };
    open.push({ close: () => lane.stop() });
    runner.start();
    /** Resolves when nothing is behind any more. */
    const done = async () => {
      await nextTurn(); // the job has begun
      for (let turns = 0; rows.behind().some(({ language }) => model.speaks(language)); turns++) {
        if (turns > 10_000) throw new Error("the lane does not come to an end");
        await nextTurn();
      }
    };
    return { lane, rows, done };
  };
  return {
    database,
    expert,
    encoder,
    failures,
    refreshed,
    sources,
    start,
    addSource: async (text: string) => settled(await add(text)),
    stored: () => database.orm.select().from(derived).all().length,
    speak: (language: string) => expertRows(database).replace({ ...expert, language }),
  };
}

test("existing passages are encoded after the start, the newest source first, and indexes follow", async () => {
  const { addSource, start, encoder, refreshed, expert } = world();
  await addSource("a\nb\nc");
  await addSource("d");
  const { done, rows } = start();
  await done();
  expect(encoder.batches).toEqual([
    ["d", "a"],
    ["b", "c"],
  ]);
  expect(rows.count(expert.id)).toEqual({ done: 4, total: 4 });
  await nextTurn();
  expect(refreshed).toEqual(Array.from({ length: 2 }, () => ({ id: expert.id, language: "en", embedding: null })));
});

test("later passages are encoded when the lane is woken", async () => {
  const { addSource, start, encoder } = world();
  const { lane, done } = start();
  await addSource("a");
  expect(encoder.batches).toEqual([]);
  lane.wake();
  await done();
  expect(encoder.batches).toEqual([["a"]]);
});

test("a stopped lane leaves complete batches, and the next continues after them", async () => {
  const { addSource, start, encoder, stored } = world();
  await addSource("a\nb\nc\nd\ne");
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  encoder.meanwhile = () => {
    if (encoder.batches.length < 3) return;
    encoder.behave("hang");
    reach();
  };
  const first = start();
  await reached;
  await first.lane.stop();
  expect(stored()).toBe(4);
  encoder.meanwhile = () => undefined;
  encoder.behave("well");
  await start().done();
  expect([encoder.batches.slice(3), stored()]).toEqual([[["e"]], 5]);
});

test("a failing encoder is paused for longer and longer, and then continues", async () => {
  const { addSource, start, encoder, failures, stored } = world();
  await addSource("a\nb");
  encoder.behave("badly");
  const pauses: number[] = [];
  const { done } = start(fakeSenseModel(), {
    paused: (milliseconds) => {
      pauses.push(milliseconds);
      if (pauses.length === 8) encoder.behave("well");
    },
  });
  await done();
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect([encoder.batches.length, failures, stored()]).toEqual([9, Array(8).fill("sense.batch_failed"), 2]);
});

test("it waits while sources are read", async () => {
  const { addSource, start, encoder } = world();
  await addSource("a");
  const pauses: number[] = [];
  const { done } = start(fakeSenseModel(), {
    isReading: () => pauses.length < 3,
    paused: (milliseconds) => pauses.push(milliseconds + encoder.batches.length),
  });
  await done();
  expect([pauses, encoder.batches.length]).toEqual([[250, 250, 250], 1]);
});

test("a question pauses it until a moment without questions", async () => {
  const { addSource, start, encoder } = world();
  const pauses: number[] = [];
  const { lane, done } = start(fakeSenseModel(), {
    paused: (milliseconds) => {
      pauses.push(milliseconds);
      if (pauses.length === 1) lane.holdOff();
    },
  });
  await addSource("a");
  lane.holdOff();
  lane.wake();
  await done();
  expect([pauses, encoder.batches.length]).toEqual([[100, 100], 1]);
});

test("constant questions pause it for two seconds per batch", async () => {
  const { addSource, start, encoder } = world();
  const pauses: number[] = [];
  const { lane, done } = start(fakeSenseModel(), {
    paused: (milliseconds) => {
      pauses.push(milliseconds);
      lane.holdOff();
    },
  });
  await addSource("a\nb\nc");
  lane.holdOff();
  lane.wake();
  await done();
  expect(encoder.batches.length).toBe(2);
  expect(pauses.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 100));
});

test("only experts in the model's language are encoded, and a change of language takes effect at once", async () => {
  const { addSource, start, encoder, stored, speak, refreshed } = world();
  speak("de");
  await addSource("a\nb\nc\nd");
  const { lane, done } = start();
  await done();
  expect([encoder.batches, stored()]).toEqual([[], 0]);
  speak("en");
  encoder.meanwhile = () => encoder.batches.length === 1 && speak("de");
  lane.wake();
  await done();
  await nextTurn();
  expect([encoder.batches, stored()]).toEqual([[["a", "b"]], 2]);
  expect(refreshed.map(({ language }) => language)).toEqual(["de"]);
  speak("en-GB");
  lane.wake();
  await done();
  expect([encoder.batches.length, stored()]).toEqual([2, 4]);
});

test("a source that is deleted while it is encoded leaves nothing", async () => {
  const { addSource, start, encoder, sources, expert, stored } = world();
  const source = await addSource("a\nb\nc");
  encoder.meanwhile = () => encoder.batches.length === 2 && sources.remove(expert, source.id);
  const { done } = start();
  await done();
  expect([encoder.batches.length, stored()]).toEqual([2, 0]);
});

test("another model starts over, and removes the vectors of the previous one", async () => {
  const { addSource, start, encoder, stored, expert } = world();
  await addSource("a\nb\nc");
  const before = start();
  await before.done();
  await before.lane.stop();
  const { done, rows } = start(fakeSenseModel("synonyms 2"));
  await done();
  expect([encoder.batches.length, rows.count(expert.id)]).toEqual([4, { done: 3, total: 3 }]);
  for (let turns = 0; stored() > 3 && turns < 1000; turns++) await nextTurn();
  expect([stored(), before.rows.count(expert.id)]).toEqual([3, { done: 0, total: 0 }]);
});
