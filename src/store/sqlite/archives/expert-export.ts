/** An export has its own database, numbered from 1, and originals. A server may be running. */
import { Database as Sqlite } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { ExpertId } from "../../../kernel/ids.ts";
import { denseNameOf, isDense } from "../../passages/vector-sets.ts";
import { databasePath } from "../folder/data-folder.ts";
import { stageOriginals, sweepStagings } from "../folder/originals-staging.ts";
import { migrate, newestSchema } from "../migrate.ts";
import { ArchiveError, databaseName, layoutVersion, originalName } from "./archive-layout.ts";
import { makeArchive } from "./archive-publishing.ts";
import { fileEntries } from "./archive-writer.ts";
import type { BackupOrder } from "./backup-making.ts";
import {
  carriedTables,
  copyAsTheyAre,
  copyStatement,
  everyCarriedTable,
  everyNumber,
  type Instead,
  newNumber,
  openNumbers,
  quoted,
} from "./carried-tables.ts";
import { namedOriginals } from "./database-copy.ts";

export interface ExportOrder extends BackupOrder {
  readonly database?: string;
  readonly expert: ExpertId;
}

export interface ExportReport {
  readonly bytes: number;
  readonly sources: number;
  readonly passages: number;
  readonly originals: number;
}

export const exportWorkspace = "ws_export";

const attempts = 3;

/** Blocks. Needs the current schema. @throws ArchiveError if the file exists or originals are missing */
export function exportExpert(order: ExportOrder): ExportReport {
  const { dataDir, database = databasePath(dataDir), expert, destination, at, madeBy } = order;
  return makeArchive(destination, ({ folder, publish }) => {
    sweepStagings(dataDir);
    using staging = stageOriginals(dataDir, folder);
    for (let attempt = 1; ; attempt++) {
      staging.take();
      const path = join(folder, `${attempt}.db`);
      const { live, ...counts } = extract(database, path, expert);
      staging.take();
      const missing = [...namedOriginals(path).keys()].filter((no) => !staging.has(live(no)));
      if (missing.length > 0 && attempt < attempts) continue;
      if (missing.length > 0) throw lacking(missing.map(live));
      const files = [...namedOriginals(path).keys()].map((no) => [originalName(no), staging.path(live(no))] as const);
      const manifest = {
        kind: "export",
        version: layoutVersion,
        schemaVersion: newestSchema,
        createdAt: at,
      } as const;
      publish(
        { ...manifest, madeBy, originals: files.length },
        fileEntries([[databaseName("export"), path], ...files]),
      );
      return { bytes: statSync(destination.file).size, originals: files.length, ...counts };
    }
  });
}

interface Extracted {
  readonly live: (no: number) => number;
  readonly sources: number;
  readonly passages: number;
}

