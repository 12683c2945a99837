/** What is special to PostgreSQL in the stores that both databases share. */
import { sql } from "drizzle-orm";
import type { Dialect, Store, Work } from "../store/work.ts";
import { leasesOf } from "./leases.ts";
import { inTurn, numberList } from "./plain-statements.ts";
import type { Orm, PostgresDatabase } from "./postgres-database.ts";
import { postgresWrite } from "./postgres-write.ts";
import { tables } from "./schema.ts";

/** @param node another text for every process: the holder of its leases. */
export function storeInPostgres({ read, transact }: PostgresDatabase, node: string): Store {
  const together = <T>(work: (orm: Orm) => Work<T>) => transact((orm) => inTurn(orm, work(orm)));
  return {
    tables,
    dialect: postgresDialect,
    isShared: true,
    leases: leasesOf(node),
    read: (work) => read((orm) => inTurn(orm, work(orm))),
    write: (_survives, work) => together(work),
    free: (_survives, work) => together(work),
    claim: together,
    prepared: (work) => postgresWrite((orm) => inTurn(orm, work(orm))),
    writeIfRoom: together,
  };
}

export const postgresDialect: Dialect = {
  *lock(table, rows) {
    yield sql`SELECT 1 FROM ${table} WHERE ${rows ?? sql`true`} FOR NO KEY UPDATE`;
  },
  *lockName(name) {
    yield sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  },
  tellWebhooks: (workspace, { subject, type, at, data }) => sql`
    SELECT tell_webhooks(${workspace}, ${subject}, ${type}, to_timestamp(${at}::bigint / 1000.0),
      ${JSON.stringify(data)}::text::json)`,
  storable,
  numbers: (list) => sql`(SELECT unnest(${numberList(list)}))`,
  texts: (list) => sql`(SELECT jsonb_array_elements_text(${JSON.stringify(list)}::text::jsonb))`,
  each: (list) => sql`jsonb_array_elements_text(${list}::text::jsonb) AS each (value)`,
  has: (list, text) => sql`${list}::jsonb @> ${JSON.stringify([text])}::text::jsonb`,
  lengthOf: (list) => sql`jsonb_array_length(${list}::jsonb)`,
  field: (object, name) => sql`${object}::jsonb ->> ${name}::text`,
};

/** PostgreSQL's text cannot hold U+0000. Another character takes its place, so that positions stay the same. */
export function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}
