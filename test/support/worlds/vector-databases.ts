/** What the contracts of vectors run over: SQLite, and PostgreSQL if there is a server. */

import { sql } from "drizzle-orm";
import { denseStore } from "../../../src/store/passages/derived-store.ts";
import { passageRows } from "../../../src/store/passages/passage-rows.ts";
import { vectorStore } from "../../../src/store/passages/vector-store.ts";
import type { PostgresDatabase } from "../../../src/store/postgres/database.ts";
import { firstRow } from "../../../src/store/postgres/plain-statements.ts";
import { readerInPostgres } from "../../../src/store/postgres/rows/answer-rows.ts";
import { expertsInPostgres } from "../../../src/store/postgres/rows/expert-rows.ts";
import { queueInPostgres } from "../../../src/store/postgres/rows/ingest-queue-rows.ts";
import { replyStore } from "../../../src/store/reply-store.ts";
import type { Database } from "../../../src/store/sqlite/database.ts";
import { openOriginalFiles } from "../../../src/store/sqlite/folder/original-files.ts";
import { answerRows } from "../../../src/store/sqlite/rows/answer-rows.ts";
import { ingestQueueRows } from "../../../src/store/sqlite/rows/ingest-queue-rows.ts";
import { derived } from "../../../src/store/sqlite/schema.ts";
import { readingIn } from "../../../src/store/sqlite/store-dialect.ts";
import type { Store } from "../../../src/store/work.ts";
import { sourceRows, sourcesInPostgres } from "./source-makers.ts";
import { overDatabase, overPostgresServer } from "./source-stores.ts";
import { vectorWorld } from "./vector-stores.ts";

export function vectorsOverSqlite(storeInSqlite: (database: Database) => Store) {
  const subject = overDatabase({ sourceRows, ingestQueueRows, openOriginalFiles });
  const { database } = subject;
  return vectorWorld({
    ...subject,
    vectors: vectorStore(storeInSqlite(database)),
    dense: (embedding) => denseStore(storeInSqlite(database), embedding),
    rows: passageRows(readingIn(database.orm)),
    reader: answerRows(database),
    stored: async () => database.orm.select().from(derived).all().length,
  });
}

export async function vectorsOverServer(storeInPostgres: (database: PostgresDatabase, node: string) => Store) {
  const subject = await overPostgresServer({
    sources: sourcesInPostgres,
    queue: queueInPostgres,
    perform: (database: PostgresDatabase) => replyStore(storeInPostgres(database, "node")).performOnce,
    experts: expertsInPostgres,
  });
  const { database } = subject;
  const count = sql`SELECT count(*)::int AS n FROM derived`;
  return vectorWorld({
    ...subject,
    vectors: vectorStore(storeInPostgres(database, "node")),
    dense: (embedding) => denseStore(storeInPostgres(database, "node"), embedding),
    rows: passageRows(storeInPostgres(database, ""), null),
    reader: readerInPostgres(database, null),
    stored: async () => (await database.read((orm) => firstRow<{ n: number }>(orm, count)))?.n ?? 0,
  });
}
