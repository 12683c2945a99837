import { afterAll, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import { createSnapshotReader } from "../../src/engine/orama/snapshot-reader.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { type FollowedMemories, followMemories, MemoryBehind } from "../../src/memory/followed-memories.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import type { IndexedExpert } from "../../src/memory/row-ports.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-followed-"));
afterAll(() => rmSync(folder, { recursive: true }));

const analyzers = createAnalyzers();
const english: IndexedExpert = { id: "exp_one" as ExpertId, language: "en", embedding: null };

let directory = "";
let rows = new PassageLog();
let owner: MemoryService;
let follower: FollowedMemories;

function followWith(budgetBytes: number): FollowedMemories {
  return followMemories({ snapshots: createSnapshotReader({ directory, analyzers }), rows, sense: null, budgetBytes });
}

beforeEach(() => {
  directory = mkdtempSync(join(folder, "case-"));
  rows = new PassageLog();
  const engine = createOramaMemory({ directory, analyzers, log: silentLog });
  const parts = { engine, rows, sense: null, log: silentLog, clock: { now: () => 0 }, budgetBytes: 2 ** 30 };
  owner = new MemoryService({ ...parts, saveAfter: { idleMs: 0 } });
  follower = followWith(2 ** 30);
});

/** The passages found, or `behind`. */
async function found(
  memory: Pick<MemoryService, "search">,
  question: string,
  expert = english,
  revision?: number,
): Promise<unknown> {
  const request = { question, k: 10, mode: "keyword", sense: null, questionVector: null, permitted: null } as const;
  try {
    return (await memory.search(expert, request, revision)).hits.map(({ no, score }) => [no, score]);
  } catch (error) {
    if (error instanceof MemoryBehind) return "behind";
    throw error;
  }
}

async function save(): Promise<void> {
  await found(owner, "filters");
  await owner.close();
}

test("it finds what the owner finds, before a snapshot is saved and after", async () => {
  rows.commit(["filters are changed twice a year", "pumps run hot"]);
  expect(await found(follower, "filter")).toEqual(await found(owner, "filter"));
  expect([follower.held().mapped, follower.held().own > 0]).toEqual([0, true]);
  await save();
  follower = followWith(2 ** 30);
  expect(await found(follower, "filter")).toEqual(await found(owner, "filter"));
  expect([follower.held().mapped > 0, follower.held().own]).toEqual([true, 0]);
  expect(follower.held()).toBe(follower.held());
});

test("it changes to a newer snapshot of the same revision after some questions", async () => {
  rows.commit(["filters are changed twice a year", "pumps run hot"]);
  const hits = await found(follower, "filter");
  await save();
  expect([follower.held().mapped, follower.held().own > 0]).toEqual([0, true]);
  for (let i = 0; i < 64; i++) expect(await found(follower, "filter")).toEqual(hits);
  expect([follower.held().mapped > 0, follower.held().own]).toEqual([true, 0]);
});

test("what was committed since is added, removed and found at once", async () => {
  const old = rows.commit(["filters are changed twice a year"]);
  await save();
  await found(follower, "filter");
  for (let i = 0; i < 5; i++) {
    rows.commit([`filter number ${i} is new`]);
    expect(await found(follower, "filter")).toEqual(await found(owner, "filter"));
  }
  rows.remove([old]);
  expect(await found(follower, "filter twice a year")).toEqual(await found(owner, "filter twice a year"));
  expect(rows.reads.all).toBe(1);
  expect(follower.held().own).toBeGreaterThan(0);
});

test("after many changes it waits for the next snapshot, and reads none of them twice", async () => {
  rows.commit(["filters are changed twice a year"]);
  await save();
  await found(follower, "filter");
  rows.commit(Array.from({ length: 2001 }, (_, i) => `filter ${i} is new`));
  expect(await found(follower, "filter 7")).toBe("behind");
  const { groups } = rows.reads;
  expect([await found(follower, "filter 7"), rows.reads.groups]).toEqual(["behind", groups]);
  expect(follower.held()).toEqual({ mapped: 0, own: 0 });
  await save();
  expect(await found(follower, "filter 7")).toEqual(await found(owner, "filter 7"));
});

test("a revision that its caller has just read is not read again", async () => {
  rows.commit(["filters are changed twice a year"]);
  const hits = await found(follower, "filter");
  const revision = rows.revision(english.id);
  rows.revision = () => expect.unreachable("it was read again");
  expect(await found(follower, "filter", english, revision)).toEqual(hits);
});

test("a snapshot from after the moment of the rows is used for the next question", async () => {
  rows.commit(["filters are changed twice a year"]);
  rows.commit(["pumps run hot"]);
  await save();
  const revision = rows.revision(english.id);
  const earlier = Object.assign(Object.create(rows), { revision: () => revision - 1 });
  const snapshots = createSnapshotReader({ directory, analyzers });
  const early = followMemories({ snapshots, rows: earlier, sense: null, budgetBytes: 2 ** 30 });
  expect(await found(early, "filter")).toBe("behind");
  earlier.revision = () => revision;
  expect(await found(early, "filter")).toEqual(await found(owner, "filter"));
});

test("a log that was cut, a restored database and a damaged file are the owner's; another language is not", async () => {
  rows.commit(["filters are changed twice a year"]);
  const first = rows.revision(english.id);
  rows.commit(["pumps run hot"]);
  await save();
  const german = { ...english, language: "de" };
  expect(await found(follower, "filter", german)).toEqual(await found(owner, "filter", german));
  expect(await found(follower, "filter")).toEqual(await found(owner, "filter"));
  rows.restore(first);
  expect(await found(follower, "filter")).toBe("behind");
  rows.commit(["valves leak"]);
  rows.commit(["valves are new"]);
  rows.cutLog();
  expect(await found(followWith(2 ** 30), "filter")).toBe("behind");
  const file = join(directory, `${english.id}.memory`);
  truncateSync(file, 40);
  expect(await found(followWith(2 ** 30), "filter")).toBe("behind");
  expect(existsSync(file)).toBeTrue();
});

test("it closes the indexes that were used least recently, and those of deleted experts", async () => {
  rows.commit(["filters are changed twice a year"]);
  const experts = ["a", "b", "c"].map((name): IndexedExpert => ({ ...english, id: `exp_${name}` as ExpertId }));
  for (const expert of experts) await found(owner, "filter", expert);
  await owner.flush();
  await found(follower, "filter", experts[0]);
  const { mapped: one } = follower.held();
  const small = followWith(2 * one);
  for (const expert of experts) expect(await found(small, "filter", expert)).toEqual(await found(owner, "filter"));
  expect(small.held()).toEqual({ mapped: 2 * one, own: 0 });
  small.forget(experts[2]!.id);
  expect(small.held()).toEqual({ mapped: one, own: 0 });
});
