/** A snapshot that is written while passages are added: it never claims a revision whose passages it lacks. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";

const directory = mkdtempSync(join(tmpdir(), "docent-saving-"));
afterAll(() => rmSync(directory, { recursive: true }));

const english = { id: "exp_one" as ExpertId, language: "en", embedding: null };
const analyzers = createAnalyzers();
const rows = new PassageLog();

function service() {
  const engine = createOramaMemory({ directory, analyzers, log: silentLog });
  const clock = { now: () => 0 };
  const saveAfter = { idleMs: 0 };
  return new MemoryService({ engine, rows, sense: null, log: silentLog, clock, budgetBytes: 2 ** 30, saveAfter });
}

async function found(memory: ReturnType<typeof service>): Promise<number[]> {
  const request = { question: "filter", k: 10, mode: "keyword", sense: null, questionVector: null } as const;
  return (await memory.search(english, { ...request, permitted: null })).hits.map((hit) => hit.no);
}

test("a passage that is added while a snapshot is written is found by whoever opens the snapshot", async () => {
  rows.commit(["filters one"]);
  const memory = service();
  expect(await found(memory)).toEqual([1]);
  const saving = memory.flush();
  rows.commit(["filters two"]);
  expect(await found(memory)).toEqual([1, 2]);
  await saving;
  // The process is killed here: nothing else is saved.
  expect(await found(service())).toEqual([1, 2]);
  expect(rows.reads.all).toBe(1);
});
