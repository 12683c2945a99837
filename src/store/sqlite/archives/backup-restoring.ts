import { Database as Sqlite } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BackupFaults, noFaults } from "../../../upkeep/backup-ports.ts";
import { examineDatabase } from "../database-soundness.ts";
import { databasePath } from "../folder/data-folder.ts";
import { lockDataDir } from "../folder/data-lock.ts";
import { isOutOfSpace, syncFolder, writeWhole } from "../folder/durable-files.ts";
import { newestSchema } from "../migrate.ts";
import { setPragmas } from "../pragmas.ts";
import { ArchiveError, type ArchiveKind, type Manifest, originalNo } from "./archive-layout.ts";
import { type ArchiveContents, type EntrySink, readArchive, readManifest } from "./archive-reader.ts";
import { backupFaults } from "./backup-making.ts";
import { namedOriginals } from "./database-copy.ts";
import { decideRestore, finishRestore, restoringFolder } from "./interrupted-restore.ts";

export interface RestoreOrder {
  readonly dataDir: string;
  readonly file: string;
  readonly replace: boolean;
  readonly at: number;
}

/** Checks everything before it changes the folder. Blocks. @throws ArchiveError, DataDirError */
export function restoreBackup({ dataDir, file, replace, at }: RestoreOrder) {
  refuseNewer(readManifest(file, "backup"));
  using _lock = lockDataDir(dataDir);
  finishRestore(dataDir);
  const isOccupied = existsSync(databasePath(dataDir));
  if (isOccupied && !replace) throw occupied(dataDir);
  const { manifest, ...faults } = prepare(file, restoringFolder(dataDir));
  const aside = `replaced-${new Date(at).toISOString().replace(/[:.]/g, "-")}`;
  decideRestore(dataDir, aside);
  finishRestore(dataDir);
  return { manifest, ...faults, aside: existsSync(join(dataDir, aside)) ? join(dataDir, aside) : null };
}

function prepare(file: string, folder: string): BackupFaults & { readonly manifest: Manifest } {
  mkdirSync(folder, { mode: 0o700 });
  try {
    const { manifest, digests } = unpack(file, "backup", folder);
    const database = join(folder, "docent.db");
    const { version, problems, damaged } = examineDatabase(database);
    if (problems.length > 0) throw new ArchiveError(`${file} holds a database that is not sound. ${problems[0] ?? ""}`);
    if (version !== manifest.schemaVersion)
      throw new ArchiveError(`${file} states another version than its database has.`);
    const named = namedOriginals(database);
    const isNamed = (name: string) => named.has(originalNo(name) ?? 0);
    if ([...digests.keys()].filter((name) => originalNo(name) !== null).some((name) => !isNamed(name)))
      throw new ArchiveError(`${file} holds original files that its database does not name.`);
    const faults = { ...noFaults, ...backupFaults(database, named, digests, damaged) };
    if (damaged.length > 0) queueAgain(database, damaged);
    return { manifest, ...faults };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw isOutOfSpace(error)
      ? new ArchiveError("There is not enough disk space to unpack the backup; nothing was changed.", error)
      : error;
  }
}

/** Reads sources with incomplete passages again, so that none of those passages answers. */
function queueAgain(database: string, versions: readonly number[]): void {
  using sqlite = new Sqlite(database, { strict: true });
  setPragmas(sqlite);
  const wanted = `IN (${versions.join(", ")})`;
  sqlite.transaction(() => {
    sqlite.run(`UPDATE experts SET revision = revision + 1
      WHERE id IN (SELECT expert_id FROM source_versions WHERE no ${wanted})`);
    sqlite.run(`DELETE FROM memory_changes
      WHERE expert_id IN (SELECT expert_id FROM source_versions WHERE no ${wanted})`);
    sqlite.run(`UPDATE sources SET current_version_no = NULL WHERE current_version_no ${wanted}`);
    sqlite.run(`DELETE FROM chunks WHERE version_no ${wanted}`);
    if (sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'version_senses'").get() !== null)
      sqlite.run(`DELETE FROM version_senses WHERE version_no ${wanted}`);
    sqlite.run(`UPDATE source_versions SET status = 'queued', stage = NULL, attempts = 0 WHERE no ${wanted}`);
  })();
  sqlite.run("PRAGMA journal_mode = DELETE");
}

/** Into an empty folder, synced. @throws ArchiveError, and then nothing that was unpacked is trustworthy */
export function unpack(file: string, kind: ArchiveKind, folder: string): ArchiveContents {
  mkdirSync(join(folder, "originals"), { mode: 0o700 });
  const contents = readArchive(file, kind, { begin: refuseNewer, entry: (name) => fileSink(join(folder, name)) });
  for (const made of [join(folder, "originals"), folder, dirname(folder)]) syncFolder(made);
  return contents;
}

/** `mayFollow` has checked the names, so none leads out of the folder. */
function fileSink(path: string): EntrySink {
  const file = openSync(path, "wx", 0o600);
  return {
    write: (piece) => writeWhole(file, piece),
    end: () => {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

function occupied(dataDir: string): ArchiveError {
  return new ArchiveError(
    `${dataDir} already holds a database. Choose another folder with --data-dir, or use --force, which moves the present data aside.`,
  );
}

function refuseNewer({ schemaVersion, madeBy }: Manifest): void {
  if (schemaVersion <= newestSchema) return;
  throw new ArchiveError(
    `It has version ${schemaVersion}, made by ${madeBy}; this Docent supports versions up to ${newestSchema}. Use a newer Docent.`,
  );
}
