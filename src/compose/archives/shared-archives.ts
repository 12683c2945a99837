import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExportOrder, ExportReport } from "../../store/sqlite/archives/expert-export.ts";
import type { ImportOrder, ImportReport } from "../../store/sqlite/archives/import-rows.ts";
import type { CommandServices } from "../database/command-services.ts";
import { openShared, overDatabase } from "../database/shared-database.ts";
import { sharedOriginals } from "./shared-archive-files.ts";
import { exportFromDatabase } from "./shared-expert-export.ts";
import { importIntoDatabase } from "./shared-expert-import.ts";

export async function exportOfDatabase(config: Config, shared: SharedStorage): Promise<ExportServices> {
  const database = await openShared(shared);
  return {
    ...overDatabase(database, config),
    exportExpert: async (order) => {
      const originals = await sharedOriginals(database, { shared, dataDir: config.dataDir });
      return exportFromDatabase({ ...order, database: shared.database, originals });
    },
  };
}

export async function importIntoShared(
  { dataDir }: Config,
  shared: SharedStorage,
  order: Omit<ImportOrder, "dataDir">,
): Promise<ImportReport> {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await openShared(shared), (it) => it.close());
  const originals = await sharedOriginals(database, { shared, dataDir });
  return await importIntoDatabase({ ...order, database, address: shared.database, originals });
}

export interface ExportServices extends CommandServices {
  /** @throws ArchiveError if the file exists, cannot be written, or originals are missing; Fault `not_ready` */
  exportExpert(order: Omit<ExportOrder, "dataDir" | "database">): Awaitable<ExportReport>;
}
