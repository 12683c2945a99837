/** One transaction: nobody sees a partial import, and a killed one leaves nothing. */
import type { ExpertId, WorkspaceId } from "../../../kernel/ids.ts";
import type { MovedRow, MovedTable, MovedValue } from "../../../upkeep/move-ports.ts";
import { quotedName } from "../../../upkeep/move-statements.ts";
import { countCompleteVersions } from "../../passages/vector-sets.ts";
import { nextRevision, storable } from "../plain-statements.ts";
import { connectForMove, type MovingConnection, type RunStatement, together } from "./moving-connection.ts";
import { putRows } from "./row-writing.ts";

export interface ImportTarget {
  models(): Promise<ReadonlyMap<string, number>>;
  taken(table: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Reserves the numbers that follow the returned one. */
  reserve(table: string, count: number): Promise<number>;
  add(expert: ArrivingExpert): Promise<void>;
  close(): Promise<void>;
}

export interface ArrivingExpert {
  readonly id: ExpertId;
  readonly workspace: WorkspaceId;
  /** @param key of the workspace; empty: it has none */
  rows(known: ReadonlyMap<string, number>, key: string): Iterable<ArrivingRows>;
  readonly originals: ReadonlyMap<number, string>;
  /** Called last, when no other expert of the workspace can get a name. */
  named(isTaken: (name: string) => boolean): { readonly slug: string; readonly aliases: readonly string[] };
}

interface ArrivingRows {
  readonly table: MovedTable;
  readonly rows: readonly MovedRow[];
}

/** @throws Fault `not_ready` if the database is unreachable */
export async function openImportTarget(url: string, tables: readonly MovedTable[]): Promise<ImportTarget> {
  const connection = await connectForMove(url, { tables });
  const { run, close } = connection;
  return {
    models: () => modelNumbers(run),
    taken: async (table, ids) => {
      const given = "SELECT jsonb_array_elements_text($1::text::jsonb)";
      return textsOf(await run(`SELECT id FROM ${quotedName(table)} WHERE id IN (${given})`, [JSON.stringify(ids)]));
    },
    reserve: (table, count) => reserve(run, table, count),
    add: (expert) => together(run, () => add(connection, expert)),
    close,
  };
}

const textsOf = (rows: Awaited<ReturnType<RunStatement>>) => new Set(rows.map(([text]) => String(text)));

async function modelNumbers(run: RunStatement): Promise<ReadonlyMap<string, number>> {
  const rows = await run("SELECT name, no::float8 FROM sense_models ORDER BY no");
  return new Map(rows.map(([name, no]) => [String(name), Number(no)]));
}

async function reserve(run: RunStatement, table: string, count: number): Promise<number> {
  if (count === 0) return 0;
  const [found] = await run("SELECT pg_get_serial_sequence(format('%I.%I', current_schema(), $1::text), 'no')", [
    table,
  ]);
  const sequence = String(found?.[0]);
  // A sequence that was never used starts at the same number with any step.
  await run("SELECT nextval($1::text::regclass)", [sequence]);
  return together(run, async () => {
    await run(`ALTER SEQUENCE ${sequence} INCREMENT BY ${count}`);
    const [last] = await run("SELECT nextval($1::text::regclass)::float8", [sequence]);
    await run(`ALTER SEQUENCE ${sequence} INCREMENT BY 1`);
    return Number(last?.[0]) - count;
  });
}

async function add({ run, types }: MovingConnection, expert: ArrivingExpert): Promise<void> {
  const [key] = await run(
    "SELECT id FROM api_keys WHERE workspace_id = $1::text AND revoked_at IS NULL ORDER BY id LIMIT 1",
    [expert.workspace],
  );
  for (const { table, rows } of expert.rows(await modelNumbers(run), String(key?.[0] ?? "")))
    await putRows(
      run,
      types,
      table,
      rows.map((row) => row.map(storableValue)),
    );
  await addOriginals(run, expert.originals);
  await awaitModels(run, expert.id);
  await run(countCompleteVersions(`expert_id = '${expert.id}'`));
  await addNames(run, expert);
}

const storableValue = (value: MovedValue) => (typeof value === "string" ? storable(value) : value);

async function addOriginals(run: RunStatement, originals: ReadonlyMap<number, string>): Promise<void> {
  const rows = [...originals].map(([version, name]) => ({ version, name }));
  await run(
    `INSERT INTO originals (version_no, name)
     SELECT version, name FROM jsonb_to_recordset($1::text::jsonb) AS given (version bigint, name text)`,
    [JSON.stringify(rows)],
  );
}

async function awaitModels(run: RunStatement, expert: ExpertId): Promise<void> {
  await run(
    `INSERT INTO version_senses (model_no, expert_id, version_no, total)
     SELECT m.no, s.expert_id, s.current_version_no, (SELECT count(*) FROM chunks c WHERE c.version_no = s.current_version_no)
     FROM sources s CROSS JOIN sense_models m WHERE s.expert_id = $1::text AND s.current_version_no IS NOT NULL
     ON CONFLICT DO NOTHING`,
    [expert],
  );
}

async function addNames(run: RunStatement, { id, workspace, named }: ArrivingExpert): Promise<void> {
  await run("SELECT id FROM workspaces WHERE id = $1::text FOR NO KEY UPDATE", [workspace]);
  const taken = textsOf(await run("SELECT name FROM expert_names WHERE workspace_id = $1::text", [workspace]));
  const { slug, aliases } = named((name) => taken.has(name));
  for (const [position, name] of [slug, ...aliases].entries()) {
    await run(
      `INSERT INTO expert_names (workspace_id, name, expert_id, is_slug, position)
       VALUES ($1::text, $2::text, $3::text, $4::boolean, $5::bigint)`,
      [workspace, name, id, position === 0, position],
    );
  }
  // Nodes may have an index of an earlier expert with this id and revision.
  const revision = `CASE WHEN revision = 0 THEN 0 ELSE ${nextRevision} END`;
  await run(`UPDATE experts SET slug = $2::text, revision = ${revision} WHERE id = $1::text`, [id, slug]);
}
