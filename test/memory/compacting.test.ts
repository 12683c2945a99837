import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog as log } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { MemoryEngine, MemoryIndex } from "../../src/memory/index-ports.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import type { IndexedExpert } from "../../src/memory/row-ports.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-compacting-"));
afterAll(() => rmSync(folder, { recursive: true }));

const expert: IndexedExpert = { id: "exp_one" as ExpertId, language: "en", embedding: null };
const saveAfter = { idleMs: 15_000, behindMs: 20_000 };

let steps: string[] = [];
let rows = new PassageLog();
let now = 0;
let scattered = true;
let failing = false;
let memory: MemoryService;

/** Notes what is asked of the index; its parts are scattered when a test says so. */
function watched(index: MemoryIndex): MemoryIndex {
  const save = index.save.bind(index);
  index.compact = () => {
    steps.push("compact");
    return failing ? Promise.reject(new Error("compacting fails")) : Promise.resolve(scattered);
  };
  index.save = () => {
    steps.push("save");
    return save();
  };
  return index;
}

const started = () => {
  const engine = createOramaMemory({ directory: folder, analyzers: createAnalyzers(), log });
  const watchedEngine: MemoryEngine = {
    ...engine,
    create: (...given) => watched(engine.create(...given)),
    open: async (...given) => {
      const opened = await engine.open(...given);
      return opened.index === null ? opened : { ...opened, index: watched(opened.index) };
    },
  };
  const clock = { now: () => now };
  return new MemoryService({ engine: watchedEngine, rows, sense: null, log, clock, budgetBytes: 2 ** 30, saveAfter });
};

const ask = () =>
  memory.search(expert, {
    question: "filter",
    k: 10,
    mode: "keyword",
    sense: null,
    questionVector: null,
    permitted: null,
  });

/** What was asked of the index after so many milliseconds. */
const flushedAfter = async (ms: number) => {
  now += ms;
  await memory.flush();
  return steps.splice(0);
};

const commit = async (text: string) => {
  rows.commit([text]);
  await ask();
};

beforeEach(async () => {
  steps = [];
  rows = new PassageLog();
  now = 1_000_000;
  scattered = true;
  failing = false;
  memory = started();
  await memory.forget(expert.id);
});

test("an index is compacted at rest, before it is saved, and then left alone", async () => {
  await commit("filters");
  expect(await flushedAfter(14_000)).toEqual([]);
  expect(await flushedAfter(1_000)).toEqual(["compact", "save"]);
  expect(await flushedAfter(60_000)).toEqual([]);
});

test("it is not compacted while passages still come, nor when it is closed", async () => {
  for (const text of ["filters", "a filter", "another"]) {
    await commit(text);
    now += 7_000;
  }
  expect(await flushedAfter(0)).toEqual(["save"]);
  await commit("closed");
  now += 60_000;
  await memory.close();
  expect(steps).toEqual(["save"]);
});

test("an index that was closed before it was at rest is compacted after it is opened again", async () => {
  await commit("filters");
  await memory.close();
  expect(steps.splice(0)).toEqual(["save"]);
  memory = started();
  await ask();
  expect(await flushedAfter(15_000)).toEqual(["compact", "save"]);
});

test("what is compact already is not saved again", async () => {
  await commit("filters");
  await memory.close();
  steps = [];
  scattered = false;
  memory = started();
  await ask();
  expect(await flushedAfter(15_000)).toEqual(["compact"]);
  await commit("one more filter");
  expect(await flushedAfter(15_000)).toEqual(["compact", "save"]);
});

test("an index that cannot be compacted is saved all the same, the next time", async () => {
  await commit("filters");
  failing = true;
  expect(await flushedAfter(15_000)).toEqual(["compact"]);
  expect(await flushedAfter(10_000)).toEqual(["save"]);
  expect(await flushedAfter(60_000)).toEqual([]);
});
