/**
 * Lets the services of tests keep their data in PostgreSQL: `make cluster` runs tests of the whole service with
 * DOCENT_TEST_SERVICE=postgres, which are otherwise the same.
 */
import { join } from "node:path";
import { SQL } from "bun";
import { postgresUrl } from "./postgres-world.ts";

/** The settings of a service with this data folder: a schema of its own, also if it starts again there. Or none. */
export function sharedSettings(dataDir: string): Readonly<Record<string, string>> {
  if (process.env.DOCENT_TEST_SERVICE !== "postgres") return {};
  if (postgresUrl === undefined) throw new Error("DOCENT_TEST_POSTGRES names no server");
  return { DOCENT_DATABASE: `${postgresUrl}?schema=${schemaOf(dataDir)}`, DOCENT_FILES: join(dataDir, "files") };
}

function schemaOf(dataDir: string): string {
  return `service_${Bun.hash(dataDir).toString(36)}`;
}

/** What only nodes write, at any time. */
const ofNodes = ["leases", "rate_buckets", "request_counts", "schema_version", "tickets", "version_leases"];

type Row = Record<string, unknown>;

export interface SharedContents {
  /** All rows by table, but for those of `ofNodes`. */
  read(): Promise<Record<string, Row[]>>;
  close(): Promise<void>;
}

/** The content of the database of a service with this data folder; null: it is not in PostgreSQL. */
export async function openSharedContents(dataDir: string): Promise<SharedContents | null> {
  if (sharedSettings(dataDir).DOCENT_DATABASE === undefined) return null;
  const sql = new SQL({ url: postgresUrl ?? "", max: 1 });
  const schema = schemaOf(dataDir);
  const tables = await sql<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = ${schema}`;
  const names = tables.map(({ name }) => name).filter((name) => !ofNodes.includes(name));
  // One statement, so that all rows are of one moment.
  const rows = names.map(
    (name) =>
      `SELECT '${name}' AS name, coalesce(json_agg(t ORDER BY t::text), '[]')::text AS rows FROM "${schema}"."${name}" t`,
  );
  const statement = rows.join(" UNION ALL ");
  return {
    read: async () => {
      const found = await sql.unsafe<{ name: string; rows: string }[]>(statement);
      return Object.fromEntries(found.map((table) => [table.name, JSON.parse(table.rows) as Row[]]));
    },
    close: () => sql.close(),
  };
}
