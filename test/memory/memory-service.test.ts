import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import type { Log, LogFields } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { IndexSearch, MemoryEngine } from "../../src/memory/index-ports.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import type { IndexedExpert } from "../../src/memory/row-ports.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-memory-service-"));
afterAll(() => rmSync(folder, { recursive: true }));

const analyzers = createAnalyzers();
const id = "exp_one" as ExpertId;
const english: IndexedExpert = { id, language: "en", embedding: null };
const german: IndexedExpert = { id, language: "de", embedding: null };

const ask = (question: string): IndexSearch => ({
  question,
  k: 10,
  mode: "keyword",
  sense: null,
  questionVector: null,
  permitted: null,
});

let directory = "";
let rows = new PassageLog();
let now = 0;
let logged: (readonly [string, LogFields])[] = [];
let engine: MemoryEngine;

const log: Log = {
  debug: (event, fields = {}) => logged.push([event, fields]),
  info: (event, fields = {}) => logged.push([event, fields]),
  warn: (event, fields = {}) => logged.push([event, fields]),
  error: (event, _error, fields = {}) => logged.push([event, fields]),
};

const service = (budgetBytes = 2 ** 30, saveAfter = {}) =>
  new MemoryService({ engine, rows, sense: null, log, clock: { now: () => now }, budgetBytes, saveAfter });

const found = async (memory: MemoryService, question: string, expert = english) =>
  (await memory.search(expert, ask(question))).hits.map((hit) => hit.no);

const snapshotOf = (expert: ExpertId) => join(directory, `${expert}.memory`);

beforeEach(() => {
  directory = mkdtempSync(join(folder, "case-"));
  rows = new PassageLog();
  now = 1_000_000;
  logged = [];
  engine = createOramaMemory({ directory, analyzers, log });
});

describe("opening", () => {
  test("an expert without rows finds nothing, and logs nothing", async () => {
    expect(await service().search(english, ask("filters"))).toEqual({
      hits: [],
      terms: [{ term: "filter", documentFrequency: 0, idf: Math.log(1 + 100.5 / 0.5) }],
      passages: 0,
      language: "en",
      asked: "en",
    });
    expect(logged).toEqual([]);
  });

  test("without a snapshot it is rebuilt from the rows, once for all simultaneous callers", async () => {
    rows.commit(["filters are changed twice a year", "pumps run hot"]);
    const memory = service();
    const answers = await Promise.all([found(memory, "filter"), found(memory, "pump"), found(memory, "year")]);
    expect(answers).toEqual([[1], [2], [1]]);
    expect(rows.reads).toEqual({ all: 1, groups: 0 });
    expect(logged).toEqual([["memory.rebuilt", { expert: id, reason: "missing" }]]);
  });

  test("a snapshot is updated with later commits", async () => {
    const old = rows.commit(["filters are changed twice a year"]);
    const before = service();
    await before.search(english, ask("filter"));
    await before.close();
    rows.commit(["filters are washed", "nozzles too"], [old]);
    expect(await found(service(), "filter nozzle")).toEqual([3, 2]);
    expect(rows.reads).toEqual({ all: 1, groups: 1 });
  });

  test("a snapshot that the log no longer reaches is rebuilt", async () => {
    rows.commit(["filters"]);
    const before = service();
    await before.search(english, ask("filter"));
    await before.close();
    rows.commit(["filters again"]);
    rows.cutLog();
    logged = [];
    expect(await found(service(), "filter")).toEqual([1, 2]);
    expect(logged).toEqual([["memory.rebuilt", { expert: id, reason: "log_too_short" }]]);
  });

  test("a snapshot ahead of a restored database is rebuilt", async () => {
    rows.commit(["filters"]);
    rows.commit(["pumps"]);
    const before = service();
    await before.search(english, ask("filter"));
    await before.close();
    rows.restore(1);
    logged = [];
    expect(await found(service(), "filters pumps")).toEqual([1]);
    expect(logged).toEqual([["memory.rebuilt", { expert: id, reason: "ahead_of_rows" }]]);
  });

  test("another language is another index", async () => {
    rows.commit(["die Häuser der Stadt"]);
    const memory = service();
    expect(await found(memory, "Haus", german)).toEqual([1]);
    await memory.close();
    expect(await found(service(), "Haus", english)).toEqual([]);
    expect(logged.at(-1)).toEqual(["memory.rebuilt", { expert: id, reason: "other_profile" }]);
  });

  test("an open expert whose language changes is rebuilt", async () => {
    rows.commit(["die Häuser der Stadt"]);
    const memory = service();
    expect(await found(memory, "Haus", english)).toEqual([]);
    expect(await found(memory, "Haus", german)).toEqual([1]);
  });

  test("passages that are committed or deleted during a rebuild are found or not found", async () => {
    rows.batchSize = 1;
    const first = rows.commit(["filters one"]);
    rows.commit(["filters two"]);
    rows.betweenBatches = () => {
      rows.betweenBatches = () => undefined;
      rows.remove([first]);
      rows.commit(["filters three"]);
    };
    expect(await found(service(), "filter")).toEqual([2, 3]);
  });
});

