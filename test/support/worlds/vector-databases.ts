/** What the contracts of vectors run over: SQLite, and PostgreSQL if there is a server. */
import { sql } from "drizzle-orm";
import type { Embedding } from "../../../src/experts/expert.ts";
import type { DenseRows } from "../../../src/memory/embedding/ports.ts";
import type { VectorRows } from "../../../src/memory/row-ports.ts";
import { expertsInPostgres } from "../../../src/postgres/accounts/expert-store.ts";
import { passagesInPostgres } from "../../../src/postgres/answers/memory-passages.ts";
import { queueInPostgres } from "../../../src/postgres/answers/shared-queue.ts";
import { leasesIn, type NodeLeases } from "../../../src/postgres/leased-work.ts";
import { firstRow } from "../../../src/postgres/plain-statements.ts";
import type { PostgresDatabase } from "../../../src/postgres/postgres-database.ts";
import { repliesInPostgres } from "../../../src/postgres/sources/reply-store.ts";
import { sourcesInPostgres } from "../../../src/postgres/sources/source-store.ts";
import type { Database } from "../../../src/storage/database.ts";
import { openOriginalFiles } from "../../../src/storage/folder/original-files.ts";
import { ingestQueueRows } from "../../../src/storage/rows/ingest-queue-rows.ts";
import { passageRows } from "../../../src/storage/rows/passage-rows.ts";
import { sourceRows } from "../../../src/storage/rows/source-rows.ts";
import { chunkVectors } from "../../../src/storage/schema.ts";
import { overDatabase, overPostgresServer } from "./source-stores.ts";
import { vectorWorld } from "./vector-stores.ts";

interface SqliteMakers {
  readonly vectorRows: (database: Database) => VectorRows;
  readonly denseRows: (database: Database, embedding: Embedding) => DenseRows;
}

export function vectorsOverSqlite({ vectorRows, denseRows }: SqliteMakers) {
  const subject = overDatabase({ sourceRows, ingestQueueRows, openOriginalFiles });
  const { database } = subject;
  return vectorWorld({
    ...subject,
    vectors: vectorRows(database),
    dense: (embedding) => denseRows(database, embedding),
    rows: passageRows(database),
    stored: async () => database.orm.select().from(chunkVectors).all().length,
  });
}

interface PostgresMakers {
  readonly vectorsInPostgres: (database: PostgresDatabase) => VectorRows;
  readonly denseInPostgres: (database: PostgresDatabase, leases: NodeLeases, embedding: Embedding) => DenseRows;
}

export async function vectorsOverServer({ vectorsInPostgres, denseInPostgres }: PostgresMakers) {
  const subject = await overPostgresServer({
    sources: sourcesInPostgres,
    queue: queueInPostgres,
    perform: (database: PostgresDatabase) => repliesInPostgres(database).performOnce,
    experts: expertsInPostgres,
  });
  const { database } = subject;
  const leases = leasesIn(database, "node a");
  const count = sql`SELECT count(*)::int AS n FROM chunk_vectors`;
  return vectorWorld({
    ...subject,
    vectors: vectorsInPostgres(database),
    dense: (embedding) => denseInPostgres(database, leases, embedding),
    rows: passagesInPostgres(database, null),
    stored: async () => (await database.read((orm) => firstRow<{ n: number }>(orm, count)))?.n ?? 0,
  });
}
