/** A table marks the database as incomplete, so that no node starts there. */
import { SQL } from "bun";
import { type MovedTable, type MovedValue, MoveError, type MoveTarget } from "../../../upkeep/move-ports.ts";
import { keyColumns, quotedName } from "../../../upkeep/move-statements.ts";
import { migrationLock } from "../migrate.ts";
import { storable } from "../plain-statements.ts";
import {
  connectForMove,
  type MovingConnection,
  type MovingOptions,
  namedFiles,
  type RunStatement,
  readingSide,
  together,
} from "./moving-connection.ts";
import { inGroups, places, putRows } from "./row-writing.ts";

/** Or continues a move of the same data. @throws MoveError if the database has other data; Fault `not_ready` */
export async function openDatabaseTarget(url: string, options: MovingOptions & { readonly identity: string }) {
  const connection = await connectForMove(url, options);
  const { run, close } = connection;
  try {
    await together(run, () => claim(run, options));
    return {
      side: { ...readingSide(connection), ...writingSide(connection) },
      named: () => namedFiles(run),
      /** Removes the mark. @param lastNumbers of the tables with counted numbers */
      finish: (lastNumbers: ReadonlyMap<MovedTable, number>) => finish(run, options.tables, lastNumbers),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function claim(
  run: RunStatement,
  { tables, identity }: MovingOptions & { readonly identity: string },
): Promise<void> {
  await run(`SELECT pg_advisory_xact_lock(${migrationLock})`);
  const [marked] = await run("SELECT to_regclass('unfinished_move') IS NOT NULL");
  if (marked?.[0] === true) {
    const [begun] = await run("SELECT source FROM unfinished_move");
    if (begun?.[0] === identity) return;
    throw new MoveError(
      "A move of other data into this database has not ended. End that one, or name another database.",
    );
  }
  for (const { name } of tables) {
    const rows = await run(`SELECT 1 FROM ${quotedName(name)} LIMIT 1`);
    if (rows.length > 0) throw new MoveError("The database already holds data of Docent. Name an empty one.");
  }
  await run("CREATE TABLE unfinished_move (source text NOT NULL)");
  await run("INSERT INTO unfinished_move VALUES ($1::text)", [identity]);
  // Triggers already ran where the rows come from.
  for (const name of await withTriggers(run)) await run(`ALTER TABLE ${quotedName(name)} DISABLE TRIGGER USER`);
}

async function withTriggers(run: RunStatement): Promise<readonly string[]> {
  const rows = await run(
    `SELECT DISTINCT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`,
  );
  return rows.map(([name]) => String(name));
}

async function finish(
  run: RunStatement,
  tables: readonly MovedTable[],
  lastNumbers: ReadonlyMap<MovedTable, number>,
): Promise<void> {
  await together(run, async () => {
    for (const [{ name }, last] of lastNumbers) {
      const sequence = "pg_get_serial_sequence(format('%I.%I', current_schema(), $1::text), 'no')";
      if (last > 0) await run(`SELECT setval(${sequence}, $2::bigint)`, [name, last]);
    }
    for (const name of await withTriggers(run)) await run(`ALTER TABLE ${quotedName(name)} ENABLE TRIGGER USER`);
    await run("DROP TABLE unfinished_move");
  });
  for (const { name } of tables) await run(`ANALYZE ${quotedName(name)}`);
}

function writingSide({ run, types }: MovingConnection): Omit<MoveTarget, "rows" | "lastNumber"> {
  return {
    storable: (row) => (row.some(isAltered) ? row.map((value) => (isAltered(value) ? storable(value) : value)) : row),
    put: async (table, rows) => {
      try {
        await together(run, () => putRows(run, types, table, rows));
        return "done";
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof SQL.PostgresError ? error.cause : error;
        if (cause instanceof SQL.PostgresError && cause.errno === "23505") return "conflict"; // unique_violation
        throw error;
      }
    },
    remove: async (table, keys) => {
      await together(run, async () => {
        for (const some of inGroups(keys, table.key.length))
          await run(removeStatement(table, types, some.length), some.flat());
      });
    },
  };
}

const isAltered = (value: MovedValue): value is string => typeof value === "string" && value.includes("\0");

function removeStatement(table: MovedTable, types: ReadonlyMap<string, string>, rows: number): string {
  const columns = keyColumns(table);
  return `DELETE FROM ${quotedName(table.name)}
    WHERE (${columns.map(quotedName).join(", ")}) IN (${places(table, types, { columns, rows })})`;
}
