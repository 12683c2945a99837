/** Originals without a row, in a folder named after the time, until a person deletes or restores them. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { unlessMissing } from "../../../kernel/error-code.ts";
import { fileDigest } from "../../../kernel/regular-file.ts";
import type { SetAsideFolder } from "../../../upkeep/facts.ts";
import { syncFolder } from "./durable-files.ts";
import {
  type Catalogue,
  catalogueFileName,
  cataloguePath,
  readCatalogue,
  writeCatalogue,
} from "./originals-catalogue.ts";

const parentName = "set-aside";

export type SetAside = SetAsideFolder;

export function setAsideFolders(dataDir: string): readonly SetAside[] {
  return namesIn(join(dataDir, parentName))
    .toSorted()
    .map((name) => ({ folder: join(parentName, name), files: filesOf(join(dataDir, parentName, name)).length }));
}

export function filesOf(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => name !== catalogueFileName);
}

export function setAsideAt(at: number): string {
  return join(parentName, new Date(at).toISOString().replace(/[:.]/g, "-"));
}

/** Never an existing folder, which may contain the same names. */
function newFolder(dataDir: string, at: number): string {
  mkdirSync(join(dataDir, parentName), { recursive: true, mode: 0o700 });
  for (let time = at; ; time++) {
    const folder = setAsideAt(time);
    if (existsSync(join(dataDir, folder))) continue;
    mkdirSync(join(dataDir, folder), { mode: 0o700 });
    return folder;
  }
}

/** Catalogue records come first, synced. */
export function setOriginalsAside(dataDir: string, names: readonly string[], known: Catalogue, at: number): SetAside {
  const folder = newFolder(dataDir, at);
  const target = join(dataDir, folder);
  const records = names.flatMap((name) => known.originals.get(Number(name)) ?? []);
  const experts = new Set(records.map(({ expert }) => expert));
  writeCatalogue(cataloguePath(target), [...[...experts].flatMap((id) => known.experts.get(id) ?? []), ...records]);
  const originals = join(dataDir, "originals");
  for (const name of names) renameSync(join(originals, name), join(target, name));
  for (const changed of [target, originals, join(dataDir, parentName), dataDir]) syncFolder(changed);
  return { folder, files: names.length };
}

/** Set-aside files that rows name again with the same bytes, by the missing original's name. */
export function namedAgain(dataDir: string, named: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { folder } of setAsideFolders(dataDir)) {
    const path = join(dataDir, folder);
    const { originals } = readCatalogue(cataloguePath(path));
    for (const name of filesOf(path)) {
      const sha256 = named.get(name);
      const isOther = (originals.get(Number(name))?.sha256 ?? sha256) !== sha256;
      if (sha256 === undefined || isOther || found.has(name)) continue;
      const isThere = digestOf(join(dataDir, "originals", name)) === sha256;
      if (!isThere && digestOf(join(path, name)) === sha256) found.set(name, join(path, name));
    }
  }
  return found;
}

export function putBack(dataDir: string, found: ReadonlyMap<string, string>): void {
  if (found.size === 0) return;
  for (const [name, path] of found) renameSync(path, join(dataDir, "originals", name));
  syncFolder(join(dataDir, "originals"));
  for (const { folder } of setAsideFolders(dataDir)) removeEmptySetAside(dataDir, folder);
}

function digestOf(path: string): string | null {
  return existsSync(path) ? fileDigest(path).sha256 : null;
}

/** Permanent, so only at a person's request. Returns their number. */
export function discardSetAside(dataDir: string): number {
  const folders = setAsideFolders(dataDir);
  rmSync(join(dataDir, parentName), { recursive: true, force: true });
  return folders.reduce((sum, { files }) => sum + files, 0);
}

export function removeEmptySetAside(dataDir: string, folder: string): void {
  if (filesOf(join(dataDir, folder)).length > 0) return;
  rmSync(join(dataDir, folder), { recursive: true, force: true });
  if (namesIn(join(dataDir, parentName)).length === 0) rmSync(join(dataDir, parentName), { recursive: true });
}

function namesIn(folder: string): string[] {
  return unlessMissing(() => (statSync(folder).isDirectory() ? readdirSync(folder) : []), []);
}
