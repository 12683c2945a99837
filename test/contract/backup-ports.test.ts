/** The contracts of the folder of backups, and of their maker. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupShelf } from "../../src/store/sqlite/archives/backup-making.ts";
import { backupName } from "../../src/upkeep/backup-plan.ts";
import { type BackupMaker, type BackupShelf, isWhole } from "../../src/upkeep/backup-ports.ts";
import { threadedBackup } from "../../src/worker/threaded-upkeep.ts";
import { fakeBackups } from "../support/fakes/fake-backups.ts";
import { startService } from "../support/service.ts";

const toClose: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "docent-shelf-"));
  toClose.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

interface Shelf {
  readonly shelf: BackupShelf;
  put(name: string): void;
}

function folderShelf(): Shelf {
  const folder = join(temporaryFolder(), "backups");
  const put = (name: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), "");
  };
  return { shelf: backupShelf(folder), put };
}

function fakeShelf(): Shelf {
  const { shelf, files } = fakeBackups();
  return { shelf, put: (name) => void files.add(name) };
}

const shelves = [
  ["a folder", folderShelf],
  ["the fake", fakeShelf],
] as const;

describe.each(shelves)("BackupShelf: %s", (_name, open) => {
  test("is empty at first, and then contains what was put there", () => {
    const { shelf, put } = open();
    expect(shelf.names()).toEqual([]);
    for (const name of ["a.tar", "b.tar"]) put(name);
    expect([...shelf.names()].sort()).toEqual(["a.tar", "b.tar"]);
  });

  test("removes a backup, and does nothing if it is already gone", () => {
    const { shelf, put } = open();
    for (const name of ["a.tar", "b.tar"]) put(name);
    shelf.remove("a.tar");
    shelf.remove("a.tar");
    expect(shelf.names()).toEqual(["b.tar"]);
  });
});

interface Maker {
  readonly maker: BackupMaker;
  readonly shelf: BackupShelf;
}

async function threadMaker(): Promise<Maker> {
  const service = await startService();
  toClose.push(() => service.close());
  const folder = temporaryFolder();
  const entry = new URL("../../src/worker/backup-worker.ts", import.meta.url);
  const maker = threadedBackup({ entry, dataDir: service.dataDir, folder, madeBy: "docent test" });
  return { maker, shelf: backupShelf(folder) };
}

const makers = [
  ["the thread", threadMaker],
  ["the fake", async (): Promise<Maker> => fakeBackups()],
] as const;

describe.each(makers)("BackupMaker: %s", (_name, open) => {
  test("puts a backup on the shelf under its name, and reports its content", async () => {
    const { maker, shelf } = await open();
    const made = await maker.make(backupName(0), 0);
    expect([isWhole(made), made.bytes > 0, made.originals]).toEqual([true, true, 0]);
    expect(shelf.names()).toEqual([backupName(0)]);
  });

  test("may be stopped while idle", async () => {
    const { maker, shelf } = await open();
    maker.stop();
    await maker.make(backupName(1000), 1000);
    expect(shelf.names()).toEqual([backupName(1000)]);
  });
});
