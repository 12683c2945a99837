/**
 * Sources that were read when each letter of their script counted as a token are cut again in the background, in databases and
 * beside snapshots that older versions left.
 */

import { Database as Sqlite } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../../src/engine/orama/orama-memory.ts";
import { immediately } from "../../../src/kernel/awaitable.ts";
import type { ExpertId } from "../../../src/kernel/ids.ts";
import { silentLog as log } from "../../../src/kernel/log.ts";
import { sliceCodePoints } from "../../../src/language/text/code-points.ts";
import { createAnalyzers } from "../../../src/language/words/analyzer.ts";
import { MemoryService } from "../../../src/memory/memory-service.ts";
import { senseStore } from "../../../src/store/passages/derived-store.ts";
import { passageRows } from "../../../src/store/passages/passage-rows.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { readingIn, storeInSqlite } from "../../../src/store/sqlite/store-dialect.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-cut-again-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fixtures = join(import.meta.dir, "../../fixtures/databases");
const script = join(import.meta.dir, "../../support/processes/cut-passages-again.ts");

/** A data folder as the version left it. */
async function left(version: number) {
  const directory = join(folder, Bun.randomUUIDv7());
  mkdirSync(join(directory, "memory"), { recursive: true });
  const path = join(directory, "docent.db");
  const sqlite = new Sqlite(path, { create: true });
  sqlite.run(await Bun.file(join(fixtures, `version-${version}-scripts.sql`)).text());
  const { id } = sqlite.query<{ id: ExpertId }, []>("SELECT id FROM experts").get()!;
  sqlite.close();
  copyFileSync(join(fixtures, `version-${version}-scripts.memory`), join(directory, "memory", `${id}.memory`));
  openDatabase(path).close();
  return { directory, path, expert: id };
}

async function cutAgain({ path }: { path: string }, ...kill: number[]): Promise<number | null> {
  const run = Bun.spawn([process.execPath, script, path, fixtures, ...kill.map(String)], { stderr: "inherit" });
  await run.exited;
  return run.signalCode === null ? run.exitCode : null;
}

interface Passage {
  readonly no: number;
  readonly start: number;
  readonly end: number;
  readonly section: string;
  readonly text: string;
}

/** The answering versions by file name; each passage is checked to be what the text has at its place. */
function versionsIn(path: string) {
  const sqlite = new Sqlite(path, { readonly: true });
  const versions = sqlite
    .query<{ no: number; filename: string; content: string; chunks: number }, []>(
      "SELECT no, filename, content, chunk_count AS chunks FROM source_versions ORDER BY no",
    )
    .all();
  const read = versions.map(({ no, filename, content, chunks }) => {
    const passages = sqlite
      .query<Passage, [number]>('SELECT no, start, "end", section, text FROM chunks WHERE version_no = ? ORDER BY no')
      .all(no);
    expect(passages).toHaveLength(chunks);
    for (const { start, end, text } of passages) expect(sliceCodePoints(content, start, end)).toBe(text);
    const visible = (text: string) => text.replace(/\s+/g, "");
    expect(visible(passages.map(({ text }) => text).join(""))).toBe(visible(content));
    return [filename, { content, passages }] as const;
  });
  sqlite.close();
  return Object.fromEntries(read);
}

const places = (path: string) =>
  Object.entries(versionsIn(path)).map(([name, { passages }]) => [
    name,
    passages.map(({ start, end }) => [start, end]),
  ]);

const counts = (path: string) =>
  Object.fromEntries(Object.entries(versionsIn(path)).map(([name, { passages }]) => [name, passages.length]));

async function found({ directory, path, expert }: Awaited<ReturnType<typeof left>>, question: string) {
  const database = openDatabase(path);
  const parts = {
    engine: createOramaMemory({ directory: join(directory, "memory"), analyzers: createAnalyzers(), log }),
  };
  const clock = { now: () => 0 };
  const memory = new MemoryService({
    ...parts,
    rows: passageRows(readingIn(database.orm)),
    sense: null,
    log,
    clock,
    budgetBytes: 1e9,
  });
  const request = { question, k: 10, mode: "keyword" as const, sense: null, questionVector: null, permitted: null };
  const { hits } = await memory.search({ id: expert, language: "th", embedding: null }, request);
  await memory.close();
  database.close();
  return hits.map(({ no }) => no);
}

describe.each([3, 16])("a database of version %d", (version) => {
  test("has longer passages of the same text, and those of other scripts as they were", async () => {
    const data = await left(version);
    const before = versionsIn(data.path);
    expect(counts(data.path)).toEqual({ "pump-th.md": 6, "pump-hi.txt": 4, "pump-en.txt": 1 });
    const foundBefore = await found(data, "ไส้กรอง");
    expect(foundBefore.length).toBeGreaterThan(1);

    expect(await cutAgain(data)).toBe(0);

    const after = versionsIn(data.path);
    expect(counts(data.path)).toEqual({ "pump-th.md": 3, "pump-hi.txt": 2, "pump-en.txt": 1 });
    for (const [name, { content }] of Object.entries(after)) expect(content).toBe(before[name]!.content);
    expect(after["pump-en.txt"]).toEqual(before["pump-en.txt"]!);
    expect(after["pump-th.md"]!.passages.map(({ section }) => section)).toEqual([
      "",
      "การทำความสะอาดไส้กรอง",
      "การทำความสะอาดไส้กรอง",
    ]);
    const present = Object.values(after).flatMap(({ passages }) => passages.map(({ no }) => no));
    const foundAfter = await found(data, "ไส้กรอง");
    expect(foundAfter.length).toBeGreaterThan(0);
    expect(foundAfter.filter((no) => !present.includes(no))).toEqual([]);
    const database = openDatabase(data.path);
    const senses = immediately(senseStore(storeInSqlite(database), "one"));
    senses.adopt();
    expect(senses.count(data.expert)).toEqual({ done: 0, total: 6 });
    database.close();
  });
});

test("loses and doubles nothing when the process is killed half-way, and the next one goes on", async () => {
  const undisturbed = await left(16);
  expect(await cutAgain(undisturbed)).toBe(0);
  for (const [call, passage] of [
    [1, 1],
    [2, 0],
  ] as const) {
    const data = await left(16);
    expect(await cutAgain(data, call, passage)).toBeNull();
    expect(counts(data.path)).toEqual({ "pump-th.md": call === 1 ? 6 : 3, "pump-hi.txt": 4, "pump-en.txt": 1 });
    expect(await cutAgain(data)).toBe(0);
    expect(places(data.path)).toEqual(places(undisturbed.path));
  }
});

test("is cut again only once", async () => {
  const data = await left(16);
  expect(await cutAgain(data)).toBe(0);
  const once = versionsIn(data.path);
  const sqlite = new Sqlite(data.path);
  sqlite.run("UPDATE experts SET readings = NULL; UPDATE chunks SET outline = NULL;");
  sqlite.close();
  expect(await cutAgain(data)).toBe(0);
  expect(versionsIn(data.path)).toEqual(once);
});

test("keeps passages whose vectors are made only while a source is read", async () => {
  const data = await left(16);
  const sqlite = new Sqlite(data.path);
  sqlite.run(`
    INSERT INTO embeddings (no, expert_id, model, dimensions, recipe) SELECT 1, id, 'm', 2, 'plain' FROM experts;
    UPDATE experts SET embedding_no = 1;`);
  sqlite.close();
  const before = versionsIn(data.path);
  expect(await cutAgain(data)).toBe(0);
  expect(versionsIn(data.path)).toEqual(before);
});
