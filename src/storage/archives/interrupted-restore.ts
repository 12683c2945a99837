/**
 * How a restored folder takes the place of the one that was there, all or nothing. What is restored is complete beside
 * the old (`restoring/`) before the marker is written; from the marker on the exchange is decided, and whoever next
 * holds the lock carries it through, however often it was interrupted. Without a marker, what lies there is remains.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder, writeDurably } from "../folder/durable-files.ts";
import { identityFileName } from "../folder/folder-identity.ts";
import { catalogueFileName } from "../folder/originals-catalogue.ts";

const markerName = "restore.commit";
/** What a restore replaces, and what belonged to it. */
const replaced = [
  "docent.db-wal",
  "docent.db-shm",
  "docent.db",
  identityFileName,
  catalogueFileName,
  "originals",
  "memory",
];

/** Where a restore is prepared. */
export function restoringFolder(dataDir: string): string {
  return join(dataDir, "restoring");
}

export function isRestoreDecided(dataDir: string): boolean {
  return existsSync(join(dataDir, markerName));
}

/** @param aside the name of the folder that takes what was there. The lock must be held. */
export function decideRestore(dataDir: string, aside: string): void {
  writeDurably(join(dataDir, markerName), aside);
}

/** Completes a decided restore, or removes the remains of one that was not. The lock must be held. */
export function finishRestore(dataDir: string): void {
  const restoring = restoringFolder(dataDir);
  const marker = join(dataDir, markerName);
  if (existsSync(marker)) {
    exchange(dataDir, restoring, join(dataDir, readFileSync(marker, "utf8")));
    rmSync(marker);
    syncFolder(dataDir);
  }
  rmSync(restoring, { recursive: true, force: true });
}

/** The originals move in before the database: while they wait, what lies in the folder is still the old. */
function exchange(dataDir: string, restoring: string, aside: string): void {
  const move = (from: string, to: string, name: string) => {
    if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
  };
  if (existsSync(join(restoring, "originals"))) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    for (const name of replaced) move(dataDir, aside, name);
    syncFolder(aside);
    syncFolder(dataDir);
    move(restoring, dataDir, "originals");
    syncFolder(dataDir);
  }
  move(restoring, dataDir, "docent.db");
  syncFolder(dataDir);
  removeEmpty(aside);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds what was replaced, or is gone already.
  }
}
