/** As src/store/sqlite/migrate.ts, in one transaction with a lock, because several nodes may start at once. */
import type { SQL } from "bun";
import tables from "./migrations/0001-tables.sql" with { type: "text" };
import leases from "./migrations/0002-leases.sql" with { type: "text" };
import limits from "./migrations/0003-limits.sql" with { type: "text" };
import versionLeases from "./migrations/0004-version-leases.sql" with { type: "text" };
import originals from "./migrations/0005-originals.sql" with { type: "text" };
import outlines from "./migrations/0006-outlines.sql" with { type: "text" };
import keepers from "./migrations/0007-keepers.sql" with { type: "text" };
import languages from "./migrations/0008-languages.sql" with { type: "text" };
import derived from "./migrations/0009-derived.sql" with { type: "text" };
import recentAnswers from "./migrations/0010-recent-answers.sql" with { type: "text" };
import recognisedPages from "./migrations/0011-recognised-pages.sql" with { type: "text" };
import keptConversations from "./migrations/0012-kept-conversations.sql" with { type: "text" };

const migrations: readonly string[] = [
  tables,
  leases,
  limits,
  versionLeases,
  originals,
  outlines,
  keepers,
  languages,
  derived,
  recentAnswers,
  recognisedPages,
  keptConversations,
];

export const newestSchema: number = migrations.length;

export const migrationLock = 0x646f63656e74;

interface Migration {
  /** Default: the database's first, which exists. Others are created. */
  readonly schema?: string;
  readonly steps?: readonly string[];
  readonly mayBeUnfinished?: boolean;
}

/** @throws Error if the database is from a newer Docent, or a move into it is unfinished */
export async function migratePostgres(client: SQL, migration: Migration = {}): Promise<void> {
  const { schema, steps = migrations, mayBeUnfinished = false } = migration;
  await client.begin(async (transaction) => {
    await transaction.unsafe(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    // Under the lock: PostgreSQL refuses the second of two concurrent ones even with IF NOT EXISTS.
    if (schema !== undefined) await transaction.unsafe(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    if (!mayBeUnfinished) await refuseUnfinished(transaction);
    await transaction.unsafe("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)");
    const [row] = await transaction.unsafe<{ version: number }[]>("SELECT version FROM schema_version");
    const version = row?.version ?? 0;
    if (version > steps.length) throw newerSchema(version, steps.length);
    if (version === steps.length) return;
    for (const sql of steps.slice(version)) await transaction.unsafe(sql);
    await transaction.unsafe("DELETE FROM schema_version");
    await transaction.unsafe("INSERT INTO schema_version VALUES ($1)", [steps.length]);
  });
}

async function refuseUnfinished(transaction: SQL): Promise<void> {
  const [found] = await transaction.unsafe<{ is_moving: boolean }[]>(
    "SELECT to_regclass('unfinished_move') IS NOT NULL AS is_moving",
  );
  if (found?.is_moving !== true) return;
  throw new Error(
    "A move of data into this database has not ended. Start the same `docent move` again: it goes on where it stopped.",
  );
}

function newerSchema(version: number, known: number): Error {
  return new Error(
    `The database has version ${version}, made by a newer Docent; this one knows versions up to ${known}. ` +
      "Start the newer Docent.",
  );
}
