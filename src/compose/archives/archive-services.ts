import { accessSync, constants, existsSync, mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config/load-config.ts";
import { copyDatabase } from "../../store/sqlite/archives/database-copy.ts";
import { type ExportOrder, exportExpert } from "../../store/sqlite/archives/expert-export.ts";
import { importExpert } from "../../store/sqlite/archives/expert-import.ts";
import type { ImportOrder, ImportReport } from "../../store/sqlite/archives/import-rows.ts";
import { openDatabase } from "../../store/sqlite/database.ts";
import { databasePath, openBesideServer } from "../../store/sqlite/folder/data-folder.ts";
import type { CommandServices } from "../database/command-services.ts";
import { overFolder } from "../database/opened-services.ts";
import type { ExportServices } from "./shared-archives.ts";

export async function openForExport(config: Config): Promise<ExportServices> {
  if (config.shared === null) return exportOfFolder(config);
  const { exportOfDatabase } = await import("./shared-archives.ts");
  return exportOfDatabase(config, config.shared);
}

/** In a read-only folder, works on a copy of the database. */
function exportOfFolder(config: Config): ExportServices {
  const { dataDir } = config;
  const from = (services: CommandServices, database: string) => ({
    ...services,
    exportExpert: (order: Omit<ExportOrder, "dataDir" | "database">) => exportExpert({ ...order, dataDir, database }),
  });
  if (isWritable(dataDir)) return from(overFolder(openBesideServer(dataDir), config), databasePath(dataDir));
  using opened = new DisposableStack();
  const copy = databasePath(opened.use(mkdtempDisposableSync(join(tmpdir(), "docent-export-"))).path);
  copyDatabase(databasePath(dataDir), copy);
  const services = overFolder(openDatabase(copy), config);
  const kept = opened.move();
  return {
    ...from(services, copy),
    [Symbol.asyncDispose]: async () => {
      await services[Symbol.asyncDispose]();
      kept.dispose();
    },
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return !existsSync(folder); // a folder that is missing is told by what opens it
  }
}

/** @throws ArchiveError if the file is not a sound export or the requested slug is taken; Fault `not_ready` */
export async function importInto(config: Config, order: Omit<ImportOrder, "dataDir">): Promise<ImportReport> {
  const { shared, dataDir } = config;
  if (shared === null) return importExpert({ ...order, dataDir });
  const { importIntoShared } = await import("./shared-archives.ts");
  return importIntoShared(config, shared, order);
}
