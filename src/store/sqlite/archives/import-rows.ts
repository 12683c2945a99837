/** Copies rows from the checked database `given`, which is attached. */
import type { Database as Sqlite } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ImportRules } from "../../../experts/expert.ts";
import type { ExpertId, IdMint, WorkspaceId } from "../../../kernel/ids.ts";
import { countCompleteVersions } from "../../passages/vector-sets.ts";
import { syncFolder } from "../folder/durable-files.ts";
import {
  type CarriedTable,
  carriedTables,
  copyAsTheyAre,
  copyStatement,
  everyCarriedTable,
  everyNumber,
  type Instead,
  newNumber,
  numbered,
  quoted,
} from "./carried-tables.ts";
import { copyGently, type Pace } from "./gentle-copy.ts";
import {
  type ChosenNames,
  chooseNames,
  givenOriginals,
  type ImportPlace,
  insteadOfExpert,
  insteadOfGiven,
  numberModels,
  renumber,
} from "./given-expert.ts";
import type { ImportedExpert } from "./import-checks.ts";
import { hiddenWorkspaceName, removeImport } from "./import-remains.ts";

export interface ImportOrder {
  readonly dataDir: string;
  readonly file: string;
  readonly workspace: WorkspaceId;
  readonly name: string | null;
  /** Refused if it is taken; null: the file's slug, changed if it is taken. */
  readonly slug: string | null;
  readonly ids: IdMint;
  readonly pace: Pace;
  readonly rules: ImportRules;
  readonly verify: TextVerifier | null;
}

export type TextVerifier = (document: {
  readonly path: string;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly language: string;
  readonly text: string;
}) => Promise<boolean>;

export interface ImportReport {
  readonly expert: ExpertId;
  readonly slug: string;
  readonly leftOut: readonly string[];
  readonly sources: number;
  readonly passages: number;
}

export interface ImportWork extends ImportOrder {
  readonly folder: string;
  readonly given: ImportedExpert;
}

interface Hidden {
  readonly expert: ExpertId;
  readonly workspace: WorkspaceId;
}

/** @throws ArchiveError if the requested slug is taken; nothing of the import remains */
export async function importRows(sqlite: Sqlite, work: ImportWork): Promise<ImportReport> {
  sqlite.run("PRAGMA synchronous = NORMAL");
  const expert = await renumber(sqlite, placeIn(sqlite), work.ids);
  const hidden = sqlite.transaction(() => begin(sqlite, expert, work)).immediate();
  try {
    await addRows(sqlite, work, hidden);
    moveOriginals(sqlite, work, isSettled);
    rmSync(join(work.dataDir, "memory", `${hidden.expert}.memory`), { force: true });
    sqlite.run("PRAGMA synchronous = FULL");
    const { slug, leftOut } = sqlite.transaction(() => finish(sqlite, work, hidden)).immediate();
    const counts = { sources: numbered(sqlite, "sources"), passages: numbered(sqlite, "chunks") };
    return { expert: hidden.expert, slug, leftOut, ...counts };
  } catch (error) {
    await removeImport(sqlite, hidden.workspace, work.dataDir, work.pace);
    throw error;
  }
}

const into = { from: "given", to: "main" } as const;

function placeIn(sqlite: Sqlite): ImportPlace {
  return {
    models: () => modelsIn(sqlite),
    adopt: (model) => {
      sqlite.query("INSERT OR IGNORE INTO main.sense_models (name) VALUES (?)").run(model);
      awaitMissingSense(sqlite, "TRUE");
    },
    reserve: (table, count) => sqlite.transaction(() => reserve(sqlite, table, count)).immediate(),
    taken: (table, ids) => {
      const there = sqlite.query(`SELECT 1 FROM main.${table} WHERE id = ?`);
      return new Set(ids.filter((id) => there.get(id) !== null));
    },
  };
}

function modelsIn(sqlite: Sqlite): ReadonlyMap<string, number> {
  const rows = sqlite.query<{ name: string; no: number }, []>("SELECT name, no FROM main.sense_models").all();
  return new Map(rows.map(({ name, no }) => [name, no]));
}

function reserve(sqlite: Sqlite, table: string, count: number): number {
  const last = sqlite
    .query<{ seq: number }, [string]>("SELECT seq FROM main.sqlite_sequence WHERE name = ?")
    .get(table);
  if (last === null) sqlite.query("INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, 0)").run(table);
  const base = last?.seq ?? 0;
  sqlite.query("UPDATE main.sqlite_sequence SET seq = ? WHERE name = ?").run(base + count, table);
  return base;
}

