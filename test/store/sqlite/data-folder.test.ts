/** Two executables on one folder: neither changes the schema under the other. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  decideRestore,
  finishRestore,
  restoringFolder,
} from "../../../src/store/sqlite/archives/interrupted-restore.ts";
import {
  databasePath,
  existingSchema,
  holdDataFolder,
  openBesideServer,
} from "../../../src/store/sqlite/folder/data-folder.ts";
import { lockDataDir } from "../../../src/store/sqlite/folder/data-lock.ts";
import { migrate, migrationsUpTo, newestSchema } from "../../../src/store/sqlite/migrate.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "docent-folder-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function databaseOf(version: number): void {
  const sqlite = new Sqlite(databasePath(dataDir), { create: true });
  migrate(sqlite, migrationsUpTo(Math.min(version, newestSchema)));
  sqlite.run(`PRAGMA user_version = ${version}`);
  sqlite.close();
}

describe("a command beside a server", () => {
  test("opens a database of its own version", () => {
    const held = holdDataFolder(dataDir, { create: true });
    openBesideServer(dataDir).close();
    held.release();
    expect(existingSchema(dataDir)).toBe(newestSchema);
  });

  test("leaves an older database unchanged while another process holds the folder, and migrates it otherwise", () => {
    databaseOf(1);
    const lock = lockDataDir(dataDir);
    expect(() => openBesideServer(dataDir)).toThrow(
      `has version 1, this executable needs version ${newestSchema}, and another docent process is using it.`,
    );
    expect(existingSchema(dataDir)).toBe(1);
    lock.release();
    openBesideServer(dataDir).close();
    expect(existingSchema(dataDir)).toBe(newestSchema);
    lockDataDir(dataDir).release();
  });

  test("refuses a newer one", () => {
    databaseOf(newestSchema + 1);
    expect(() => openBesideServer(dataDir)).toThrow("made by a newer Docent");
    lockDataDir(dataDir).release();
  });
});

describe("a restore after its decision", () => {
  const put = (path: string, text: string) => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  };
  const old = ["docent.db", "docent.db-wal", "originals/1", "memory/e.memory"];
  const prepare = () => {
    for (const name of old) put(join(dataDir, name), "old");
    put(join(restoringFolder(dataDir), "docent.db"), "new");
    put(join(restoringFolder(dataDir), "originals/2"), "new");
  };
  const tree = () =>
    Object.fromEntries(
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => [path.slice(dataDir.length + 1), readFileSync(path, "utf8")]),
    );
  const exchanged = {
    "docent.db": "new",
    "originals/2": "new",
    ...Object.fromEntries(old.map((name) => [`replaced-1/${name}`, "old"])),
  };

  test("is completed after any interruption", () => {
    const moves = [...["docent.db-wal", "docent.db", "originals", "memory"].map((name) => ["", name, "replaced-1"])];
    moves.push(["restoring", "originals", ""], ["restoring", "docent.db", ""]);
    for (let done = 0; done <= moves.length; done++) {
      rmSync(dataDir, { recursive: true });
      prepare();
      decideRestore(dataDir, "replaced-1");
      mkdirSync(join(dataDir, "replaced-1"));
      for (const [from, name, to] of moves.slice(0, done) as [string, string, string][]) {
        Bun.spawnSync(["mv", join(dataDir, from, name), join(dataDir, to, name)]);
      }
      finishRestore(dataDir);
      expect(tree()).toEqual(exchanged);
      finishRestore(dataDir);
      expect(tree()).toEqual(exchanged);
    }
  });

  test("is undone before it: the old data stays, and the remains are removed", () => {
    prepare();
    finishRestore(dataDir);
    expect(tree()).toEqual(Object.fromEntries(old.map((name) => [name, "old"])));
  });

  test("into an empty folder sets nothing aside", () => {
    put(join(restoringFolder(dataDir), "docent.db"), "new");
    mkdirSync(join(restoringFolder(dataDir), "originals"));
    decideRestore(dataDir, "replaced-1");
    finishRestore(dataDir);
    expect(tree()).toEqual({ "docent.db": "new" });
    expect(existsSync(join(dataDir, "replaced-1"))).toBe(false);
  });
});
