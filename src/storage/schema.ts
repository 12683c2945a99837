import { sql } from "drizzle-orm";
import { sqliteColumns } from "../store/columns.ts";
import { tablesOf } from "../store/tables.ts";

export const tables = tablesOf(sqliteColumns);
export const {
  apiKeys,
  chunks,
  derived,
  embeddings,
  expertNames,
  experts,
  installation,
  memoryChanges,
  recognisedPages,
  rememberedReplies,
  removedOriginals,
  senseChanges,
  senseModels,
  senseStandings,
  sessions,
  sources,
  sourceVersions,
  usageCounters,
  versionSenses,
  workspaceLimits,
  workspaces,
} = tables;

/** Must be literal, as in the partial indexes: with parameters SQLite would not use them. */
export const isPending = sql`${sourceVersions.status} IN ('queued', 'processing')`;
