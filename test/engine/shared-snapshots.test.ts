/** A node that has no snapshot of an expert takes one that another node has published. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import { shareSnapshots } from "../../src/engine/orama/shared-snapshots.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { type Log, silentLog } from "../../src/kernel/log.ts";
import type { SharedFiles } from "../../src/kernel/stores/shared-files.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import { filesInFolder } from "../../src/store/shared-files/shared-folder.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";
import { workHere } from "../support/worlds/work-here.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const analyzers = createAnalyzers();
const expert = { id: "exp_1" as ExpertId, language: "en", embedding: null };
const published = "memory/exp_1";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "docent-shared-"));
  toClose.push(() => rmSync(made, { recursive: true }));
  return made;
}

/** Thousands of passages, and a folder that nodes share. */
function world() {
  const rows = new PassageLog();
  for (let i = 0; i < 30; i++) rows.commit(Array.from({ length: 100 }, (_, k) => `Pump ${i * 100 + k} hums quietly.`));
  const path = folder();
  const names = () => readdirSync(join(path, published)).toSorted();
  const node = (files: SharedFiles = filesInFolder(workHere(path)), language = "en", directory = folder()) => {
    const logged: string[] = [];
    const log: Log = {
      ...silentLog,
      info: (event) => void logged.push(event),
      warn: (event) => void logged.push(event),
    };
    const noting: Log = { ...log, error: (event) => void logged.push(event) };
    const snapshots = shareSnapshots({ files, log: noting, interval: 0 });
    const memory = new MemoryService({
      engine: createOramaMemory({ directory, analyzers, log: noting, shared: snapshots }),
      rows,
      sense: null,
      log: noting,
      clock: systemClock,
      budgetBytes: 1e9,
      saveAfter: { changes: 1e9, fraction: 0, idleMs: 0, behindMs: 0 },
    });
    toClose.push(async () => {
      await memory.close();
      await snapshots.idle();
    });
    const find = async (question: string) => {
      const request = { question, k: 1, mode: "keyword", sense: null, questionVector: null, permitted: null } as const;
      return (await memory.search({ ...expert, language }, request)).hits.map(({ no }) => no);
    };
    /** Saves what is due and waits until it is published. */
    const publish = async () => {
      await memory.flush();
      await snapshots.idle();
    };
    return { find, publish, logged, memory, snapshots };
  };
  return { rows, path, names, node };
}

describe("a snapshot that a node has published", () => {
  test("opens the expert on another node without reading its passages, which then replays what came later", async () => {
    const { rows, node } = world();
    const [first, second] = [node(), node()];
    expect(await first.find("pump 1234")).toEqual([1235]);
    await first.publish();
    const { all } = rows.reads;
    rows.commit(["The valve drips."]);
    expect([await second.find("valve"), await second.find("pump 2222")]).toEqual([[3001], [2223]]);
    expect(rows.reads.all).toBe(all);
    expect(second.logged).not.toContain("memory.rebuilt");
  });

  test("takes the place of the own one if that is far behind", async () => {
    const { rows, node } = world();
    const [own, first] = [folder(), node()];
    const before = node(undefined, "en", own);
    expect(await before.find("pump 1234")).toEqual([1235]);
    await before.publish();
    await before.memory.close();
    for (let i = 0; i < 1001; i++) rows.commit([`Valve ${i} drips.`]);
    expect(await first.find("valve 7")).toEqual([3008]);
    await first.publish();
    rows.commit(["The seal leaks."]);
    const { all } = rows.reads;
    const read: number[] = [];
    const passagesOf = rows.passagesOf.bind(rows);
    rows.passagesOf = (id, groups) => {
      read.push(groups.length);
      return passagesOf(id, groups);
    };
    const after = node(undefined, "en", own);
    expect([await after.find("seal"), await after.find("valve 8"), await after.find("pump 9")]).toEqual([
      [4002],
      [3009],
      [10],
    ]);
    // It reads the one source that was added after the snapshot was published.
    expect([rows.reads.all, read]).toEqual([all, [1]]);
    expect(after.logged).toEqual([]);
  });

  test("that is damaged is ignored, and so is one that was made for another language", async () => {
    const { rows, path, names, node } = world();
    const [first, second, german] = [node(), node(), node(undefined, "de")];
    await first.find("pump 1");
    await first.publish();
    expect(await german.find("pump 1234")).toEqual([1235]);
    expect(german.logged).toEqual(["memory.snapshot_ignored", "memory.rebuilt"]);
    const [name] = names();
    const bytes = readFileSync(join(path, published, name!));
    bytes.fill(7, bytes.length / 2);
    writeFileSync(join(path, published, name!), bytes);
    expect(await second.find("pump 1234")).toEqual([1235]);
    expect(second.logged).toEqual(["memory.snapshot_ignored", "memory.rebuilt"]);
    expect(rows.reads.all).toBe(3);
  });

  test("makes older ones go, and is published once for a revision", async () => {
    const { rows, names, node } = world();
    const [first, second] = [node(), node()];
    for (let i = 0; i < 4; i++) {
      rows.commit(["The valve drips."]);
      await first.find("valve");
      await first.publish();
    }
    await second.find("valve");
    await second.publish();
    expect(names().map((name) => Number(name.split("-")[0]))).toEqual([33, 34]);
    await first.memory.forget(expert.id);
    await first.snapshots.idle();
    expect(names()).toEqual([]);
  });

  test("is not missed where the files cannot be reached", async () => {
    const { node } = world();
    const fails = () => Promise.reject(new Error("the store is down"));
    const cut = node({ put: fails, read: fails, stream: fails, remove: fails, move: fails, list: fails });
    expect(await cut.find("pump 1234")).toEqual([1235]);
    await cut.publish();
    expect(cut.logged).toEqual(["memory.snapshot_not_fetched", "memory.rebuilt", "memory.snapshot_not_shared"]);
  });
});
