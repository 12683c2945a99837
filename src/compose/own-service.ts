import { internalKey } from "../accounting/usage-entry.ts";
import type { Config } from "../config/load-config.ts";
import { Fault } from "../kernel/fault.ts";
import type { Log } from "../kernel/log.ts";
import { existingSchema } from "../store/sqlite/folder/data-folder.ts";
import { openService } from "./compose.ts";

/** Locks the data folder and reads what is queued. Null: no database. @throws DataDirError; Fault `invalid_parameter` */
export async function openOwnService(config: Config, { log, workspace: name }: { log: Log; workspace: string }) {
  if (config.shared === null && existingSchema(config.dataDir) === null) return null;
  // Threads would not pay off for so few questions.
  const docent = await openService({ ...config, answerThreads: 0 }, { log });
  const workspace = await docent.workspaces.byName(name);
  if (workspace === null) {
    await docent.close();
    throw new Fault("invalid_parameter", `There is no workspace "${name}" in ${config.dataDir}.`);
  }
  docent.begin();
  const access = { keyId: internalKey, workspaceId: workspace.id, scopes: ["admin"], expertIds: null } as const;
  return { fetch: docent.fetchAs(access), close: () => docent.close() };
}
