/** What is special to SQLite in the stores that both databases share. */
import { is, SQL, sql } from "drizzle-orm";
import { type Dialect, known, type Leases, type Orm, type Statement, type Store, type Work } from "../store/work.ts";
import { type Database, type Drizzle, unlessFull } from "./database.ts";
import { tables } from "./schema.ts";
import { sqliteWrite } from "./sqlite-write.ts";

/** Its methods answer within the call. */
export function storeInSqlite({ orm, write, reserve }: Database): Store {
  const run = <T>(work: (orm: Orm) => Work<T>): T => atOnce(orm, work(orm));
  return {
    tables,
    dialect: sqliteDialect,
    isShared: false,
    leases: ownLeases,
    read: run,
    write: (survives, work) => write(survives, () => run(work)),
    free: (survives, work) => reserve.freeing(() => write(survives, () => run(work))),
    claim: run,
    prepared: (work) => sqliteWrite(() => run(work)),
    writeIfRoom: (work) => {
      unlessFull(() => write("process", () => run(work)));
    },
  };
}

/** Must be called inside a transaction if the work writes. */
export function atOnce<T>(orm: Drizzle, work: Work<T>): T {
  const rowsOf = (statement: Statement) => (is(statement, SQL) ? orm.all(statement) : statement.all()) as unknown[];
  for (let step = work.next([]); ; ) {
    if (step.done === true) return step.value;
    step = work.next(rowsOf(step.value));
  }
}

const nothing = () => known(undefined);
const always = () => known(true);
const ownLeases: Leases = { take: always, isOurs: always, leave: nothing, isElsewhere: () => sql`false` };

export const sqliteDialect: Dialect = {
  lock: nothing,
  lockName: nothing,
  tellWebhooks: (workspace, { subject, type, at, data }) => sql`
    INSERT INTO webhook_messages (webhook_no, id, subject, payload, due_at)
    SELECT no, 'msg_' || lower(hex(randomblob(13))), ${subject},
      ${JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })}, 0 FROM webhooks
    WHERE workspace_id = ${workspace} AND disabled_at IS NULL
      AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = ${type})`,
  storable: (text) => text,
  numbers: (list) => sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`,
  texts: (list) => sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`,
  each: (list) => sql`json_each(${list})`,
  has: (list, text) => sql`EXISTS (SELECT 1 FROM json_each(${list}) WHERE value = ${text})`,
  lengthOf: (list) => sql`json_array_length(${list})`,
  field: (object, name) => sql`${object} ->> ${name}`,
};
