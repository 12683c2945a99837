/** Reads are of one moment. Nodes can read meanwhile; their writes wait. */

import { MoveError } from "../../../upkeep/move-ports.ts";
import { quotedName } from "../../../upkeep/move-statements.ts";
import {
  connectForMove,
  type MovingConnection,
  type MovingOptions,
  namedFiles,
  type RunStatement,
  readingSide,
} from "./moving-connection.ts";

/** @throws MoveError if there is nothing to move; Fault `not_ready` if it is unreachable */
export async function openDatabaseSource(url: string, options: MovingOptions) {
  const connection = await connectForMove(url, options);
  const { run, close } = connection;
  try {
    // Of running nodes, or kept by a pool.
    const otherConnections = await nodesOf(run);
    await begin(connection, options);
    const [row] = await run("SELECT id FROM installation");
    if (typeof row?.[0] !== "string") throw new MoveError("The database holds no data of Docent.");
    return { identity: row[0], otherConnections, side: readingSide(connection), named: () => namedFiles(run), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function begin({ run }: MovingConnection, { tables }: MovingOptions): Promise<void> {
  const [marked] = await run("SELECT to_regclass('unfinished_move') IS NOT NULL");
  if (marked?.[0] === true)
    throw new MoveError("A move into this database has not ended: nothing can be moved from it.");
  await run("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await run("SET LOCAL lock_timeout = '10s'");
  await run("SET LOCAL idle_in_transaction_session_timeout = 0");
  await run(`LOCK TABLE ${tables.map(({ name }) => quotedName(name)).join(", ")} IN SHARE MODE`);
}

async function nodesOf(run: RunStatement): Promise<number> {
  const [row] = await run(
    "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'docent'",
  );
  return Number(row?.[0] ?? 0);
}
