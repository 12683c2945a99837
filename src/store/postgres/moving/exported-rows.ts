import type { ExpertId } from "../../../kernel/ids.ts";
import type { MovedTable } from "../../../upkeep/move-ports.ts";
import { connectForMove, readingSide } from "./moving-connection.ts";

/** @throws Fault `not_ready` if the database is unreachable */
export async function openExportedRows(url: string, tables: readonly MovedTable[], expert: ExpertId) {
  const connection = await connectForMove(url, { tables });
  try {
    await connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await connection.run("SET LOCAL idle_in_transaction_session_timeout = 0");
    return { side: readingSide(connection, (table) => rowsOf(expert, table)), close: connection.close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function rowsOf(expert: ExpertId, { name, columns }: MovedTable): string {
  const id = `'${expert.replaceAll("'", "''")}'`;
  const answering = `SELECT current_version_no FROM sources WHERE expert_id = ${id}`;
  if (name === "experts") return `id = ${id}`;
  if (columns.includes("expert_id")) return `expert_id = ${id}`;
  if (columns.includes("version_no")) return `version_no IN (${answering})`;
  if (columns.includes("chunk_no")) return `chunk_no IN (SELECT no FROM chunks WHERE version_no IN (${answering}))`;
  if (name === "sense_models") return "true";
  throw new Error(`The rows of one expert in ${name} are not known.`);
}
