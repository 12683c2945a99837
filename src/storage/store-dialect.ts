/** What is special to SQLite in the stores that both databases share. */
import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { WaitingPassage } from "../memory/row-ports.ts";
import {
  all,
  known,
  type Leases,
  type Orm,
  type SqlDialect,
  type Store,
  type WaitingRequest,
  type Work,
} from "../store/work.ts";
import { atOnce, type Database, type Drizzle, unlessFull } from "./database.ts";
import { documentStatements } from "./document-statements.ts";
import { changeLogIn } from "./memory-log.ts";
import { usageAddition } from "./rows/usage-rows.ts";
import { tables } from "./schema.ts";

/** Its methods answer within the call. */
export function storeInSqlite({ orm, write, writeGrouped, reserve }: Database): Store {
  const run = <T>(work: (orm: Orm) => Work<T>): T => atOnce(orm, work(orm));
  return {
    tables,
    dialect: sqliteDialect,
    isShared: false,
    leases: ownLeases,
    log: changeLogIn(orm),
    documents: documentStatements(orm),
    addUsage: usageWork(orm),
    within: () => undefined,
    read: run,
    write: (survives, work) => write(survives, () => run(work)),
    free: (survives, work) => reserve.freeing(() => write(survives, () => run(work))),
    claim: run,
    grouped: (work) => writeGrouped(() => run(work)),
    writeIfRoom: (work) => {
      unlessFull(() => write("process", () => run(work)));
    },
  };
}

const nothing = () => known(undefined);
const always = () => known(true);
/** As other stores count: within their transactions. */
function usageWork(orm: Drizzle): Store["addUsage"] {
  const add = usageAddition(orm);
  return function* (_orm, entry) {
    yield* known(add(entry));
  };
}

const ownLeases: Leases = { take: always, isOurs: always, leave: nothing, isElsewhere: () => sql`false` };

export const sqliteDialect: SqlDialect = {
  lock: nothing,
  lockTable: nothing,
  skipLocked: sql``,
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
  pairs: (list) => {
    const pairs = JSON.stringify(list.map(({ old, now }) => [old, now]));
    return sql`(SELECT value ->> 0 AS old, value ->> 1 AS now FROM json_each(${pairs})) AS pair`;
  },
  waitingPassages,
  like: (text, pattern) => sql`${text} LIKE ${pattern} ESCAPE '\\'`,
  // SQLite reads a row from its beginning for each piece: 8 ms for 44 MB.
  textPieces: { least: 262_144, most: 64 },
  bytesOf: (text, { from, length }) => sql`substr(CAST(${text} AS BLOB), ${from + 1}, ${length})`,
  each: (list) => sql`json_each(${list})`,
  has: (list, text) => sql`EXISTS (SELECT 1 FROM json_each(${list}) WHERE value = ${text})`,
  lengthOf: (list) => sql`json_array_length(${list})`,
  field: (object, name) => sql`${object} ->> ${name}`,
};

/** Version by version: SQLite would sort all that wait for every batch. */
function* waitingPassages(orm: Orm, { model, expert, limit }: WaitingRequest): Work<WaitingPassage[]> {
  const { chunks, senseModels, sourceVersions, versionSenses } = tables;
  const isBehind = sql`${versionSenses.done} < ${versionSenses.total}`;
  const waiting = yield* all(
    orm
      .select({
        no: versionSenses.versionNo,
        reached: versionSenses.reached,
        title: sourceVersions.title,
        ofVersion: sourceVersions.language,
      })
      .from(senseModels)
      .innerJoin(versionSenses, eq(versionSenses.modelNo, senseModels.no))
      .innerJoin(sourceVersions, eq(sourceVersions.no, versionSenses.versionNo))
      .where(and(eq(senseModels.name, model), eq(versionSenses.expertId, expert), isBehind))
      .orderBy(desc(versionSenses.versionNo))
      .limit(limit),
  );
  const found: WaitingPassage[] = [];
  for (const { no, reached, title, ofVersion } of waiting) {
    const rows = yield* all(
      orm
        .select({ no: chunks.no, section: chunks.section, text: chunks.text, language: chunks.language })
        .from(chunks)
        .where(and(eq(chunks.versionNo, no), gt(chunks.no, reached)))
        .orderBy(asc(chunks.no))
        .limit(limit - found.length),
    );
    found.push(...rows.map((row) => ({ ...row, title, language: row.language ?? ofVersion })));
    if (found.length === limit) break;
  }
  return found;
}
