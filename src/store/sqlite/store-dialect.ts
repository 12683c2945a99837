import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { builtOnce } from "../../kernel/stores/recently-used.ts";
import type { WaitingPassage } from "../../memory/row-ports.ts";
import { changeLog } from "../memory-log.ts";
import { documentStatements } from "../sources/document-statements.ts";
import { type ScalarKind, sourceConditions } from "../sources/source-conditions.ts";
import { usageAddition } from "../usage-counters.ts";
import {
  type AnyTable,
  all,
  type KeptStatement,
  known,
  type LaterValue,
  type Leases,
  type Orm,
  type Preparable,
  type ReadingStore,
  type RowOf,
  type SqlDialect,
  type StatementParts,
  type Store,
  type WaitingRequest,
  type Work,
} from "../work.ts";
import { atOnce, type Database, type Drizzle, unlessFull } from "./database.ts";
import { tables } from "./schema.ts";

export function storeInSqlite({ orm, write, writeGrouped, reserve }: Database): Store {
  const run = <T>(work: (orm: Orm) => Work<T>): T => atOnce(orm, work(orm));
  const parts = statementsIn(orm);
  return {
    ...parts,
    read: run,
    isShared: false,
    leases: ownLeases,
    log: changeLog(parts),
    documents: documentStatements(parts),
    addUsage: usageAddition(parts),
    within: () => undefined,
    write: (survives, work) => write(survives, () => run(work)),
    free: (survives, work) => reserve.freeing(() => write(survives, () => run(work))),
    claim: run,
    grouped: (work, haste) => writeGrouped(() => run(work), haste),
    changesMore: () => known(write("power", () => undefined)),
    writeIfRoom: (work) => {
      unlessFull(() => write("process", () => run(work)));
    },
  };
}

export function readingIn(orm: Drizzle): ReadingStore {
  return { ...statementsIn(orm), read: (work) => atOnce(orm, work(orm)) };
}

export function statementsIn(orm: Drizzle): StatementParts {
  return {
    tables,
    dialect: sqliteDialect,
    kept: <Built extends Preparable>(build: (orm: Orm, value: LaterValue) => Built): KeptStatement<RowOf<Built>> => {
      // Building a query takes drizzle 0.1 ms and SQLite as long; running it takes 0.01 ms.
      const statement = builtOnce(() => build(orm, sql.placeholder).prepare());
      return (_orm, values) => known(statement().all(values) as RowOf<Built>[]);
    },
    insertAll: insertions(orm),
  };
}

function insertions(orm: Drizzle): Store["insertAll"] {
  const statements = new Map<AnyTable, { run(values: Record<string, unknown>): unknown }>();
  const statementFor = (table: AnyTable, row: object) => {
    const places = Object.fromEntries(Object.keys(row).map((name) => [name, sql.placeholder(name)]));
    const statement = orm
      .insert(table)
      .values(places as never)
      .prepare();
    statements.set(table, statement);
    return statement;
  };
  return function* (_orm, table, rows) {
    for (const row of rows) yield* known((statements.get(table) ?? statementFor(table, row)).run(row));
  };
}

const nothing = () => known(undefined);
const always = () => known(true);
/** At most about 5 MB for each expert. */
const rememberedRevisions = 100_000;

const ownLeases: Leases = { take: always, isOurs: always, leave: nothing, isElsewhere: () => sql`false` };

const jsonTypes: Readonly<Record<ScalarKind, ReturnType<typeof sql>>> = {
  number: sql`'integer', 'real'`,
  string: sql`'text'`,
  boolean: sql`'true', 'false'`,
};

const filterSql = sourceConditions(tables, {
  // For a list, json_tree also returns the list itself. true and false are 1 and 0.
  anyValue: (field, kind, { operands, condition }) => {
    const path = `$.${JSON.stringify(field)}`;
    const bound = operands.map((operand) => (typeof operand === "boolean" ? Number(operand) : operand));
    return sql`EXISTS (SELECT 1 FROM json_tree(${tables.sources.metadata}, ${path}) AS value
      WHERE value.type IN (${jsonTypes[kind]}) AND ${condition(sql`value.atom`, bound)})`;
  },
  operand: (text) => text,
  instant: (column) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
});

const sqliteDialect: SqlDialect = {
  lock: always,
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
  isAmong: (column, list) => sql`${column} IN (SELECT value FROM json_each(${list}))`,
  listValue: JSON.stringify,
  unindexed: (column) => sql`+${column}`,
  nextRevision: sql`${tables.experts.revision} + 1`,
  rememberedRevisions,
  texts: (list) => sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`,
  pairs: (list) => {
    const pairs = JSON.stringify(list.map(({ old, now }) => [old, now]));
    return sql`(SELECT value ->> 0 AS old, value ->> 1 AS now FROM json_each(${pairs})) AS pair`;
  },
  waitingPassages,
  filtered: filterSql,
  positionOf: (text, part) => sql`instr(${text}, ${part})`,
  like: (text, pattern) => sql`${text} LIKE ${pattern} ESCAPE '\\'`,
  // SQLite reads a row from its beginning for each piece: 8 ms for 44 MB.
  textPieces: { least: 262_144, most: 64 },
  bytesOf: (text, { from, length }) => sql`substr(CAST(${text} AS BLOB), ${from + 1}, ${length})`,
  listOf: (column, order) => sql`json_group_array(${column} ORDER BY ${order})`,
  each: (list) => sql`json_each(${list})`,
  has: (list, text) => sql`EXISTS (SELECT 1 FROM json_each(${list}) WHERE value = ${text})`,
  lengthOf: (list) => sql`json_array_length(${list})`,
  field: (object, name) => sql`${object} ->> ${name}`,
};

/** Version by version, because SQLite would sort all waiting passages for each batch. */
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
