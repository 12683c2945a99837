/** The marker means that `restoring/` is complete, and the next process finishes the exchange. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder, writeDurably } from "../folder/durable-files.ts";
import { identityFileName } from "../folder/folder-identity.ts";
import { catalogueFileName } from "../folder/originals-catalogue.ts";

const markerName = "restore.commit";
const replaced = [
  "docent.db-wal",
  "docent.db-shm",
  "docent.db",
  identityFileName,
  catalogueFileName,
  "originals",
  "memory",
];

export function restoringFolder(dataDir: string): string {
  return join(dataDir, "restoring");
}

export function isRestoreDecided(dataDir: string): boolean {
  return existsSync(join(dataDir, markerName));
}

/** @param aside a folder for the previous content. The lock must be held. */
export function decideRestore(dataDir: string, aside: string): void {
  writeDurably(join(dataDir, markerName), [aside]);
}

/** Finishes a decided restore, or deletes an undecided one. The lock must be held. */
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

/** Originals first: while they wait, the folder still has the old content. */
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
  } catch {}
}
