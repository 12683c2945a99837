/** On a full disk reads continue: keys are checked, questions are counted, and readiness reports the problem. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UsageEntry } from "../../../src/accounting/usage-entry.ts";
import { DiskError } from "../../../src/kernel/error-code.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../../../src/kernel/ids.ts";
import { type Database, openDatabase } from "../../../src/store/sqlite/database.ts";
import { diskRoom } from "../../../src/store/sqlite/folder/disk-room.ts";
import { keyRows } from "../../../src/store/sqlite/rows/key-rows.ts";
import { usageRows } from "../../../src/store/sqlite/rows/usage-rows.ts";
import * as schema from "../../../src/store/sqlite/schema.ts";

const workspaceId = "ws_1" as WorkspaceId;
let folder = "";
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-full-"));
  database = openDatabase(join(folder, "docent.db"));
  const row = { id: workspaceId, name: "default", createdAt: 0 };
  database.write("process", () => database.orm.insert(schema.workspaces).values(row).run());
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const key = { id: "key_1" as KeyId, workspaceId, name: "k", prefix: "dk_1", scopes: [], expertIds: null };
const times = { createdAt: 1, lastUsedAt: null, expiresAt: null, revokedAt: null };

/** The database may not grow, which SQLite reports like a full disk. */
function fill(): void {
  const pages = Number(Object.values(Object(database.orm.get("PRAGMA page_count")))[0]);
  database.orm.run(`PRAGMA max_page_count = ${pages}`);
  const grow = (n: number) =>
    database.write("process", () =>
      database.orm
        .insert(schema.workspaces)
        .values({ id: `ws_${n}` as WorkspaceId, name: `${n}`, createdAt: 0 })
        .run(),
    );
  expect(() => {
    for (let n = 10; n < 10_000; n++) grow(n);
  }).toThrow(expect.objectContaining({ code: "storage_full" }));
}

const makeRoom = () => database.orm.run("PRAGMA max_page_count = 100000");

const entry = (at: number, add: UsageEntry["add"], expert = "exp_1"): UsageEntry => ({
  workspaceId,
  expertId: expert as ExpertId,
  keyId: key.id,
  at,
  add,
});

test("questions are counted when there is space again, each once", async () => {
  const usage = usageRows(database);
  await usage.record(entry(0, { query: 1, promptTokens: 5 }));
  fill();
  // Of experts that have no row yet, so that the table would have to grow.
  for (let n = 0; n < 300; n++) await usage.record(entry(0, { query: 1, answered: 1 }, `exp_${"x".repeat(200)}${n}`));
  await usage.record(entry(0, { chat: 2 }, `exp_${"x".repeat(200)}299`));
  makeRoom();
  const rows = usage.rows(workspaceId, 0, 1);
  const sum = (name: "query" | "chat" | "answered" | "promptTokens") => rows.reduce((n, row) => n + row[name], 0);
  expect([rows.length, sum("query"), sum("answered"), sum("chat"), sum("promptTokens")]).toEqual([301, 301, 300, 2, 5]);
  expect(usage.rows(workspaceId, 0, 1)).toEqual(rows);
});

test("a key works even if its last use cannot be recorded", async () => {
  const keys = keyRows(database);
  await keys.add({ ...key, ...times }, new Uint8Array(32));
  fill();
  database.orm.run("PRAGMA query_only = ON"); // a reason other than the disk is still reported
  expect(() => keys.touch(key.id, 5)).toThrow("readonly");
  database.orm.run("PRAGMA query_only = OFF");
  await keys.touch(key.id, 5);
  expect((await keys.list(workspaceId)).map(({ id }) => id)).toEqual([key.id]);
});

test("the disk counts as full from the first failed write until there is space again", () => {
  expect(database.room.trouble()).toBeNull();
  fill();
  // The disk of this test has space: an attempt leaves nothing behind.
  expect(database.room.trouble()).toBeNull();
  expect(readdirSync(folder).filter((name) => name.endsWith(".room"))).toEqual([]);
});

test("a failing disk is in trouble until a write succeeds", () => {
  const path = join(folder, "docent.db");
  const room = diskRoom(path);
  room.explained(Object.assign(new Error("write"), { code: "EIO" }));
  mkdirSync(`${path}.room`); // blocks the attempt
  expect(room.trouble()).toBe("failing");
  rmSync(`${path}.room`, { recursive: true, force: true });
  expect(room.trouble()).toBeNull();
});

test("a database that is no longer at its path, or another file in its place, is gone", () => {
  const path = join(folder, "docent.db");
  renameSync(path, `${path}.away`);
  expect(database.room.trouble()).toBe("gone");
  writeFileSync(path, "");
  expect(database.room.trouble()).toBe("gone");
  renameSync(`${path}.away`, path);
  expect(database.room.trouble()).toBeNull();
});

test("every system's error for a full disk is recognised, and no other", () => {
  const { explained } = diskRoom(null);
  const codeOf = (code: string) => Object(explained(Object.assign(new Error("write"), { code }))).code;
  const full = ["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"];
  expect(full.map(codeOf)).toEqual(full.map(() => "storage_full"));
  expect(["EACCES", "SQLITE_IOERR_READ"].map(codeOf)).toEqual(["EACCES", "SQLITE_IOERR_READ"]);
  const failed = ["EIO", "SQLITE_IOERR_FSYNC"].map((code) => explained(Object.assign(new Error("write"), { code })));
  expect(failed).toEqual([expect.any(DiskError), expect.any(DiskError)]);
});
