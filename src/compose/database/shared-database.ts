/** With a shared PostgreSQL database, a node's data folder holds only indexes and temporary files. */
import { existsSync, rmSync } from "node:fs";
import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import { Fault } from "../../kernel/fault.ts";
import type { Log } from "../../kernel/log.ts";
import { within } from "../../kernel/timer.ts";
import { openPostgres, type PostgresDatabase } from "../../store/postgres/database.ts";
import { postgresPlace } from "../../store/postgres/database-address.ts";
import { bytesOf, installationIn, namesOriginals, serverVersion } from "../../store/postgres/installation.ts";
import { leasesIn } from "../../store/postgres/leased-work.ts";
import { missingExpertsIn } from "../../store/postgres/rows/expert-rows.ts";
import { originalNamesIn } from "../../store/postgres/rows/original-names.ts";
import { countedFiles } from "../../store/shared-files/counted-files.ts";
import { orphanCollection } from "../../store/shared-files/orphan-collection.ts";
import { originalsAmong } from "../../store/shared-files/shared-originals.ts";
import { databasePath } from "../../store/sqlite/folder/data-folder.ts";
import { DataDirError, type DataLock, lockDataDir } from "../../store/sqlite/folder/data-lock.ts";
import { folderIdentity, writeFolderIdentity } from "../../store/sqlite/folder/folder-identity.ts";
import { memoryFolder } from "../answering.ts";
import { postgresStores } from "../postgres-stores.ts";
import type { Stores } from "../stores.ts";
import { type CommandServices, servicesOver } from "./command-services.ts";
import { type FilesPlace, filesPlace } from "./files-place.ts";
import type { DatabaseFacts, OpenedDatabase } from "./opened-database.ts";

/** @throws DataDirError if the data folder or the files cannot be used; Fault `not_ready` if the database is unreachable */
export async function openSharedDatabase(config: Config, shared: SharedStorage, log: Log): Promise<OpenedDatabase> {
  refuseOtherDatabase(config.dataDir);
  const lock = lockDataDir(config.dataDir);
  let database: PostgresDatabase | null = null;
  try {
    database = await openShared(shared);
    return await openedOver(database, { config, shared, lock, log });
  } catch (error) {
    await database?.close();
    lock.release();
    throw error;
  }
}

export function openShared({ database }: SharedStorage): Promise<PostgresDatabase> {
  return openPostgres(database).catch((error: unknown) => {
    throw unusable(database, error);
  });
}

function unusable(address: string, error: unknown): Fault {
  const cause = error instanceof Fault && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Fault("not_ready", `The database ${postgresPlace(address)} cannot be used: ${reason}`, { cause });
}

async function openedOver(
  database: PostgresDatabase,
  { config, shared, lock, log }: { config: Config; shared: SharedStorage; lock: DataLock; log: Log },
): Promise<OpenedDatabase> {
  const node = Bun.randomUUIDv7();
  const stores: Stores = postgresStores(database, node);
  const installation = await installationIn(database);
  keepCachesOf(installation, config);
  const version = await serverVersion(database);
  const place = filesPlace(shared, config.dataDir);
  await claimFiles(place, { address: shared.files, installation, database, stores });
  const stored = place.files(installation);
  const { files, counts } = countedFiles(stored);
  const names = originalNamesIn(database);
  const { take } = leasesIn(database, node);
  const isDue = (interval: number) => take("collection of files", interval);
  const told = (aside: object) => log.warn("originals.set_aside", { ...aside });
  return {
    stores,
    files: originalsAmong(files, names),
    shared: files,
    facts: {
      ...factsOf(database, `PostgreSQL ${version}`, postgresPlace(shared.database)),
      trouble: sharedTrouble({
        database: () => serverVersion(database).then(() => null, reasonOf),
        files: () => stored.remove([]).then(() => null, reasonOf),
      }),
      files: counts,
      upkeep: orphanCollection({ files, names, missing: missingExpertsIn(database), isDue, told }),
    },
    release: async () => {
      place.close();
      await database.close();
      lock.release();
    },
  };
}

function factsOf(
  database: PostgresDatabase,
  version: string,
  place: string,
): Omit<DatabaseFacts, "files" | "upkeep" | "trouble"> {
  return {
    version,
    place,
    bytes: () => bytesOf(database),
    freeBytes: () => null,
    connections: database.load,
  };
}

/** Milliseconds; short, because someone waits to hear whether the service is ready. */
const patience = 2000;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Concurrent callers share one result, so that a part that hangs is asked once. */
function sharedTrouble(
  parts: Readonly<Record<"database" | "files", () => Promise<string | null>>>,
): DatabaseFacts["trouble"] {
  const looking = new Map<string, Promise<string | null>>();
  const troubleOf = async (name: "database" | "files") => {
    const look = looking.getOrInsertComputed(name, () => parts[name]().finally(() => looking.delete(name)));
    const silence = () => `It did not answer within ${patience / 1000} seconds.`;
    const trouble = await within(patience, look, () => new Error()).catch(silence);
    return trouble === null ? null : `${name}: ${trouble}`;
  };
  return async () => {
    const [ofDatabase, ofFiles] = await Promise.all([troubleOf("database"), troubleOf("files")]);
    return ofDatabase ?? ofFiles;
  };
}

/** Somebody would otherwise miss, in one database, the data that is in the other. */
function refuseOtherDatabase(dataDir: string): void {
  if (!existsSync(databasePath(dataDir))) return;
  throw new DataDirError(
    `The data folder ${dataDir} contains a database of its own, which DOCENT_DATABASE would leave unused. Choose another ` +
      "folder with DOCENT_DATA_DIR, or unset DOCENT_DATABASE.",
    null,
  );
}

/** Another database may have the same experts and revisions with other passages. */
function keepCachesOf(installation: string, config: Config): void {
  if (folderIdentity(config.dataDir) === installation) return;
  rmSync(memoryFolder(config), { recursive: true, force: true });
  writeFolderIdentity(config.dataDir, installation);
}

interface Belonging {
  readonly address: string;
  readonly installation: string;
  readonly database: PostgresDatabase;
  readonly stores: Pick<Stores, "exclusive">;
}

/** @throws DataDirError if the files belong to another database, or are not those that this database names. */
async function claimFiles(place: FilesPlace, { address, installation, database, stores }: Belonging): Promise<void> {
  const mark = async () => {
    const found = await place.identity().catch((error: unknown) => {
      throw unreachable(address, error);
    });
    if (found === installation) return;
    if (found !== null)
      throw new DataDirError(`${address} (DOCENT_FILES) contains the files of another database.`, null);
    if (await namesOriginals(database))
      throw new DataDirError(
        `${address} (DOCENT_FILES) does not contain the files of this database. Mount the folder or name the bucket that ` +
          "all nodes share, or restore the files from a backup, with their docent.id.",
        null,
      );
    await place.writeIdentity(installation);
  };
  await stores.exclusive.run("files", mark);
}

function unreachable(address: string, error: unknown): DataDirError {
  const cause = error instanceof Fault ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(error);
  return new DataDirError(`${address} (DOCENT_FILES) cannot be read: ${reason}`, error);
}

export async function openDatabaseServices(config: Config, shared: SharedStorage): Promise<CommandServices> {
  return overDatabase(await openShared(shared), config);
}

export function overDatabase(database: PostgresDatabase, config: Config): CommandServices {
  return servicesOver(postgresStores(database, Bun.randomUUIDv7()), config, database.close);
}
