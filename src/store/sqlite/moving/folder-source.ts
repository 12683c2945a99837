import { Database as Sqlite } from "bun:sqlite";
import { join } from "node:path";
import { MoveError } from "../../../upkeep/move-ports.ts";
import type { Pace } from "../archives/gentle-copy.ts";
import { abandonedImports, hiddenExperts, sweepImports } from "../archives/import-remains.ts";
import { databasePath, holdDataFolder, type OwnedFolder, openBesideServer } from "../folder/data-folder.ts";
import { DataDirError } from "../folder/data-lock.ts";
import { folderIdentity } from "../folder/folder-identity.ts";
import { originalsIn } from "../folder/original-files.ts";
import { namedFiles, readingSide } from "./sqlite-rows.ts";

/** Reads see this moment. @throws DataDirError; MoveError during an import */
export async function openFolderSource(dataDir: string, pace: Pace) {
  const held = holdIfFree(dataDir);
  if (held === null) openBesideServer(dataDir).close();
  const sqlite = new Sqlite(databasePath(dataDir), { readwrite: true, create: false, strict: true });
  const close = () => {
    sqlite.close();
    held?.release();
  };
  try {
    sqlite.run("PRAGMA busy_timeout = 5000");
    sqlite.run("PRAGMA foreign_keys = ON");
    if (held !== null) await refuseImports(sqlite, dataDir, pace);
    sqlite.run("PRAGMA query_only = ON");
    sqlite.run("BEGIN");
    const own = sqlite.query<{ id: string }, []>("SELECT id FROM installation").get()?.id;
    const identity = own ?? folderIdentity(dataDir);
    if (identity === null) throw new Error("a data folder that was opened has an id");
    return {
      identity,
      isHeld: held !== null,
      side: readingSide(sqlite),
      named: () => namedFiles(sqlite),
      files: originalsIn(join(dataDir, "originals")),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function holdIfFree(dataDir: string): OwnedFolder | null {
  try {
    return holdDataFolder(dataDir, { create: false });
  } catch (error) {
    if (error instanceof DataDirError && error.isInUse) return null;
    throw error;
  }
}

/** An import writes without holding the folder. Remains of a killed one are removed. */
async function refuseImports(sqlite: Sqlite, dataDir: string, pace: Pace): Promise<void> {
  if (abandonedImports(sqlite).length > 0) await sweepImports(sqlite, dataDir, pace);
  if (sqlite.query(`SELECT 1 FROM (${hiddenExperts}) LIMIT 1`).get() !== null)
    throw new MoveError("An expert is being imported into this folder. Start the move when the import has ended.");
}
