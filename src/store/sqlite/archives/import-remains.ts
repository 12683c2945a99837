/** A running import's workspace is named after its process, so that rows of dead processes can be removed. */
import type { Database as Sqlite } from "bun:sqlite";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../folder/abandoned-folders.ts";
import { deleteGently, type Pace } from "./gentle-copy.ts";

const prefix = "import:";

/** Users' names cannot contain a colon. */
export function hiddenWorkspaceName(): string {
  return `${prefix}${process.pid}:${crypto.randomUUID()}`;
}

export const hiddenExperts = `SELECT e.id FROM experts e JOIN workspaces w ON w.id = e.workspace_id WHERE w.name GLOB '${prefix}*'`;

export const hiddenWorkspaces = `DELETE FROM workspaces WHERE name GLOB '${prefix}*'`;

export function abandonedImports(sqlite: Sqlite): readonly { readonly id: string; readonly name: string }[] {
  return sqlite
    .query<{ id: string; name: string }, []>(`SELECT id, name FROM workspaces WHERE name GLOB '${prefix}*'`)
    .all()
    .filter(({ name }) => !isAlive(Number.parseInt(name.slice(prefix.length), 10)));
}

export async function sweepImports(sqlite: Sqlite, dataDir: string, pace: Pace): Promise<void> {
  for (const { id } of abandonedImports(sqlite)) await removeImport(sqlite, id, dataDir, pace);
}

export async function removeImport(sqlite: Sqlite, workspace: string, dataDir: string, pace: Pace): Promise<void> {
  const ofWorkspace = "expert_id IN (SELECT id FROM experts WHERE workspace_id = ?)";
  const versions = sqlite.query<{ no: number }, [string]>(`SELECT no FROM source_versions WHERE ${ofWorkspace}`);
  for (const { no } of versions.all(workspace)) rmSync(join(dataDir, "originals", String(no)), { force: true });
  const some = (table: string, rows: string, limit: number) =>
    `DELETE FROM ${table} WHERE no IN (SELECT no FROM ${table} WHERE ${rows} LIMIT ${limit})`;
  const chunks = `version_no IN (SELECT no FROM source_versions WHERE ${ofWorkspace})`;
  await deleteGently(sqlite, some("chunks", chunks, 200), pace, workspace);
  await deleteGently(sqlite, some("source_versions", ofWorkspace, 20), pace, workspace);
  await deleteGently(sqlite, "DELETE FROM workspaces WHERE id = ?", pace, workspace);
}
