/**
 * Original files without a row. They are moved to a folder named after the time (`set-aside/2026-11-22T08-30-00-000Z`),
 * with a catalogue of the known facts, and stay there until a person deletes or restores them.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isMissing } from "../../kernel/error-code.ts";
import { syncFolder } from "./durable-files.ts";
import { type Catalogue, catalogueFileName, cataloguePath, writeCatalogue } from "./originals-catalogue.ts";

const parentName = "set-aside";

export interface SetAside {
  /** Relative to the data folder. */
  readonly folder: string;
  readonly files: number;
}

/** Oldest first. */
export function setAsideFolders(dataDir: string): readonly SetAside[] {
  return namesIn(join(dataDir, parentName))
    .toSorted()
    .map((name) => ({ folder: join(parentName, name), files: filesOf(join(dataDir, parentName, name)).length }));
}

/** The names of the files in such a folder, without the catalogue. */
export function filesOf(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => name !== catalogueFileName);
}

/** Creates the folder for files that are set aside at that time. Returns its path relative to the data folder. */
export function newSetAside(dataDir: string, at: number): string {
  const folder = join(parentName, new Date(at).toISOString().replace(/[:.]/g, "-"));
  mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Moves files out of `originals/`. Their catalogue records are written and synced first.
 * @param at milliseconds since the Unix epoch.
 */
export function setOriginalsAside(
  dataDir: string,
  names: readonly string[],
  { known, at }: { readonly known: Catalogue; readonly at: number },
): SetAside {
  const folder = newSetAside(dataDir, at);
  const target = join(dataDir, folder);
  const records = names.flatMap((name) => known.originals.get(Number(name)) ?? []);
  const experts = new Set(records.map(({ expert }) => expert));
  writeCatalogue(cataloguePath(target), [...[...experts].flatMap((id) => known.experts.get(id) ?? []), ...records]);
  const originals = join(dataDir, "originals");
  for (const name of names) renameSync(join(originals, name), join(target, name));
  for (const changed of [target, originals, join(dataDir, parentName), dataDir]) syncFolder(changed);
  return { folder, files: names.length };
}

/** Permanently deletes files that were set aside; only at a person's request. Returns their number. */
export function discardSetAside(dataDir: string): number {
  const folders = setAsideFolders(dataDir);
  rmSync(join(dataDir, parentName), { recursive: true, force: true });
  return folders.reduce((sum, { files }) => sum + files, 0);
}

/** Removes a folder that contains only its catalogue. */
export function removeEmptySetAside(dataDir: string, folder: string): void {
  if (filesOf(join(dataDir, folder)).length > 0) return;
  rmSync(join(dataDir, folder), { recursive: true, force: true });
  if (namesIn(join(dataDir, parentName)).length === 0) rmSync(join(dataDir, parentName), { recursive: true });
}

function namesIn(folder: string): string[] {
  try {
    return statSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
