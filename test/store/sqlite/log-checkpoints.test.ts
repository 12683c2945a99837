import { Database as Sqlite } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileAt } from "../../../src/store/sqlite/folder/disk-room.ts";
import { createLogCheckpoints, writeLogBack } from "../../../src/store/sqlite/log-checkpoints.ts";

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** Lets what was resolved be heard. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A database in WAL mode whose rows take a page each, with a clock that is moved by hand. */
function fill() {
  const folder = mkdtempSync(join(tmpdir(), "docent-checkpoints-"));
  const path = join(folder, "docent.db");
  const sqlite = new Sqlite(path, { create: true, strict: true });
  opened.push(() => {
    sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  });
  sqlite.run("PRAGMA journal_mode = WAL");
  sqlite.run("CREATE TABLE pages (no INTEGER PRIMARY KEY, text TEXT NOT NULL)");
  const time = { now: 0, isTight: false };
  const checkpoints = createLogCheckpoints(sqlite, { now: () => time.now, isTight: () => time.isTight });
  const add = (pages: number) => {
    const insert = sqlite.query("INSERT INTO pages (text) VALUES (?)");
    sqlite.transaction(() => {
      for (let i = 0; i < pages; i++) insert.run("x".repeat(4000));
    })();
    time.now += 1000;
    checkpoints.committed();
  };
  const standing = () => sqlite.query("PRAGMA wal_checkpoint(NOOP)").values()[0]!.slice(1) as [number, number];
  const database = { path, file: fileAt(path) };
  return { path, database, sqlite, checkpoints, time, add, standing };
}

test("a long log is written back once it is long, and then begins again from its start", async () => {
  const { path, database, checkpoints, add, standing } = fill();
  let calls = 0;
  const work = async () => {
    calls += 1;
    writeLogBack(database);
  };
  checkpoints.leaveTo(work, (error) => expect(error).toBeNull());
  add(500);
  expect(calls).toBe(0);
  add(600);
  expect(calls).toBe(1);
  await checkpoints.stop();
  const [pages, writtenBack] = standing();
  expect(writtenBack).toBe(pages);
  const before = statSync(`${path}-wal`).size;
  add(300);
  expect(statSync(`${path}-wal`).size).toBe(before);
});

test("where the disk has little room, the log is written back early and does not keep its largest size", async () => {
  const { path, database, checkpoints, time, add } = fill();
  let calls = 0;
  const work = async () => {
    calls += 1;
    writeLogBack(database);
  };
  checkpoints.leaveTo(work, (error) => expect(error).toBeNull());
  add(3000);
  await settled();
  expect([calls, statSync(`${path}-wal`).size > 12_000_000]).toEqual([1, true]);
  time.isTight = true;
  add(100);
  await settled();
  add(1);
  expect([calls, statSync(`${path}-wal`).size <= 4 << 20]).toEqual([2, true]);
  await checkpoints.stop();
});

test("nothing is written back twice at once, or before the log was looked at again, or after the end", async () => {
  const { checkpoints, time, add } = fill();
  const turns: (() => void)[] = [];
  checkpoints.leaveTo(
    () => new Promise<void>((resolve) => turns.push(resolve)),
    (error) => expect(error).toBeNull(),
  );
  add(1100);
  add(1100);
  expect(turns).toHaveLength(1);
  turns[0]!();
  await settled();
  checkpoints.committed();
  expect(turns).toHaveLength(2);
  turns[1]!();
  await settled();
  checkpoints.committed();
  expect(turns).toHaveLength(2);
  time.now += 20;
  checkpoints.committed();
  expect(turns).toHaveLength(3);
  turns[2]!();
  await checkpoints.stop();
  add(1100);
  expect(turns).toHaveLength(3);
});

test("after a failure the log rests for a minute, and its rows stay as they are", async () => {
  const { sqlite, checkpoints, time, add } = fill();
  const failures: unknown[] = [];
  const reason = new Error("no thread");
  checkpoints.leaveTo(
    () => Promise.reject(reason),
    (error) => void failures.push(error),
  );
  add(1100);
  await settled();
  add(10);
  expect(failures).toEqual([reason]);
  time.now += 60_000;
  add(10);
  await settled();
  expect(failures).toEqual([reason, reason]);
  expect(sqlite.query("SELECT count(*) FROM pages").values()).toEqual([[1120]]);
});

test("a log that cannot be looked at is no failure of the commit", () => {
  const { sqlite, checkpoints } = fill();
  const failures: unknown[] = [];
  checkpoints.leaveTo(
    () => Promise.resolve(),
    (error) => void failures.push(error),
  );
  sqlite.close();
  checkpoints.committed();
  checkpoints.committed();
  expect(failures).toEqual([expect.any(Error)]);
});

test("a log that nobody writes back is left to SQLite in the end", () => {
  const { checkpoints, add, standing } = fill();
  checkpoints.leaveTo(
    () => new Promise<void>(() => undefined),
    () => undefined,
  );
  add(1100);
  expect(standing()[1]).toBe(0);
  add(15_500);
  expect(standing()[1]).toBeGreaterThan(16_000);
});

test("a transaction that reads is not hindered, and what it still reads stays in the log", () => {
  const { path, database, sqlite, add, standing } = fill();
  add(100);
  const reader = new Sqlite(path, { readonly: true });
  try {
    reader.run("BEGIN");
    expect(reader.query("SELECT count(*) FROM pages").values()).toEqual([[100]]);
    add(1100);
    writeLogBack(database);
    const [pages, writtenBack] = standing();
    expect(writtenBack).toBeLessThan(pages);
    expect(reader.query("SELECT count(*) FROM pages").values()).toEqual([[100]]);
    reader.run("COMMIT");
  } finally {
    reader.close();
  }
  writeLogBack(database);
  const [pages, writtenBack] = standing();
  expect(writtenBack).toBe(pages);
  expect(sqlite.query("SELECT count(*) FROM pages").values()).toEqual([[1200]]);
});

test("a file that has come to the path of the database is not touched, and the open one loses nothing", () => {
  const { path, database, sqlite, add, standing } = fill();
  add(100);
  renameSync(path, `${path}.moved`);
  expect(() => writeLogBack(database)).toThrow("not where it was");
  copyFileSync(`${path}.moved`, path);
  const bytes = readFileSync(path);
  expect(() => writeLogBack(database)).toThrow("not where it was");
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(standing()[1]).toBe(0);
  expect(sqlite.query("SELECT count(*) FROM pages").values()).toEqual([[100]]);
});