describe("following the rows", () => {
  test("a search uses all committed rows, also without a refresh", async () => {
    const memory = service();
    const one = rows.commit(["filters one"]);
    expect(await found(memory, "filter")).toEqual([1]);
    rows.commit(["filters two"], [one]);
    expect(await found(memory, "filter")).toEqual([2]);
    rows.remove([2]);
    expect(await found(memory, "filter")).toEqual([]);
  });

  test("a refresh updates an open index and leaves a closed one alone", async () => {
    rows.commit(["filters"]);
    const memory = service();
    await memory.refresh(english);
    expect([rows.reads, memory.stats().residentExperts]).toEqual([{ all: 0, groups: 0 }, 0]);
    await memory.search(english, ask("filter"));
    rows.commit(["more filters"]);
    await memory.refresh(english);
    expect(rows.reads).toEqual({ all: 1, groups: 1 });
  });

  test("a closed memory is opened once many passages were added, if others leave the room", async () => {
    rows.commit(["filters"]);
    const [memory, small] = [service(), service(1)];
    await small.search({ ...english, id: "exp_two" as ExpertId }, ask("filter"));
    await memory.refresh(english, 1_999);
    expect(memory.stats().residentExperts).toBe(0);
    for (const one of [memory, small]) await one.refresh(english, 2_000);
    expect([memory, small].map((one) => one.stats().residentExperts)).toEqual([1, 1]);
    await memory.close();
    expect(existsSync(snapshotOf(id))).toBe(false);
    expect(logged.flat()).not.toContain("memory.not_opened");
  });
});

describe("saving", () => {
  test("a few changes wait for a pause", async () => {
    const memory = service(2 ** 30, { changes: 10, idleMs: 5_000 });
    rows.commit(["filters"]);
    await memory.search(english, ask("filter"));
    now += 4_999;
    await memory.flush();
    expect(existsSync(snapshotOf(id))).toBe(false);
    now += 1;
    await memory.flush();
    expect(existsSync(snapshotOf(id))).toBe(true);
  });

  test("without a pause it is saved after a longer time", async () => {
    const memory = service(2 ** 30, { changes: 1_000, idleMs: 5_000, behindMs: 20_000 });
    for (let i = 0; i < 5; i++) {
      rows.commit(["filters"]);
      await memory.refresh(english);
      await memory.search(english, ask("filter"));
      await memory.flush();
      now += 4_000;
    }
    expect(existsSync(snapshotOf(id))).toBe(false);
    rows.commit(["filters"]);
    await memory.refresh(english);
    await memory.flush();
    expect(existsSync(snapshotOf(id))).toBe(true);
  });

  test("many changes are saved at once", async () => {
    const memory = service(2 ** 30, { changes: 3, fraction: 0 });
    rows.commit(["one filter", "two filters", "three filters"]);
    await memory.search(english, ask("filter"));
    await memory.close();
    rows.reads.all = 0;
    expect(await found(service(), "filter")).toHaveLength(3);
    expect(rows.reads.all).toBe(0);
  });

  test("a snapshot that cannot be written is logged, and searching continues", async () => {
    rows.commit(["filters"]);
    const failing: MemoryEngine = {
      ...engine,
      create(expert, profile) {
        const index = engine.create(expert, profile);
        index.save = () => Promise.reject(new Error("disk full"));
        return index;
      },
    };
    const clock = { now: () => now };
    const memory = new MemoryService({ engine: failing, rows, sense: null, log, clock, budgetBytes: 2 ** 30 });
    expect(await found(memory, "filter")).toEqual([1]);
    now += 60_000;
    await memory.flush();
    expect(logged.at(-1)).toEqual(["memory.snapshot_failed", { expert: id }]);
    expect(await found(memory, "filter")).toEqual([1]);
  });
});

test("closing does not wait for what a save under way can leave to the next one", async () => {
  rows.commit(["filters"]);
  const long = Promise.withResolvers<void>();
  const slow: MemoryEngine = {
    ...engine,
    create(expert, profile) {
      const index = engine.create(expert, profile);
      const save = index.save.bind(index);
      index.save = () => long.promise.then(save);
      index.hasten = () => long.resolve();
      return index;
    },
  };
  const clock = { now: () => now };
  const memory = new MemoryService({ engine: slow, rows, sense: null, log, clock, budgetBytes: 2 ** 30 });
  await found(memory, "filter");
  now += 60_000;
  const flushed = memory.flush();
  await memory.close();
  await flushed;
  expect(existsSync(snapshotOf(id))).toBe(true);
});

describe("eviction", () => {
  const experts = ["exp_a", "exp_b", "exp_c"].map((name): IndexedExpert => ({ ...english, id: name as ExpertId }));

  test("the least recently used index is closed when memory runs short, and reopened from its snapshot", async () => {
    rows.commit(["filters are changed"]);
    const memory = service(1);
    for (const expert of experts) {
      now += 1;
      expect(await found(memory, "filter", expert)).toEqual([1]);
    }
    await memory.flush();
    expect(memory.stats().residentExperts).toBe(1);
    expect(existsSync(snapshotOf("exp_a" as ExpertId))).toBe(true);
    rows.reads.all = 0;
    expect(await found(memory, "filter", experts[0])).toEqual([1]);
    expect(rows.reads.all).toBe(0);
    await memory.close();
  });

  test("a deleted expert is forgotten on disk too", async () => {
    rows.commit(["filters"]);
    const memory = service();
    await memory.search(english, ask("filter"));
    await memory.close();
    expect(existsSync(snapshotOf(id))).toBe(true);
    await memory.search(english, ask("filter"));
    await memory.forget(id);
    expect([existsSync(snapshotOf(id)), memory.stats().residentExperts]).toEqual([false, 0]);
  });
});
