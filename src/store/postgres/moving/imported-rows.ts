/** One transaction: nobody sees a partial import, and a killed one leaves nothing. */
import type { ExpertId, WorkspaceId } from "../../../kernel/ids.ts";
import type { MovedRow, MovedTable, MovedValue, MoveSource } from "../../../upkeep/move-ports.ts";
import { keyOf } from "../../../upkeep/row-order.ts";
import { nextRevision, storable } from "../plain-statements.ts";
import { connectForMove, type MovingConnection, quotedName, type RunStatement, together } from "./moving-connection.ts";
import { putRows } from "./row-writing.ts";

export interface ImportTarget {
  models(): Promise<readonly string[]>;
  taken(table: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Reserves the numbers that follow the returned one. */
  reserve(table: string, count: number): Promise<number>;
  add(expert: ArrivingExpert): Promise<void>;
  close(): Promise<void>;
}

export interface ArrivingExpert {
  readonly id: ExpertId;
  readonly workspace: WorkspaceId;
  readonly source: MoveSource;
  renewed(table: MovedTable, row: MovedRow, columns: RenewedColumns): MovedRow | null;
  readonly originals: ReadonlyMap<number, string>;
  /** Called last, when no other expert of the workspace can get a name. @returns the names, the slug first */
  named(taken: (names: readonly string[]) => Promise<ReadonlySet<string>>): Promise<readonly string[]>;
}

export interface RenewedColumns {
  readonly models: ReadonlyMap<string, number>;
  /** Charged for unfinished documents; empty: the workspace has none. */
  readonly key: string;
}

/** @throws Fault `not_ready` if the database is unreachable */
export async function openImportTarget(url: string, tables: readonly MovedTable[]): Promise<ImportTarget> {
  const connection = await connectForMove(url, { tables });
  const { run, close } = connection;
  return {
    models: async () => [...(await modelNumbers(run)).keys()],
    taken: (table, ids) => among(run, `SELECT id FROM ${quotedName(table)} WHERE id`, ids),
    reserve: (table, count) => reserve(run, table, count),
    add: (expert) => together(run, () => add(connection, tables, expert)),
    close,
  };
}

async function modelNumbers(run: RunStatement): Promise<ReadonlyMap<string, number>> {
  const rows = await run("SELECT name, no::float8 FROM sense_models ORDER BY no");
  return new Map(rows.map(([name, no]) => [String(name), Number(no)]));
}

async function among(run: RunStatement, select: string, texts: readonly string[], ...values: readonly string[]) {
  const rows = await run(`${select} IN (SELECT jsonb_array_elements_text($1::text::jsonb))`, [
    JSON.stringify(texts),
    ...values,
  ]);
  return new Set(rows.map(([text]) => String(text)));
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

async function add(
  { run, types }: MovingConnection,
  tables: readonly MovedTable[],
  expert: ArrivingExpert,
): Promise<void> {
  const models = await modelNumbers(run);
  const [key] = await run(
    "SELECT id FROM api_keys WHERE workspace_id = $1::text AND revoked_at IS NULL ORDER BY id LIMIT 1",
    [expert.workspace],
  );
  const columns = { models, key: String(key?.[0] ?? "") };
  for (const table of tables) {
    for await (const rows of batchesOf(expert.source, table)) {
      const renewed = rows.flatMap((row) => {
        const fresh = expert.renewed(table, row, columns);
        return fresh === null ? [] : [fresh.map(storableValue)];
      });
      await putRows(run, types, table, renewed);
    }
  }
  await addOriginals(run, expert.originals);
  await awaitModels(run, expert.id);
  await addNames(run, expert);
}

const storableValue = (value: MovedValue) => (typeof value === "string" ? storable(value) : value);

async function* batchesOf(source: MoveSource, table: MovedTable): AsyncGenerator<readonly MovedRow[]> {
  for (let after: MovedRow | null = null; ; ) {
    const rows: readonly MovedRow[] = await source.rows(table, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(table, last);
  }
}

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
  const select = "SELECT name FROM expert_names WHERE workspace_id = $2::text AND name";
  const names = await named((some) => among(run, select, some, workspace));
  for (const [position, name] of names.entries()) {
    await run(
      `INSERT INTO expert_names (workspace_id, name, expert_id, is_slug, position)
       VALUES ($1::text, $2::text, $3::text, $4::boolean, $5::bigint)`,
      [workspace, name, id, position === 0, position],
    );
  }
  // Nodes may have an index of an earlier expert with this id and revision.
  const revision = `CASE WHEN revision = 0 THEN 0 ELSE ${nextRevision} END`;
  await run(`UPDATE experts SET slug = $2::text, revision = ${revision} WHERE id = $1::text`, [id, names[0]]);
}
