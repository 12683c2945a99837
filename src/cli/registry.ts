/**
 * Workspaces and keys for the command line, also while a server runs on the same folder: their rows are read anew with
 * every request, so a change counts at once.
 */
import type { Config } from "../config/load-config.ts";
import type { Expert } from "../experts/expert.ts";
import { systemClock } from "../kernel/clock.ts";
import { isId, sortableIds } from "../kernel/ids.ts";
import { createKeyService, type KeyService } from "../keys/key-service.ts";
import { createWorkspaceService, type Workspace, type WorkspaceService } from "../keys/workspace-service.ts";
import type { QuotaStore } from "../limits/quota-service.ts";
import type { Database } from "../storage/database.ts";
import { openBesideServer } from "../storage/folder/data-folder.ts";
import { expertRows } from "../storage/rows/expert-rows.ts";
import { keyRows } from "../storage/rows/key-rows.ts";
import { quotaRows } from "../storage/rows/quota-rows.ts";
import { workspaceRows } from "../storage/rows/workspace-rows.ts";
import { UsageError } from "./command.ts";

export interface Registry {
  readonly workspaces: WorkspaceService;
  readonly keys: KeyService;
  readonly quotas: QuotaStore;
}

export function withRegistry<T>(config: Config, use: (registry: Registry) => T): T {
  const database = openBesideServer(config.dataDir);
  try {
    const random = (bytes: Uint8Array) => crypto.getRandomValues(bytes);
    const ids = sortableIds(systemClock, random);
    return use({
      workspaces: createWorkspaceService(workspaceRows(database), systemClock, ids),
      keys: createKeyService({ store: keyRows(database), clock: systemClock, ids, random }),
      quotas: quotaRows(database),
    });
  } finally {
    database.close();
  }
}

/** By id, slug or alias. @throws UsageError when there is no such expert in the workspace. */
export function expertNamed(database: Database, workspace: Workspace, name: string): Expert {
  const store = expertRows(database);
  const expert = isId("expert", name) ? store.byId(workspace.id, name) : store.byName(workspace.id, name);
  if (expert === null) throw new UsageError(`There is no expert "${name}" in the workspace ${workspace.name}.`);
  return expert;
}

/** @throws UsageError when there is no such workspace. */
export function workspaceNamed({ workspaces }: Registry, name: string): Workspace {
  const found = workspaces.byName(name);
  if (found !== null) return found;
  const known = workspaces.list().map((workspace) => workspace.name);
  throw new UsageError(
    known.length === 0
      ? "There is no workspace yet: `docent serve` makes the first one when it starts."
      : `There is no workspace "${name}"; there are ${known.join(", ")}.`,
  );
}

/** The one that `--workspace` names, else the default one. @throws UsageError when there is no such workspace. */
export function workspaceChosen(registry: Registry, options: ReadonlyMap<string, string>): Workspace {
  return workspaceNamed(registry, options.get("workspace") ?? "default");
}