function begin(sqlite: Sqlite, expert: ExpertId, { ids }: ImportWork): Hidden {
  const workspace = ids.mint("workspace");
  sqlite
    .query("INSERT INTO main.workspaces (id, name, created_at) VALUES (?, ?, 0)")
    .run(workspace, hiddenWorkspaceName());
  const instead = { ...insteadOfExpert(expert, workspace), revision: "0", embedding_no: "NULL" };
  copyAsTheyAre(sqlite, "experts", { ...into, instead });
  numberModels(sqlite, modelsIn(sqlite));
  return { expert, workspace };
}

/** Answering versions wait for every model whose progress is unknown. */
function awaitMissingSense(sqlite: Sqlite, whichSources: string): void {
  sqlite.run(`INSERT OR IGNORE INTO main.version_senses (model_no, expert_id, version_no, total)
    SELECT m.no, s.expert_id, s.current_version_no,
      (SELECT count(*) FROM main.chunks c WHERE c.version_no = s.current_version_no)
    FROM main.sources s CROSS JOIN main.sense_models m WHERE s.current_version_no IS NOT NULL AND ${whichSources}`);
}

const isSettled = "t.status NOT IN ('queued', 'processing')";
const { senseCounts, versions, recognised } = carriedTables;

/** Of tables from which the rows of waiting versions come only with the last transaction, because a service reads those. */
const settledRows: Readonly<Record<string, string>> = {
  [versions.name]: isSettled,
  [recognised.name]: `t.version_no IN (SELECT no FROM given.source_versions t WHERE ${isSettled})`,
};

function replacedIn(sqlite: Sqlite, { workspace }: ImportWork, expert: ExpertId): Instead {
  const key = sqlite
    .query<{ id: string }, [string]>(
      "SELECT id FROM main.api_keys WHERE workspace_id = ? AND revoked_at IS NULL ORDER BY id LIMIT 1",
    )
    .get(workspace);
  return insteadOfGiven(expert, key?.id ?? "");
}

async function addRows(sqlite: Sqlite, work: ImportWork, { expert }: Hidden): Promise<void> {
  const copying = { ...into, instead: replacedIn(sqlite, work, expert), pace: work.pace };
  for (const table of everyCarriedTable.filter((each) => each !== senseCounts))
    await copyGently(sqlite, table, { ...copying, where: settledRows[table.name] ?? "TRUE" });
}

function moveOriginals(sqlite: Sqlite, { dataDir, folder }: ImportWork, which: string): void {
  const rows = givenOriginals(sqlite, which);
  const originals = join(dataDir, "originals");
  for (const { old, new: no } of rows) {
    const file = join(folder, "originals", String(old));
    if (existsSync(file)) renameSync(file, join(originals, String(no)));
  }
  if (rows.length > 0) syncFolder(originals);
}

function finish(sqlite: Sqlite, work: ImportWork, { expert, workspace: hidden }: Hidden): ChosenNames {
  const copying = { ...into, instead: replacedIn(sqlite, work, expert) };
  const copy = (table: CarriedTable, where: string) =>
    sqlite.query(copyStatement(sqlite, table, { ...copying, where })).run(everyNumber);
  for (const table of [versions, recognised]) copy(table, `NOT (${settledRows[table.name]})`);
  moveOriginals(sqlite, work, `NOT (${isSettled})`);
  const mine = `expert_id = ${quoted(expert)}`;
  sqlite.run(`DELETE FROM main.version_senses WHERE ${mine}`);
  copy(senseCounts, "TRUE");
  awaitMissingSense(sqlite, `s.${mine}`);
  const holder = sqlite.query("SELECT 1 FROM main.expert_names WHERE workspace_id = ? AND name = ?");
  const chosen = chooseNames(sqlite, work.slug, (name) => holder.get(work.workspace, name) !== null);
  sqlite
    .query(`UPDATE main.experts SET workspace_id = $workspace, name = $name, slug = $slug,
      revision = (SELECT revision FROM given.experts),
      embedding_no = (SELECT ${newNumber("embeddings", "embedding_no")} FROM given.experts) WHERE id = $expert`)
    .run({ workspace: work.workspace, name: work.name ?? work.given.name, slug: chosen.slug, expert });
  const add = sqlite.query(
    "INSERT INTO main.expert_names (workspace_id, name, expert_id, is_slug, position) VALUES (?, ?, ?, ?, ?)",
  );
  for (const [position, name] of [chosen.slug, ...chosen.aliases].entries())
    add.run(work.workspace, name, expert, position === 0 ? 1 : 0, position);
  sqlite.run(countCompleteVersions(mine));
  sqlite.query("DELETE FROM main.workspaces WHERE id = ?").run(hidden);
  return chosen;
}
