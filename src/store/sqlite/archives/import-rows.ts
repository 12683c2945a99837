/** Copies rows from the checked database `given`, which is attached. */
import type { Database as Sqlite } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ImportRules, numberedSlug } from "../../../experts/expert.ts";
import { type ExpertId, type IdMint, isId, type WorkspaceId } from "../../../kernel/ids.ts";
import { countCompleteVersions, denseNameOf, isDense, mayLackVectors } from "../../passages/vector-sets.ts";
import { syncFolder } from "../folder/durable-files.ts";
import { ArchiveError } from "./archive-layout.ts";
import {
  carriedTables,
  columnsOf,
  copyStatement,
  derivedTables,
  newNumber,
  numbered,
  openNumbers,
  quoted,
} from "./carried-tables.ts";
import { copyGently, type Pace } from "./gentle-copy.ts";
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
  openNumbers(sqlite);
  sqlite.run("PRAGMA synchronous = NORMAL");
  const hidden = sqlite.transaction(() => begin(sqlite, work)).immediate();
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

function begin(sqlite: Sqlite, { given, ids }: ImportWork): Hidden {
  for (const kind of ["sources", "source_versions", "chunks", "embeddings", "asked_questions", "checks"])
    reserve(sqlite, kind);
  chooseSenseModels(sqlite);
  sqlite.run("CREATE TEMP TABLE renamed (old TEXT PRIMARY KEY, new TEXT)");
  const rename = sqlite.query("INSERT INTO temp.renamed VALUES (?, ?)");
  const taken = sqlite.query<{ id: string }, []>(
    "SELECT id FROM given.sources WHERE id IN (SELECT id FROM main.sources)",
  );
  for (const { id } of taken.all()) rename.run(id, ids.mint("source"));
  const checks = sqlite.query<{ id: string }, []>(
    "SELECT id FROM given.checks WHERE id IN (SELECT id FROM main.checks)",
  );
  for (const { id } of checks.all()) rename.run(id, ids.mint("check"));
  const isFree = sqlite.query("SELECT 1 FROM main.experts WHERE id = ?").get(given.id) === null;
  const expert = isFree && isId("expert", given.id) ? given.id : ids.mint("expert");
  const workspace = ids.mint("workspace");
  sqlite
    .query("INSERT INTO main.workspaces (id, name, created_at) VALUES (?, ?, 0)")
    .run(workspace, hiddenWorkspaceName());
  const instead: Record<string, string> = {
    id: quoted(expert),
    workspace_id: quoted(workspace),
    revision: "0",
    embedding_no: "NULL",
    readings: "NULL",
  };
  const columns = columnsOf(sqlite, "main", "experts");
  const values = columns.map((column) => instead[column] ?? `"${column}"`);
  sqlite.run(`INSERT INTO main.experts (${columns.join(", ")}) SELECT ${values.join(", ")} FROM given.experts`);
  return { expert, workspace };
}

