import { Database as Sqlite } from "bun:sqlite";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { FolderFacts } from "../../../upkeep/facts.ts";
import { readAgain } from "../../sources/source-renewal.ts";
import type { Pace } from "../archives/gentle-copy.ts";
import { sweepImports } from "../archives/import-remains.ts";
import { atOnce, type Database } from "../database.ts";
import { setPragmas } from "../pragmas.ts";
import { sources } from "../schema.ts";
import { storeInSqlite } from "../store-dialect.ts";
import { databasePath } from "./data-folder.ts";
import { miscountedVersions, strayLogExperts } from "./folder-examination.ts";
import { settleOriginals } from "./originals-settling.ts";
import { sweepStagings } from "./originals-staging.ts";

/** The folder must be held. @returns one sentence for each thing done */
export async function repairFolder(
  dataDir: string,
  facts: FolderFacts,
  { database, pace, at }: { database: Database; pace: Pace; at: number },
): Promise<readonly string[]> {
  const done: string[] = [];
  const { aside, putBack } = settleOriginals(dataDir, database, at);
  if (putBack > 0) done.push(`Put back ${putBack} original files that had been set aside.`);
  if (aside !== null) done.push(`Set aside ${aside.files} original files that no source names, in ${aside.folder}.`);
  const mendable = facts.damagedSources.filter(({ hasOriginal }) => hasOriginal);
  if (mendable.length > 0) done.push(queueAgain(database, mendable, at));
  const bad = facts.snapshots.filter(({ state }) => ["damaged", "differs", "nobody's"].includes(state));
  for (const { file } of bad) rmSync(join(dataDir, "memory", file), { recursive: true, force: true });
  if (bad.length > 0) done.push(`Deleted ${bad.length} snapshots; the indexes will be rebuilt from the database.`);
  for (const { path, mode } of facts.tooOpen) chmodSync(path, mode);
  if (facts.tooOpen.length > 0) done.push("Restricted the data to its owner.");
  if (facts.remains.length > 0) done.push(`Removed ${facts.remains.join(", ")}.`);
  sweepStagings(dataDir);
  using sqlite = new Sqlite(databasePath(dataDir), { strict: true });
  setPragmas(sqlite);
  await sweepImports(sqlite, dataDir, pace);
  if (facts.miscounted.length > 0) done.push(recount(sqlite));
  if (facts.strayLogs.length > 0) done.push(cutLogs(sqlite));
  return done;
}

function queueAgain(database: Database, damaged: FolderFacts["damagedSources"], at: number): string {
  const { orm, write } = database;
  const store = storeInSqlite(database);
  write("power", () => {
    for (const { versionNo } of damaged) {
      const source = orm
        .select({ no: sources.no, expertId: sources.expertId })
        .from(sources)
        .where(eq(sources.currentVersionNo, versionNo))
        .get();
      if (source !== undefined) atOnce(orm, readAgain(store, orm, { ...source, versionNo, at }));
    }
  });
  return `Damaged sources to be read again: ${damaged.length}. To read them, start the service with \`docent serve\`.`;
}

/** Their sense is computed again, because its progress is unknown. */
function recount(sqlite: Sqlite): string {
  const wrong = sqlite.query<{ no: number }, []>(miscountedVersions).all();
  const passages = "(SELECT count(*) FROM chunks c WHERE c.version_no = $no)";
  const steps = [
    "DELETE FROM derived WHERE kind = 'sense' AND chunk_no IN (SELECT c.no FROM chunks c WHERE c.version_no = $no)",
    `UPDATE version_senses SET reached = 0, done = 0, total = ${passages} WHERE version_no = $no`,
  ].map((sql) => sqlite.query(sql));
  const owner = sqlite.query<{ id: string }, { no: number }>(
    "SELECT expert_id AS id FROM source_versions WHERE no = $no",
  );
  sqlite
    .transaction(() => {
      for (const { no } of wrong) for (const step of steps) step.run({ no });
      for (const id of new Set(wrong.flatMap(({ no }) => owner.get({ no })?.id ?? []))) cutLog(sqlite, id);
    })
    .immediate();
  return `The sense of ${wrong.length} versions will be computed again.`;
}

function cutLogs(sqlite: Sqlite): string {
  const experts = sqlite.query<{ id: string }, []>(strayLogExperts).all();
  sqlite
    .transaction(() => {
      for (const { id } of experts) cutLog(sqlite, id);
    })
    .immediate();
  return `Shortened the change log of ${experts.length} experts; their indexes will be rebuilt.`;
}

/** Raises the revision above the log's and clears the log, so that all indexes are rebuilt. */
function cutLog(sqlite: Sqlite, id: string): void {
  const last = (log: string) => `coalesce((SELECT max(revision) FROM ${log} WHERE expert_id = $id), 0)`;
  const raised = `1 + max(revision, ${last("memory_changes")}, ${last("sense_changes")})`;
  const steps = [
    `UPDATE experts SET revision = ${raised} WHERE id = $id`,
    "DELETE FROM memory_changes WHERE expert_id = $id",
    "DELETE FROM sense_changes WHERE expert_id = $id",
  ];
  for (const sql of steps) sqlite.query(sql).run({ id });
}
