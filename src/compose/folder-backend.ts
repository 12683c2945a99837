import { createGate } from "../accounting/gate.ts";
import { internalKey } from "../accounting/usage-entry.ts";
import type { MemoryBackend } from "../api/memory-backend.ts";
import type { Config } from "../config/load-config.ts";
import { idempotency } from "../http/edge/idempotency.ts";
import { createServiceBackend } from "../http/surfaces/service-backend.ts";
import { Fault } from "../kernel/fault.ts";
import type { Log } from "../kernel/log.ts";
import { existingSchema } from "../store/sqlite/folder/data-folder.ts";
import { openService } from "./compose.ts";

export interface FolderBackend {
  readonly backend: MemoryBackend;
  close(): Promise<void>;
}

export interface FolderBackendOptions {
  readonly log: Log;
  readonly workspace: string;
}

/** Locks the data folder and reads what is queued. Null: no database. @throws DataDirError; Fault `invalid_parameter` */
export async function openFolderBackend(
  config: Config,
  { log, workspace: name }: FolderBackendOptions,
): Promise<FolderBackend | null> {
  if (config.shared === null && existingSchema(config.dataDir) === null) return null;
  // Threads would not pay off for so few questions.
  const docent = await openService({ ...config, answerThreads: 0 }, { log });
  const workspace = await docent.workspaces.byName(name);
  if (workspace === null) {
    await docent.close();
    throw new Fault("invalid_parameter", `There is no workspace "${name}" in ${config.dataDir}.`);
  }
  docent.begin();
  const gate = () => createGate({ permits: () => config.live.maxConcurrent });
  const backendFor = createServiceBackend({
    ...docent,
    replies: idempotency(docent.replies, docent.clock),
    gates: { questions: gate(), documents: gate() },
    limits: config.limits,
  });
  const access = { keyId: internalKey, workspaceId: workspace.id, scopes: ["admin"], expertIds: null } as const;
  return { backend: backendFor(access), close: () => docent.close() };
}
