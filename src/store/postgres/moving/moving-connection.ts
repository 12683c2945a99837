import { type ReservedSQL, SQL } from "bun";
import { type MovedTable, type MovedValue, MoveError, type MoveSource } from "../../../upkeep/move-ports.ts";
import { keyColumns, mostBytes, mostRows, namedFilesAfter, quotedName } from "../../../upkeep/move-statements.ts";
import type { MovedOriginal } from "../../../upkeep/original-walk.ts";
import { beforeDeadline, explaining } from "../database.ts";
import { driverAddress } from "../database-address.ts";
import { migratePostgres } from "../migrate.ts";

export interface MovingOptions {
  readonly tables: readonly MovedTable[];
}

/** Rows are lists of values, as the driver gives them: a bigint is text. */
export type RunStatement = (statement: string, values?: readonly unknown[]) => Promise<readonly (readonly unknown[])[]>;

export interface MovingConnection {
  readonly run: RunStatement;
  readonly types: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Milliseconds for a statement that moves megabytes, or computes a table's statistics. */
const deadline = 120_000;
const connecting = 10;

/** Also opens a database with an unfinished move. @throws MoveError, or Fault `not_ready` if it is unreachable */
export async function connectForMove(address: string, { tables }: MovingOptions): Promise<MovingConnection> {
  const { url, schema } = driverAddress(address);
  const client = new SQL({
    url,
    max: 1,
    connectionTimeout: connecting,
    prepare: false,
    connection: { application_name: "docent move", ...(schema !== null && { search_path: schema }) },
  });
  let reserved: ReservedSQL | null = null;
  const close = async () => {
    await reserved?.release();
    await client.close({ timeout: 0 });
  };
  try {
    await explaining(migratePostgres(client, { mayBeUnfinished: true, ...(schema !== null && { schema }) }));
    const connection = await explaining(client.reserve());
    reserved = connection;
    const valuesOf = async (statement: string, values: readonly unknown[]) =>
      connection.unsafe(statement, [...values]).values();
    const run: RunStatement = (statement, values = []) =>
      explaining(beforeDeadline(deadline, valuesOf(statement, values)));
    return { run, types: await typesOf(run, tables), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function typesOf(run: RunStatement, tables: readonly MovedTable[]): Promise<ReadonlyMap<string, string>> {
  const rows = await run(
    "SELECT table_name || '.' || column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()",
  );
  const types = new Map(rows.map(([column, type]) => [String(column), String(type)]));
  for (const { name, columns } of tables)
    for (const column of columns)
      if (!types.has(`${name}.${column}`)) throw new MoveError(`The database has no column ${name}.${column}.`);
  return types;
}

export async function together<T>(run: RunStatement, work: () => Promise<T>): Promise<T> {
  await run("BEGIN");
  try {
    const result = await work();
    await run("COMMIT");
    return result;
  } catch (error) {
    await run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

export function readingSide(
  { run, types }: MovingConnection,
  condition: (table: MovedTable) => string = () => "true",
): MoveSource {
  return {
    rows: async (table, after) => {
      const statement = batchStatement(table, types, { isContinued: after !== null, condition: condition(table) });
      const found = await run(statement, after ?? []);
      return found.map((row) => table.columns.map((_, i) => movedValue(row[i])));
    },
    lastNumber: async ({ name }) => {
      const [row] = await run("SELECT pg_get_serial_sequence(format('%I.%I', current_schema(), $1::text), 'no')", [
        name,
      ]);
      const [counted] = await run(
        `SELECT CASE WHEN is_called THEN last_value::float8 ELSE 0 END FROM ${String(row?.[0])}`,
      );
      return Number(counted?.[0] ?? 0);
    },
  };
}

/** Lengths of large values are known without reading them, so a batch reads only what fits. */
function batchStatement(
  table: MovedTable,
  types: ReadonlyMap<string, string>,
  { isContinued, condition }: { readonly isContinued: boolean; readonly condition: string },
): string {
  const typeOf = (column: string) => types.get(`${table.name}.${column}`) ?? "";
  const columns = table.columns.map((column) => readAs(quotedName(column), typeOf(column)));
  const sizes = table.columns.flatMap((column) =>
    ["text", "bytea"].includes(typeOf(column)) ? [`coalesce(octet_length(${quotedName(column)}), 0)`] : [],
  );
  const key = keyColumns(table);
  const ordered = key.map(quotedName).join(", ");
  const places = key.map((column, i) => `$${i + 1}::${typeOf(column)}`);
  const following = isContinued ? ` AND (${ordered}) > (${places.join(", ")})` : "";
  const where = `WHERE (${condition})${following}`;
  return `SELECT ${columns.join(", ")} FROM (
      SELECT *, sum(size) OVER (ORDER BY ${ordered} ROWS UNBOUNDED PRECEDING) - size AS before_it FROM (
        SELECT *, (${["8", ...sizes].join(" + ")})::bigint AS size FROM ${quotedName(table.name)} ${where}
        ORDER BY ${ordered} LIMIT ${mostRows}) AS next) AS measured
    WHERE before_it < ${mostBytes} ORDER BY ${ordered}`;
}

function readAs(column: string, type: string): string {
  if (type === "boolean") return `${column}::int`;
  return type === "bigint" ? `${column}::float8` : column;
}

function movedValue(value: unknown): MovedValue {
  if (typeof value === "string" || typeof value === "number" || value instanceof Uint8Array) return value;
  return null;
}

export async function* namedFiles(run: RunStatement): AsyncGenerator<MovedOriginal> {
  for (let last = -1; ; ) {
    const rows = await run(namedFilesAfter("$1::bigint"), [last]);
    if (rows.length === 0) return;
    for (const [no, bytes, sha256, name] of rows) {
      last = Number(no);
      yield { no: last, bytes: Number(bytes), sha256: String(sha256), name: String(name) };
    }
  }
}
