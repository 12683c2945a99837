import type { Config } from "../../config/load-config.ts";
import type { Database } from "../../store/sqlite/database.ts";
import { holdDataFolder, isNewFolder, openBesideServer } from "../../store/sqlite/folder/data-folder.ts";
import { sqliteStores } from "../stores.ts";
import { accountsIn, type CommandServices, servicesOver } from "./command-services.ts";

/** As a first start does: only if the folder is empty and the data is not elsewhere. */
export async function createIfNew({ dataDir, backups, shared }: Config): Promise<void> {
  if (shared !== null || !isNewFolder(dataDir)) return;
  using held = holdDataFolder(dataDir, { create: true, backupFolder: backups?.dir ?? null });
  await accountsIn(sqliteStores(held.database)).workspaces.create("default");
}

/** @throws DataDirError; Fault `not_ready` when the shared database cannot be used */
export async function openCommandServices(config: Config): Promise<CommandServices> {
  if (config.shared === null) return overFolder(openBesideServer(config.dataDir), config);
  const { openDatabaseServices } = await import("./shared-database.ts");
  return openDatabaseServices(config, config.shared);
}

export function overFolder(database: Database, config: Config): CommandServices {
  return servicesOver(sqliteStores(database), config, () => database.close());
}
