/** The expert of a checked export, in the attached database `given`: what its rows become in another database. */
import { Database as Sqlite } from "bun:sqlite";
import { numberedSlug } from "../../../experts/expert.ts";
import type { Awaitable } from "../../../kernel/awaitable.ts";
import { type ExpertId, type IdMint, isId, type WorkspaceId } from "../../../kernel/ids.ts";
import { denseNameOf, isDense, mayLackVectors } from "../../passages/vector-sets.ts";
import { ArchiveError } from "./archive-layout.ts";
import { type Instead, newNumber, openNumbers, quoted } from "./carried-tables.ts";

/** @param sqlite where numbers and ids are noted, for as long as it is open */
export function openGiven(path: string, sqlite = new Sqlite(":memory:", { strict: true })): Sqlite {
  sqlite.query("ATTACH ? AS given").run(path);
  openNumbers(sqlite);
  sqlite.run("CREATE TEMP TABLE renamed (old TEXT PRIMARY KEY, new TEXT)");
  return sqlite;
}

export interface ImportPlace {
  models(): Awaitable<ReadonlyMap<string, number>>;
  adopt(model: string): Awaitable<void>;
  /** Reserves the numbers that follow the returned one. */
  reserve(table: string, count: number): Awaitable<number>;
  taken(table: string, ids: readonly string[]): Awaitable<ReadonlySet<string>>;
}

/** Every row gets a new number, and a new id where its own is taken. @returns the expert's */
export async function renumber(sqlite: Sqlite, to: ImportPlace, ids: IdMint): Promise<ExpertId> {
  for (const model of arrivingModels(sqlite, [...(await to.models()).keys()])) await to.adopt(model);
  for (const table of ["sources", "source_versions", "chunks", "embeddings", "asked_questions", "checks"]) {
    const rows = sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM given.${table}`).get()?.n ?? 0;
    const next = `${await to.reserve(table, rows)} + row_number() OVER (ORDER BY no)`;
    sqlite.run(`INSERT INTO temp.numbers SELECT '${table}', no, ${next} FROM given.${table}`);
  }
  const given = (table: string) => textsIn(sqlite, `SELECT id AS text FROM given.${table}`);
  const rename = sqlite.query("INSERT INTO temp.renamed VALUES (?, ?)");
  for (const id of await to.taken("sources", given("sources"))) rename.run(id, ids.mint("source"));
  for (const id of await to.taken("checks", given("checks"))) rename.run(id, ids.mint("check"));
  const [own = ""] = given("experts");
  const isFree = (await to.taken("experts", [own])).size === 0;
  return isFree && isId("expert", own) ? own : ids.mint("expert");
}

/** If none of sense is known, the newest of the export becomes known, as does that of its vectors. */
function arrivingModels(sqlite: Sqlite, known: readonly string[]): readonly string[] {
  const newest = `SELECT name AS text FROM given.sense_models WHERE NOT ${isDense} ORDER BY no DESC LIMIT 1`;
  const ofVectors = `SELECT ${denseNameOf("e")} AS text FROM given.experts x JOIN given.embeddings e
    ON e.no = x.embedding_no WHERE ${mayLackVectors("e", "given.sense_models")}`;
  const knowsNone = known.every((name) => name.startsWith("dense:"));
  const names = [...(knowsNone ? textsIn(sqlite, newest) : []), ...textsIn(sqlite, ofVectors)];
  return names.filter((name) => !known.includes(name));
}

/** Call after `renumber`. Rows of models that are not known stay behind. */
export function numberModels(sqlite: Sqlite, known: ReadonlyMap<string, number>): void {
  const add = sqlite.query(
    "INSERT INTO temp.numbers SELECT 'sense_models', no, $known FROM given.sense_models WHERE name = $name",
  );
  for (const [name, no] of known) add.run({ name, known: no });
}

/** @param key charged for documents that are still to be read; empty: the workspace has none */
export function insteadOfGiven(expert: ExpertId, key: string): Instead {
  const id = "coalesce((SELECT new FROM temp.renamed WHERE old = t.id), t.id)";
  return { expert_id: quoted(expert), key_id: quoted(key), id, last_run: "NULL" };
}

export function insteadOfExpert(id: ExpertId, workspace: WorkspaceId): Instead {
  const embedding_no = newNumber("embeddings", "embedding_no");
  return { id: quoted(id), workspace_id: quoted(workspace), embedding_no, readings: "NULL" };
}

/** Old and new numbers of versions that have an original file. */
export function givenOriginals(sqlite: Sqlite, where = "TRUE") {
  return sqlite
    .query<{ old: number; new: number }, []>(
      `SELECT n.old, n.new FROM given.source_versions t JOIN temp.numbers n ON n.kind = 'source_versions' AND n.old = t.no
       WHERE t.sha256 <> '' AND ${where}`,
    )
    .all();
}

export interface ChosenNames {
  readonly slug: string;
  readonly aliases: readonly string[];
  readonly leftOut: readonly string[];
}

/** A taken slug is changed, taken aliases are left out. @throws ArchiveError if the wanted slug is taken */
export function chooseNames(sqlite: Sqlite, wanted: string | null, isTaken: (name: string) => boolean): ChosenNames {
  if (wanted !== null && isTaken(wanted))
    throw new ArchiveError(`"${wanted}" is the slug or an alias of another expert. Choose another with --slug.`);
  const [own = ""] = textsIn(sqlite, "SELECT slug AS text FROM given.experts");
  let slug = wanted ?? own;
  for (let number = 2; isTaken(slug); number++) slug = numberedSlug(own, number);
  const given = textsIn(sqlite, "SELECT name AS text FROM given.expert_names WHERE is_slug = 0 ORDER BY position");
  const [free = [], leftOut = []] = [false, true].map((taken) =>
    given.filter((name) => name !== slug && isTaken(name) === taken),
  );
  return { slug, aliases: free, leftOut };
}

function textsIn(sqlite: Sqlite, select: string): readonly string[] {
  const rows = sqlite.query<{ text: string }, []>(select).all();
  return rows.map(({ text }) => text);
}
