/** At a start: finishes deletions, deletes partial files, sets aside files without a row, and puts others back. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../database.ts";
import { removedOriginals, sourceVersions } from "../schema.ts";
import { isOutOfSpace } from "./durable-files.ts";
import { type Catalogue, cataloguePath, readCatalogue, writeCatalogue } from "./originals-catalogue.ts";
import { namedAgain, putBack, setOriginalsAside } from "./set-aside.ts";

export const arrivingPrefix = "arriving-";

/** The folder must be held. @param at Unix milliseconds */
export function settleOriginals(dataDir: string, database: Database, at: number) {
  const { orm, write } = database;
  const originals = join(dataDir, "originals");
  mkdirSync(originals, { recursive: true, mode: 0o700 });
  // One transaction, so that another process's import is never seen between files and rows.
  return write("power", () => {
    finishRemovals(database, originals);
    const rows = orm.select({ no: sourceVersions.no, sha256: sourceVersions.sha256 }).from(sourceVersions).all();
    const named = new Map(rows.map(({ no, sha256 }) => [String(no), sha256]));
    const files = readdirSync(originals);
    for (const name of files.filter(isArriving)) rmSync(join(originals, name), { force: true });
    const returning = namedAgain(dataDir, named);
    const orphans = files.filter((name) => !isArriving(name) && (!named.has(name) || returning.has(name)));
    const known = readCatalogue(cataloguePath(dataDir));
    const aside = orphans.length === 0 ? null : setOriginalsAside(dataDir, orphans, known, at);
    putBack(dataDir, returning);
    if (!isInStep(database, known)) renewCatalogue(dataDir, database);
    return { aside, putBack: returning.size };
  });
}

/** A full disk keeps the old one until a later start, because users must be able to delete. */
function renewCatalogue(dataDir: string, database: Database): void {
  try {
    writeCatalogue(cataloguePath(dataDir), database.catalogueRecords());
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
  }
}

/** For a process that was killed between deleting rows and files. */
function finishRemovals({ orm }: Database, originals: string): void {
  const removed = orm.select().from(removedOriginals).all();
  for (const { versionNo } of removed) rmSync(join(originals, String(versionNo)), { force: true });
  orm.delete(removedOriginals).run();
}

function isArriving(name: string): boolean {
  return name.startsWith(arrivingPrefix);
}

function isInStep({ orm }: Database, { originals, experts, damaged, outdated }: Catalogue): boolean {
  const named = orm.all<{ no: number; sha256: string }>("SELECT no, sha256 FROM source_versions WHERE sha256 <> ''");
  const ids = orm.all<{ id: string }>("SELECT id FROM experts");
  return (
    damaged === 0 &&
    outdated <= originals.size + experts.size &&
    named.length === originals.size &&
    named.every(({ no, sha256 }) => originals.get(no)?.sha256 === sha256) &&
    ids.length === experts.size &&
    ids.every(({ id }) => experts.has(id))
  );
}
