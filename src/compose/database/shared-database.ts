/**
 * Opens a PostgreSQL database that many nodes share. The data folder of each node then holds only what follows from the
 * database: indexes and temporary files.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import { Fault } from "../../kernel/fault.ts";
import { postgresPlace } from "../../postgres/database-address.ts";
import { bytesOf, installationIn, namesOriginals, serverVersion } from "../../postgres/installation.ts";
import { openPostgres, type PostgresDatabase } from "../../postgres/postgres-database.ts";
import type { OriginalFiles } from "../../sources/ports.ts";
import { databasePath } from "../../storage/folder/data-folder.ts";
import { DataDirError, type DataLock, lockDataDir } from "../../storage/folder/data-lock.ts";
import { folderIdentity, writeFolderIdentity } from "../../storage/folder/folder-identity.ts";
import { openSharedOriginals } from "../../storage/shared/shared-originals.ts";
import { memoryFolder } from "../answering.ts";
import { postgresStores } from "../postgres-stores.ts";
import type { Stores } from "../stores.ts";
import type { DatabaseFacts, OpenedDatabase } from "./opened-database.ts";

/**
 * @throws DataDirError if the data folder or the folder of files
 *   cannot be used; Fault `not_ready` if the database cannot be reached
 */
export async function openSharedDatabase(config: Config, shared: SharedStorage): Promise<OpenedDatabase> {
  refuseOtherDatabase(config.dataDir);
  const lock = lockDataDir(config.dataDir);
  let database: PostgresDatabase | null = null;
  try {
    database = await openPostgres(shared.database).catch((error: unknown) => {
      throw unusable(shared.database, error);
    });
    return await openedOver(database, { config, shared, lock });
  } catch (error) {
    await database?.close();
    lock.release();
    throw error;
  }
}

function unusable(address: string, error: unknown): Fault {
  const cause = error instanceof Fault && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Fault("not_ready", `The database ${postgresPlace(address)} cannot be used: ${reason}`, { cause });
}

interface Opening {
  readonly config: Config;
  readonly shared: SharedStorage;
  readonly lock: DataLock;
}

async function openedOver(database: PostgresDatabase, { config, shared, lock }: Opening): Promise<OpenedDatabase> {
  const stores: Stores = postgresStores(database, Bun.randomUUIDv7());
  const installation = await installationIn(database);
  keepCachesOf(installation, config);
  const version = await serverVersion(database);
  return {
    stores,
    files: await openFiles(shared.files, { installation, database, stores }),
    facts: factsOf(database, `PostgreSQL ${version}`, postgresPlace(shared.database)),
    release: async () => {
      await database.close();
      lock.release();
    },
  };
}

function factsOf(database: PostgresDatabase, version: string, place: string): DatabaseFacts {
  let looking: Promise<string | null> | null = null;
  const look = async () => {
    try {
      await serverVersion(database);
      return null;
    } catch (error) {
      return `database: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  return {
    version,
    place,
    // Those who ask at the same time get the same answer, so that a database that hangs is asked once.
    trouble: () => {
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    bytes: () => bytesOf(database),
    freeBytes: () => null,
    connections: database.load,
    reclaimSpace: async () => undefined,
  };
}

/** Its owner would look for that data in vain. */
function refuseOtherDatabase(dataDir: string): void {
  if (!existsSync(databasePath(dataDir))) return;
  throw new DataDirError(
    `The data folder ${dataDir} contains a database of its own, which DOCENT_DATABASE would leave unused. Choose another ` +
      "folder with DOCENT_DATA_DIR, or unset DOCENT_DATABASE.",
    null,
  );
}

/** Indexes of another database may have the same experts and revisions, with other passages. */
function keepCachesOf(installation: string, config: Config): void {
  if (folderIdentity(config.dataDir) === installation) return;
  rmSync(memoryFolder(config), { recursive: true, force: true });
  writeFolderIdentity(config.dataDir, installation);
}

interface FilesOf {
  readonly installation: string;
  readonly database: PostgresDatabase;
  readonly stores: Pick<Stores, "exclusive">;
}

/** @throws DataDirError if the folder belongs to another database, or is not the one that has this database's files. */
async function openFiles(folder: string, { installation, database, stores }: FilesOf): Promise<OriginalFiles> {
  const mark = async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = folderIdentity(folder);
    if (found === installation) return;
    if (found !== null)
      throw new DataDirError(`The folder ${folder} (DOCENT_FILES) contains the files of another database.`, null);
    if (await namesOriginals(database))
      throw new DataDirError(
        `The folder ${folder} (DOCENT_FILES) does not contain the files of this database. Mount the folder that all nodes ` +
          "share, or restore the files from a backup, with their docent.id.",
        null,
      );
    writeFolderIdentity(folder, installation);
  };
  // Nodes that start together write the same file.
  await stores.exclusive.run("files", mark);
  return openSharedOriginals(folder);
}
