import { sql } from "drizzle-orm";
import type { PostgresDatabase } from "./database.ts";
import { firstRow } from "./plain-statements.ts";

const lock = 0x646f636964;

/** The random id of the tables, made at the first start. Files and caches with another id are of other data. */
export function installationIn({ transact }: PostgresDatabase): Promise<string> {
  return transact(async (orm) => {
    await orm.execute(sql`SELECT pg_advisory_xact_lock(${lock})`);
    const found = await firstRow<{ id: string }>(orm, sql`SELECT id FROM installation`);
    if (found !== undefined) return found.id;
    const id = crypto.randomUUID();
    await orm.execute(sql`INSERT INTO installation (id) VALUES (${id})`);
    return id;
  });
}

export async function serverVersion({ read }: PostgresDatabase): Promise<string> {
  const row = await read((orm) =>
    firstRow<{ version: string }>(orm, sql`SELECT current_setting('server_version') AS version`),
  );
  return row?.version.split(" ")[0] ?? "unknown";
}

export async function bytesOf({ read }: PostgresDatabase): Promise<number> {
  const row = await read((orm) =>
    firstRow<{ bytes: string | null }>(
      orm,
      sql`SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    ),
  );
  return Number(row?.bytes ?? 0);
}

export async function namesOriginals({ read }: PostgresDatabase): Promise<boolean> {
  const row = await read((orm) =>
    firstRow<{ found: boolean }>(orm, sql`SELECT EXISTS (SELECT 1 FROM source_versions WHERE sha256 <> '') AS found`),
  );
  return row?.found === true;
}
