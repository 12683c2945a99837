/** Only reads the data folder, on which a server may be running. */
import { rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../../kernel/error-code.ts";
import { namesIn } from "../../../kernel/regular-file.ts";
import { incompleteName } from "../../../upkeep/backup-plan.ts";
import { type BackupFaults, type BackupShelf, isWhole, noFaults } from "../../../upkeep/backup-ports.ts";
import type { NamedVersion } from "../../../upkeep/facts.ts";
import { examineDatabase, isDamage } from "../database-soundness.ts";
import { databasePath } from "../folder/data-folder.ts";
import { cataloguePath, readCatalogue } from "../folder/originals-catalogue.ts";
import { type OriginalsStaging, stageOriginals, sweepStagings } from "../folder/originals-staging.ts";
import { ArchiveError, databaseName, layoutVersion, originalName } from "./archive-layout.ts";
import { type Destination, makeArchive } from "./archive-publishing.ts";
import { type Digests, fileEntries } from "./archive-writer.ts";
import { copyDatabase, countExperts, namedOriginals, removeHidden, versionNames } from "./database-copy.ts";
import { copyReadable } from "./readable-copy.ts";

export interface BackupOrder {
  readonly dataDir: string;
  readonly destination: Destination;
  readonly at: number;
  readonly madeBy: string;
}

export interface BackupReport extends BackupFaults {
  readonly file: string;
  readonly bytes: number;
  readonly originals: number;
}

const attempts = 3;

/** An incomplete backup is named so and replaces no file. Blocks. @throws ArchiveError */
export function makeBackup({ dataDir, destination, at, madeBy }: BackupOrder): BackupReport {
  try {
    return copied({ dataDir, destination, at, madeBy });
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw unsound(dataDir, [`SQLite says: ${Object(error).message}.`], error);
  }
}

function copied({ dataDir, destination, at, madeBy }: BackupOrder): BackupReport {
  return makeArchive(destination, ({ folder, publish }) => {
    sweepIfWritable(dataDir);
    using staging = stageOriginals(dataDir, folder);
    const copy = join(folder, "docent.db");
    const { named, tables } = copyTogether({ dataDir, copy, staging });
    const lost = tables.length === 0 ? [] : lostVersions(dataDir, copy);
    const { version, problems, damaged } = examineDatabase(copy);
    if (problems.length > 0) throw unsound(dataDir, problems);
    const held = [...named.keys()].filter((no) => staging.has(no));
    const originals = held.map((no) => [originalName(no), staging.path(no)] as const);
    const manifest = {
      kind: "backup",
      version: layoutVersion,
      schemaVersion: version,
      createdAt: at,
      madeBy,
      originals: originals.length,
    } as const;
    const entries = fileEntries([[databaseName("backup"), copy], ...originals]);
    let faults = noFaults;
    const file = publish(manifest, entries, (digests) => {
      faults = { ...backupFaults(copy, named, digests, damaged), lost, tables };
      return isWhole(faults)
        ? destination.file
        : join(dirname(destination.file), incompleteName(basename(destination.file)));
    });
    return { file, bytes: statSync(file).size, originals: held.length, ...faults };
  });
}

function sweepIfWritable(dataDir: string): void {
  try {
    sweepStagings(dataDir);
  } catch (error) {
    if (!["EROFS", "EACCES"].includes(errorCode(error) ?? "")) throw error;
  }
}

/** Links files before and after the copy, and repeats all if a file came and went in between. */
function copyTogether({ dataDir, copy, staging }: { dataDir: string; copy: string; staging: OriginalsStaging }) {
  for (let attempt = 1; ; attempt++) {
    staging.take();
    const tables = copyAsWhole(dataDir, copy);
    removeHidden(copy);
    staging.take();
    const named = namedOriginals(copy);
    const isComplete = [...named.keys()].every((no) => staging.has(no));
    if (isComplete || attempt === attempts) return { named, tables };
    rmSync(copy);
  }
}

function copyAsWhole(dataDir: string, copy: string): readonly string[] {
  const database = databasePath(dataDir);
  try {
    copyDatabase(database, copy);
    return [];
  } catch (error) {
    if (!errorCode(error)?.startsWith("SQLITE_CORRUPT")) throw error;
  }
  const tables = copyReadable(database, copy);
  const { experts } = readCatalogue(cataloguePath(dataDir));
  if (experts.size > 0 && countExperts(copy) === 0) throw unsound(dataDir, ["Nothing of its experts can be read."]);
  return tables;
}

function lostVersions(dataDir: string, copy: string): NamedVersion[] {
  const held = new Set(namedOriginals(copy).keys());
  const { originals } = readCatalogue(cataloguePath(dataDir));
  return [...originals.values()]
    .filter(({ no }) => !held.has(no))
    .map(({ no, source, title }) => ({ versionNo: no, source, title }));
}

export function backupFaults(
  database: string,
  named: ReadonlyMap<number, string>,
  digests: Digests,
  damaged: readonly number[],
): Pick<BackupFaults, "missing" | "damaged" | "sources"> {
  const found = (no: number) => digests.get(originalName(no));
  const numbers = [...named.keys()];
  const changed = numbers.filter((no) => found(no) !== undefined && found(no) !== named.get(no));
  return {
    missing: versionNames(
      database,
      numbers.filter((no) => found(no) === undefined),
    ),
    damaged: versionNames(database, changed),
    sources: versionNames(database, damaged),
  };
}

function unsound(dataDir: string, problems: readonly string[], cause: unknown = null): ArchiveError {
  const list = problems.slice(0, 3).join(" ");
  return new ArchiveError(
    `The database in ${dataDir} is damaged, so no backup was made. ${list} Keep the older backups. \`docent doctor\` says more; \`docent doctor --recover\` makes a new database from the original files.`,
    cause,
  );
}

export function backupShelf(folder: string): BackupShelf {
  return {
    names: () => namesIn(folder),
    remove: (name) => rmSync(join(folder, name), { force: true }),
  };
}
