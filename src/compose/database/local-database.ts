import { join } from "node:path";
import type { Config } from "../../config/load-config.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { databasePath, holdDataFolder, type OwnedFolder } from "../../store/sqlite/folder/data-folder.ts";
import { diskTroubles } from "../../store/sqlite/folder/disk-room.ts";
import { openOriginalFiles } from "../../store/sqlite/folder/original-files.ts";
import { settleOriginals } from "../../store/sqlite/folder/originals-settling.ts";
import { spaceReclaiming } from "../../store/sqlite/space-reclaiming.ts";
import { threadedCheckpoints } from "../../worker/threaded-upkeep.ts";
import { workerEntries } from "../../worker-entries.ts";
import { ownBackupFolder } from "../scheduled-backups.ts";
import { sqliteStores } from "../stores.ts";
import type { OpenedDatabase } from "./opened-database.ts";

/** @throws DataDirError when another process holds the folder, or it cannot be used. */
export function openLocalDatabase(
  { dataDir, backups }: Config,
  { log, clock = systemClock }: { log: Log; clock?: Clock },
): OpenedDatabase {
  const held = holdDataFolder(dataDir, { create: true, backupFolder: backups?.dir ?? ownBackupFolder(dataDir) });
  try {
    const { aside, putBack } = settleOriginals(dataDir, held.database, clock.now());
    if (aside !== null) log.warn("originals.set_aside", { ...aside });
    if (held.isTight) held.database.reserve.keepForOpening();
    if (putBack > 0) log.warn("originals.put_back", { files: putBack });
    return openedIn(dataDir, held, log);
  } catch (error) {
    held.release();
    throw error;
  }
}

function openedIn(dataDir: string, { database, release }: OwnedFolder, log: Log): OpenedDatabase {
  const { checkpoints } = database;
  const checkpointThread = threadedCheckpoints(workerEntries.checkpoint(), databasePath(dataDir));
  checkpoints.leaveTo(checkpointThread.writeBack, (error) => log.error("database.log_not_written_back", error));
  return {
    stores: sqliteStores(database),
    shared: null,
    files: openOriginalFiles(join(dataDir, "originals"), database),
    facts: {
      version: `SQLite ${database.version}`,
      place: null,
      trouble: () => {
        const trouble = database.room.trouble();
        return trouble === null ? null : `storage: ${diskTroubles[trouble]}`;
      },
      bytes: database.bytes,
      freeBytes: database.freeBytes,
      connections: () => null,
      files: () => null,
      upkeep: spaceReclaiming(database),
    },
    release: async () => {
      await checkpoints.stop();
      checkpointThread.close();
      release();
    },
  };
}
