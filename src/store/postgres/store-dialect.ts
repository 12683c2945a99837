import { ilike, sql } from "drizzle-orm";
import { revisionsOfCount } from "../../memory/change-log.ts";
import { changeLog } from "../memory-log.ts";
import { documentStatements } from "../sources/document-statements.ts";
import { usageAddition } from "../usage-counters.ts";
import {
  all,
  done,
  type KeptStatement,
  known,
  type LaterValue,
  type Orm,
  type Preparable,
  type RowOf,
  type Rows,
  rowsOf,
  type SqlDialect,
  type StatementParts,
  type Store,
  type Work,
} from "../work.ts";
import { openTransaction, type PostgresDatabase, type PostgresOrm } from "./database.ts";
import { filterSql } from "./filter-sql.ts";
import { leasesOf } from "./leases.ts";
import { inTurn, nextRevision, numberList, numbersText, storable } from "./plain-statements.ts";
import { tables } from "./schema.ts";

/** @param node unique to the process: the holder of its leases */
export function storeInPostgres({ read, transact }: PostgresDatabase, node: string): Store {
  const together = <T>(work: (orm: PostgresOrm) => Work<T>) => transact((orm) => inTurn(orm, work(orm)));
  return {
    ...statements,
    isShared: true,
    leases: leasesOf(node),
    log: changeLog(statements),
    documents: documentStatements(statements),
    addUsage: usageAddition(statements),
    within: (orm) => openTransaction(orm as PostgresOrm),
    read: (work) => read((orm) => inTurn(orm, work(orm))),
    write: (_survives, work) => together(work),
    free: (_survives, work) => together(work),
    claim: together,
    grouped: together,
    changesMore: () => known(undefined),
    writeIfRoom: together,
  };
}

const postgresDialect: SqlDialect = {
  *lock(table, rows) {
    return (yield sql`SELECT 1 FROM ${table} WHERE ${rows ?? sql`true`} FOR NO KEY UPDATE`).length > 0;
  },
  *lockTable(table) {
    yield sql`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`;
  },
  skipLocked: sql`FOR UPDATE SKIP LOCKED`,
  *lockName(name) {
    yield sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  },
  tellWebhooks: (workspace, { subject, type, at, data }) => sql`
    SELECT tell_webhooks(${workspace}, ${subject}, ${type}, to_timestamp(${at}::bigint / 1000.0),
      ${JSON.stringify(data)}::text::json)`,
  storable,
  numbers: (list) => sql`(SELECT unnest(${numberList(list)}))`,
  isAmong: (column, list) => sql`${column} = ANY(${list}::bigint[])`,
  listValue: numbersText,
  unindexed: (column) => sql`${column}`,
  nextRevision: sql.raw(nextRevision),
  rememberedRevisions: 100_000 * revisionsOfCount,
  texts: (list) => sql`(SELECT jsonb_array_elements_text(${JSON.stringify(list)}::text::jsonb))`,
  pairs: (list) => {
    const [old, now] = [list.map((pair) => pair.old), list.map((pair) => pair.now)];
    return sql`unnest(${numberList(old)}, ${numberList(now)}) AS pair (old, now)`;
  },
  waitingPassages: (_orm, { model, expert, limit }) =>
    rowsOf(sql`
      SELECT c.no::float8 AS no, v.title, c.section, c.text, coalesce(c.language, v.language) AS language
      FROM (SELECT b.version_no, b.reached FROM version_senses b JOIN sense_models m ON m.no = b.model_no
          WHERE m.name = ${model} AND b.expert_id = ${expert} AND b.done < b.total
          ORDER BY b.version_no DESC LIMIT ${limit}) AS w
        JOIN source_versions v ON v.no = w.version_no
        CROSS JOIN LATERAL (SELECT no, section, text, language FROM chunks
          WHERE version_no = w.version_no AND no > w.reached ORDER BY no LIMIT ${limit}) AS c
      ORDER BY w.version_no DESC, c.no LIMIT ${limit}`),
  filtered: filterSql,
  positionOf: (text, part) => sql`strpos(${text}, ${part})`,
  like: ilike,
  textPieces: { least: 1_048_576, most: 32 },
  bytesOf: (text, { from, length }) =>
    sql`substring(convert_to(${text}, 'UTF8') FROM ${from + 1}::int FOR ${length}::int)`,
  listOf: (column, order) => sql`coalesce(json_agg(${column} ORDER BY ${order})::text, '[]')`,
  each: (list) => sql`jsonb_array_elements_text(${list}::text::jsonb) AS each (value)`,
  has: (list, text) => sql`${list}::jsonb @> ${JSON.stringify([text])}::text::jsonb`,
  lengthOf: (list) => sql`jsonb_array_length(${list}::jsonb)`,
  field: (object, name) => sql`${object}::jsonb ->> ${name}::text`,
};

/** Rows of up to twelve values; a statement takes 65,535. */
const atOnce = 500;

export const statements: StatementParts = {
  tables,
  dialect: postgresDialect,
  kept:
    <Built extends Preparable>(build: (orm: Orm, value: LaterValue) => Built): KeptStatement<RowOf<Built>> =>
    (orm, values) =>
      all(build(orm, (name) => values[name] as never) as unknown as Rows<RowOf<Built>>),
  *insertAll(orm, table, rows) {
    for (let from = 0; from < rows.length; from += atOnce)
      yield* done(orm.insert(table).values(rows.slice(from, from + atOnce) as never));
  },
};
