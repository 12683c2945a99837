/** Which version is taken from the queue next, and how, the same in both databases. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { IngestJob, QueueLane, QueueTurn } from "../../sources/ports/queue-ports.ts";
import type { LaterValue, Orm, StatementParts, Work } from "../work.ts";
import { clearChunks } from "./ingest-outcomes.ts";
import { isInLane } from "./ingest-queue.ts";

export interface NextVersion {
  readonly no: number;
  readonly attempts: number;
}

export interface QueueTaking {
  /** Experts in the order of ids, starting again after the last. Skips what another node is taking. */
  next(orm: Orm, lane: QueueLane, turn: QueueTurn): Work<NextVersion | undefined>;
  take(orm: Orm, next: NextVersion, at: number): Work<IngestJob>;
}

export const anyTurn: QueueTurn = { after: null };

export function queueTaking(parts: StatementParts): QueueTaking {
  const { dialect, kept } = parts;
  const look = (lane: QueueLane, isOnly: boolean) =>
    kept((orm, value) => orm.select(nextColumns).from(sql`(${waiting(parts, { lane, isOnly, value })}) AS next`));
  const looks = {
    fetch: { only: look("fetch", true), others: look("fetch", false) },
    read: { only: look("read", true), others: look("read", false) },
  };
  const mark = kept((orm, value) => marking(parts, orm, value));
  const jobOf = kept((orm, value) =>
    orm
      .select(jobColumns)
      .from(jobTables)
      .where(sql`v.no = ${value("no")}`),
  );
  return {
    *next(orm, lane, { after, except = new Set(), only }) {
      const list = dialect.listValue([...(only ?? except)]);
      const rows = yield* looks[lane][only === undefined ? "others" : "only"](orm, { list, after: after ?? "" });
      return rows[0];
    },
    *take(orm, { no, attempts: before }, at) {
      const attempts = before + 1;
      yield* mark(orm, { no, attempts, at });
      if (before > 0) yield* clearChunks(no);
      const [job] = yield* jobOf(orm, { no });
      if (job === undefined) throw new Error("a version that was taken has no source");
      return { ...job, versionNo: no, attempts };
    },
  };
}

const number = (column: SQL) => sql<number>`CAST(${column} AS double precision)`;
const nextColumns = { no: number(sql`next.no`), attempts: number(sql`next.attempts`) };

interface LaneLook {
  readonly lane: QueueLane;
  readonly isOnly: boolean;
  readonly value: LaterValue;
}

const compared = 16;

/** A megabyte counts as ten seconds of waiting. */
function waiting({ tables, dialect }: StatementParts, { lane, isOnly, value }: LaneLook): SQL {
  const isListed = dialect.isAmong(tables.sourceVersions.no, value("list"));
  const waits = sql`${isInLane(tables, lane)} AND ${isOnly ? isListed : sql`NOT (${isListed})`}`;
  const expertFrom = (id: unknown) =>
    sql`(SELECT expert_id FROM source_versions WHERE expert_id > ${id} AND ${waits} ORDER BY expert_id LIMIT 1)`;
  const expert = sql`coalesce(${expertFrom(value("after"))}, ${expertFrom("")})`;
  return sql`
    SELECT no, attempts FROM source_versions WHERE status = 'queued' AND no IN (
      SELECT no FROM source_versions WHERE expert_id = ${expert} AND ${waits} ORDER BY no LIMIT ${sql.raw(`${compared}`)})
    ORDER BY created_at + bytes / 100, no LIMIT 1 ${dialect.skipLocked}`;
}

function marking({ tables: { sourceVersions } }: StatementParts, orm: Orm, value: LaterValue) {
  const taken = {
    status: "processing" as const,
    attempts: sql`${value("attempts")}`,
    updatedAt: sql`${value("at")}`,
    progressDone: 0,
    progressTotal: 0,
  };
  return orm
    .update(sourceVersions)
    .set(taken)
    .where(eq(sourceVersions.no, value("no")));
}

type JobColumns = {
  readonly [Name in keyof Omit<IngestJob, "attempts" | "lease" | "versionNo">]: SQL<IngestJob[Name]>;
};

const jobColumns: JobColumns = {
  sourceId: sql`s.id`,
  expertId: sql`s.expert_id`,
  workspaceId: sql`e.workspace_id`,
  keyId: sql`v.key_id`,
  language: sql`e.language`,
  title: sql`v.title`,
  filename: sql`v.filename`,
  declaredType: sql`v.declared_type`,
  fetchUrl: sql`v.fetch_url`,
  bytes: number(sql`v.bytes`),
};
const jobTables = sql`source_versions v JOIN sources s ON s.no = v.source_no JOIN experts e ON e.id = s.expert_id`;
