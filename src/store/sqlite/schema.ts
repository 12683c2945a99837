import { sqliteColumns } from "../columns.ts";
import { isPending as isPendingIn } from "../sources/document-statements.ts";
import { tablesOf } from "../tables.ts";

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

export const isPending = isPendingIn(tables);