function extract(livePath: string, path: string, expert: ExpertId): Extracted {
  using sqlite = new Sqlite(path, { create: true, strict: true });
  migrate(sqlite);
  openNumbers(sqlite);
  sqlite.query("ATTACH ? AS live").run(livePath);
  sqlite.run("PRAGMA live.busy_timeout = 5000");
  sqlite.transaction(() => {
    numberFromOne(sqlite, expert);
    addExpert(sqlite, expert);
    addRows(sqlite);
  })();
  const count = (table: string) =>
    sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM main.${table}`).get()?.n ?? 0;
  const numbers = new Map(
    sqlite
      .query<{ old: number; new: number }, []>("SELECT old, new FROM temp.numbers WHERE kind = 'source_versions'")
      .all()
      .map((row) => [row.new, row.old]),
  );
  return { live: (no) => numbers.get(no) ?? 0, sources: count("sources"), passages: count("chunks") };
}

/** Only chunks of answering versions: others may be incomplete and are made again from the original. */
function numberFromOne(sqlite: Sqlite, expert: ExpertId): void {
  const mine = `expert_id = ${quoted(expert)}`;
  const number = (kind: string, rows: string) =>
    sqlite.run(`INSERT INTO temp.numbers SELECT '${kind}', no, row_number() OVER (ORDER BY no) FROM live.${rows}`);
  number("sources", `sources WHERE ${mine}`);
  number("source_versions", `source_versions WHERE ${mine}`);
  number("chunks", `chunks WHERE version_no IN (SELECT current_version_no FROM live.sources WHERE ${mine})`);
  number("embeddings", `embeddings WHERE ${mine} AND retired = 0`);
  for (const table of ["asked_questions", "checks"]) number(table, `${table} WHERE ${mine}`);
  const encoded = `no IN (SELECT model_no FROM live.version_senses WHERE ${mine})`;
  const embedded = `name IN (SELECT ${denseNameOf("e")} FROM live.embeddings e WHERE ${mine} AND retired = 0)`;
  number("sense_models", `sense_models WHERE (NOT ${isDense} AND ${encoded}) OR ${embedded}`);
}

const out = { from: "live", to: "main" } as const;

function addExpert(sqlite: Sqlite, expert: ExpertId): void {
  sqlite.run(`INSERT INTO main.workspaces (id, name, created_at) VALUES (${quoted(exportWorkspace)}, 'export', 0)`);
  const answers = `EXISTS (SELECT 1 FROM live.sources s WHERE s.expert_id = t.id AND s.current_version_no IS NOT NULL)`;
  const workspace_id = quoted(exportWorkspace);
  const instead = { workspace_id, revision: answers, embedding_no: newNumber("embeddings", "t.embedding_no") };
  copyAsTheyAre(sqlite, "experts", { ...out, instead, where: `t.id = ${quoted(expert)}` });
  copyAsTheyAre(sqlite, "expert_names", {
    ...out,
    instead: { workspace_id },
    where: `t.expert_id = ${quoted(expert)}`,
  });
  copyAsTheyAre(sqlite, "sense_models", {
    ...out,
    instead: { no: newNumber("sense_models", "t.no") },
    where: "t.no IN (SELECT old FROM temp.numbers WHERE kind = 'sense_models')",
  });
}

/** Unfinished versions are read from the beginning where they are imported. Keys are not carried along. */
const unfinished = "t.status IN ('queued', 'processing')";
const versionsInstead = {
  key_id: "''",
  status: `CASE WHEN ${unfinished} THEN 'queued' ELSE t.status END`,
  stage: `CASE WHEN ${unfinished} THEN NULL ELSE t.stage END`,
  progress_done: `CASE WHEN ${unfinished} THEN 0 ELSE t.progress_done END`,
  progress_total: `CASE WHEN ${unfinished} THEN 0 ELSE t.progress_total END`,
  attempts: `CASE WHEN ${unfinished} THEN 0 ELSE t.attempts END`,
};

/** Results of checks belong to the memory on which they were run. */
const insteadOf: Readonly<Record<string, Instead>> = {
  [carriedTables.versions.name]: versionsInstead,
  [carriedTables.checks.name]: { last_run: "NULL" },
  // They quote the text, and are made again from the original.
  [carriedTables.chunks.name]: { outline: "NULL" },
};

/** Progress with vectors is counted again by the import. */
const ofSense = `t.model_no NOT IN (SELECT no FROM live.sense_models WHERE ${isDense})`;

function addRows(sqlite: Sqlite): void {
  for (const table of everyCarriedTable) {
    const instead = insteadOf[table.name] ?? {};
    const where = table === carriedTables.senseCounts ? ofSense : "TRUE";
    sqlite.query(copyStatement(sqlite, table, { ...out, instead, where })).run(everyNumber);
  }
}

function lacking(versions: readonly number[]): ArchiveError {
  const list = versions.slice(0, 10).join(", ");
  return new ArchiveError(
    `${versions.length} original files are missing from the data folder (${list}). See \`docent doctor\`.`,
  );
}