function reserve(sqlite: Sqlite, kind: string): void {
  const last = sqlite.query<{ seq: number }, [string]>("SELECT seq FROM main.sqlite_sequence WHERE name = ?").get(kind);
  if (last === null) sqlite.query("INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, 0)").run(kind);
  const base = last?.seq ?? 0;
  sqlite.run(
    `INSERT INTO temp.numbers SELECT '${kind}', no, ${base} + row_number() OVER (ORDER BY no) FROM given.${kind}`,
  );
  const end = base + (sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM given.${kind}`).get()?.n ?? 0);
  sqlite.query("UPDATE main.sqlite_sequence SET seq = ? WHERE name = ?").run(end, kind);
}

/** Only of models known here; if none is, the newest of the import becomes known, as does that of its vectors. */
function chooseSenseModels(sqlite: Sqlite): void {
  const knowsNone = sqlite.query(`SELECT 1 FROM main.sense_models WHERE NOT ${isDense} LIMIT 1`).get() === null;
  if (knowsNone) {
    sqlite.run(`INSERT INTO main.sense_models (name)
      SELECT name FROM given.sense_models WHERE NOT ${isDense} ORDER BY no DESC LIMIT 1`);
  }
  const dense = sqlite
    .query(`INSERT OR IGNORE INTO main.sense_models (name) SELECT ${denseNameOf("e")} FROM given.experts x
      JOIN given.embeddings e ON e.no = x.embedding_no WHERE ${mayLackVectors("e", "given.sense_models")}`)
    .run();
  if (knowsNone || dense.changes > 0) awaitMissingSense(sqlite, "TRUE");
  sqlite.run(`INSERT INTO temp.numbers SELECT 'sense_models', g.no, m.no
    FROM given.sense_models g JOIN main.sense_models m ON m.name = g.name`);
}

/** Answering versions wait for every model whose progress is unknown. */
function awaitMissingSense(sqlite: Sqlite, whichSources: string): void {
  sqlite.run(`INSERT OR IGNORE INTO main.version_senses (model_no, expert_id, version_no, total)
    SELECT m.no, s.expert_id, s.current_version_no,
      (SELECT count(*) FROM main.chunks c WHERE c.version_no = s.current_version_no)
    FROM main.sources s CROSS JOIN main.sense_models m WHERE s.current_version_no IS NOT NULL AND ${whichSources}`);
}

const into = { from: "given", to: "main" } as const;
const isSettled = "t.status NOT IN ('queued', 'processing')";

async function addRows(sqlite: Sqlite, work: ImportWork, { expert }: Hidden): Promise<void> {
  const { pace } = work;
  const expert_id = quoted(expert);
  const id = "coalesce((SELECT new FROM temp.renamed WHERE old = t.id), t.id)";
  const { sources, versions, chunks, embeddings, asked, checks } = carriedTables;
  await copyGently(sqlite, sources, { ...into, instead: { expert_id, id }, pace });
  await copyGently(sqlite, versions, {
    ...into,
    instead: versionsInstead(sqlite, work, expert),
    where: isSettled,
    pace,
  });
  await copyGently(sqlite, chunks, { ...into, pace });
  await copyGently(sqlite, embeddings, { ...into, instead: { expert_id }, pace });
  for (const table of derivedTables) await copyGently(sqlite, table, { ...into, pace });
  await copyGently(sqlite, asked, { ...into, instead: { expert_id }, pace });
  await copyGently(sqlite, checks, { ...into, instead: { expert_id, id, last_run: "NULL" }, pace });
}

/** Documents still to be read are charged to a key of the new workspace. */
function versionsInstead(sqlite: Sqlite, { workspace }: ImportWork, expert: ExpertId) {
  const key = sqlite
    .query<{ id: string }, [string]>(
      "SELECT id FROM main.api_keys WHERE workspace_id = ? AND revoked_at IS NULL ORDER BY id LIMIT 1",
    )
    .get(workspace);
  return { expert_id: quoted(expert), key_id: quoted(key?.id ?? "") };
}

function moveOriginals(sqlite: Sqlite, { dataDir, folder }: ImportWork, which: string): void {
  const rows = sqlite
    .query<{ old: number; new: number }, []>(
      `SELECT n.old, n.new FROM given.source_versions t JOIN temp.numbers n ON n.kind = 'source_versions' AND n.old = t.no
       WHERE t.sha256 <> '' AND ${which}`,
    )
    .all();
  const originals = join(dataDir, "originals");
  for (const { old, new: no } of rows) {
    const file = join(folder, "originals", String(old));
    if (existsSync(file)) renameSync(file, join(originals, String(no)));
  }
  if (rows.length > 0) syncFolder(originals);
}

interface Names {
  readonly slug: string;
  readonly leftOut: readonly string[];
}

function finish(sqlite: Sqlite, work: ImportWork, { expert, workspace: hidden }: Hidden): Names {
  const { versions, senseCounts } = carriedTables;
  const everything = { after: 0, until: Number.MAX_SAFE_INTEGER };
  const waiting = { ...into, instead: versionsInstead(sqlite, work, expert), where: `NOT (${isSettled})` };
  sqlite.query(copyStatement(sqlite, versions, waiting)).run(everything);
  moveOriginals(sqlite, work, `NOT (${isSettled})`);
  const mine = `expert_id = ${quoted(expert)}`;
  sqlite.run(`DELETE FROM main.version_senses WHERE ${mine}`);
  const counts = { ...into, instead: { expert_id: quoted(expert) } };
  sqlite.query(copyStatement(sqlite, senseCounts, counts)).run(everything);
  awaitMissingSense(sqlite, `s.${mine}`);
  const names = chooseNames(sqlite, work);
  sqlite
    .query(`UPDATE main.experts SET workspace_id = $workspace, name = $name, slug = $slug,
      revision = (SELECT revision FROM given.experts),
      embedding_no = (SELECT ${newNumber("embeddings", "embedding_no")} FROM given.experts) WHERE id = $expert`)
    .run({ workspace: work.workspace, name: work.name ?? work.given.name, slug: names.slug, expert });
  const add = sqlite.query(
    "INSERT INTO main.expert_names (workspace_id, name, expert_id, is_slug, position) VALUES (?, ?, ?, ?, ?)",
  );
  for (const [position, name] of [names.slug, ...names.aliases].entries()) {
    add.run(work.workspace, name, expert, position === 0 ? 1 : 0, position);
  }
  sqlite.run(countCompleteVersions(mine));
  sqlite.query("DELETE FROM main.workspaces WHERE id = ?").run(hidden);
  return names;
}

/** A requested slug must be free. The file's slug is changed if taken; taken aliases are left out. */
function chooseNames(sqlite: Sqlite, { workspace, given, slug: wanted }: ImportWork) {
  const holder = sqlite.query("SELECT 1 FROM main.expert_names WHERE workspace_id = ? AND name = ?");
  const isTaken = (name: string) => holder.get(workspace, name) !== null;
  if (wanted !== null && isTaken(wanted)) throw slugTaken(wanted);
  let slug = wanted ?? given.slug;
  for (let number = 2; isTaken(slug); number++) slug = numberedSlug(given.slug, number);
  const aliases = sqlite
    .query<{ name: string }, []>("SELECT name FROM given.expert_names WHERE is_slug = 0 ORDER BY position")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== slug);
  const leftOut = aliases.filter(isTaken);
  return { slug, leftOut, aliases: aliases.filter((name) => !leftOut.includes(name)) };
}

export function slugTaken(wanted: string): ArchiveError {
  return new ArchiveError(`"${wanted}" is the slug or an alias of another expert. Choose another with --slug.`);
}
