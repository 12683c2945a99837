/** Makes a backup of a data folder, whether a server is running on it or not. It only reads there. */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { examineDatabase } from "../database-soundness.ts";
import { databasePath } from "../folder/data-folder.ts";
import { piecesOf } from "../folder/file-pieces.ts";
import { type OriginalsStaging, stageOriginals, sweepStagings } from "../folder/originals-staging.ts";
import { ArchiveError, databaseName, layoutVersion, originalName } from "./archive-layout.ts";
import { type Destination, makeArchive } from "./archive-publishing.ts";
import type { ArchiveEntry, Digests } from "./archive-writer.ts";
import { copyDatabase, namedOriginals } from "./database-copy.ts";

export interface BackupOrder {
  readonly dataDir: string;
  readonly destination: Destination;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The program's name and version. */
  readonly madeBy: string;
}

/** Originals that are not what the database says; a backup holds them as they are. */
export interface OriginalFaults {
  /** Numbers of versions whose file is not there. */
  readonly missing: readonly number[];
  /** Numbers of versions whose file is another than its row says. */
  readonly damaged: readonly number[];
}

export interface BackupReport extends OriginalFaults {
  readonly bytes: number;
  readonly originals: number;
}

/** How many times a copy is made anew because a file was replaced or deleted in the moment that it was made. */
const attempts = 3;
/** Texts whose passages are compared before a backup is believed; `docent doctor` compares all. */
const comparedTexts = 200;

/**
 * It blocks: for a thread or process of its own.
 * @throws ArchiveError when there is nothing to copy, the copy is not sound, or it cannot be written.
 */
export function makeBackup({ dataDir, destination, at, madeBy }: BackupOrder): BackupReport {
  if (!existsSync(databasePath(dataDir))) throw new ArchiveError(`There is no database in ${dataDir}.`);
  return makeArchive(destination, ({ folder, publish }) => {
    sweepStagings(dataDir);
    const staging = stageOriginals(dataDir);
    try {
      const copy = join(folder, "docent.db");
      const named = copyTogether({ dataDir, copy, staging });
      const { version, problems } = examineDatabase(copy, { texts: comparedTexts });
      if (problems.length > 0) throw unsound(dataDir, problems);
      const held = [...named.keys()].filter((no) => staging.has(no));
      const manifest = {
        kind: "backup",
        version: layoutVersion,
        schemaVersion: version,
        createdAt: at,
        madeBy,
      } as const;
      const originals = held.map((no) => [originalName(no), staging.path(no)] as const);
      const digests = publish(
        { ...manifest, originals: originals.length },
        fileEntries([[databaseName("backup"), copy], ...originals]),
      );
      return { bytes: statSync(destination.file).size, originals: held.length, ...originalFaults(named, digests) };
    } finally {
      staging.close();
    }
  });
}

interface Copying {
  readonly dataDir: string;
  readonly copy: string;
  readonly staging: OriginalsStaging;
}

/**
 * A copy of the database, and every original that it names held. Files are taken before and after the copy is made:
 * one that came and went in between is in neither, and then all is done again.
 */
function copyTogether({ dataDir, copy, staging }: Copying): ReadonlyMap<number, string> {
  for (let attempt = 1; ; attempt++) {
    staging.take();
    copyDatabase(databasePath(dataDir), copy);
    staging.take();
    const named = namedOriginals(copy);
    const isComplete = [...named.keys()].every((no) => staging.has(no));
    if (isComplete || attempt === attempts) return named;
    rmSync(copy);
  }
}

/** Files as entries, each opened when its turn comes. */
export function* fileEntries(files: Iterable<readonly [name: string, path: string]>): Iterable<ArchiveEntry> {
  for (const [name, path] of files) yield { name, bytes: statSync(path).size, content: piecesOf(path) };
}

/** Compares what a database names with what an archive holds. */
export function originalFaults(named: ReadonlyMap<number, string>, digests: Digests): OriginalFaults {
  const found = (no: number) => digests.get(originalName(no));
  const numbers = [...named.keys()];
  return {
    missing: numbers.filter((no) => found(no) === undefined),
    damaged: numbers.filter((no) => found(no) !== undefined && found(no) !== named.get(no)),
  };
}

function unsound(dataDir: string, problems: readonly string[]): ArchiveError {
  const list = problems.slice(0, 3).join(" ");
  return new ArchiveError(
    `The database in ${dataDir} is damaged, so no backup was made. ${list} See \`docent doctor\`.`,
  );
}
