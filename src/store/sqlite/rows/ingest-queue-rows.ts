import { and, asc, eq, gt, notInArray, sql } from "drizzle-orm";
import type { Immediate } from "../../../kernel/awaitable.ts";
import { builtOnce } from "../../../kernel/stores/recently-used.ts";
import type { IngestJob, IngestQueue, QueueLane, QueueTurn } from "../../../sources/ports/queue-ports.ts";
import { clearChunks } from "../../sources/ingest-outcomes.ts";
import { type IngestClaims, ingestQueue, isInLane } from "../../sources/ingest-queue.ts";
import { known } from "../../work.ts";
import { atOnce, type Database, type Drizzle } from "../database.ts";
import { experts, isPending, sources, sourceVersions, tables } from "../schema.ts";
import { storeInSqlite } from "../store-dialect.ts";

/** Only `complete` is asynchronous, because it joins a transaction of others. */
type SqliteQueue = Immediate<Omit<IngestQueue, "complete">> & Pick<IngestQueue, "complete">;

export function ingestQueueRows(database: Database): SqliteQueue {
  return ingestQueue(storeInSqlite(database), claimsOf(database)) as SqliteQueue;
}

const value = sql.placeholder;

function claimsOf({ orm, write }: Database): IngestClaims {
  const statements = claimStatements(orm);
  const inHand = builtOnce(() =>
    orm.select({ no: sourceVersions.no }).from(sourceVersions).where(isTaken(value)).prepare(),
  );
  return {
    claim: (lane, at, turn = { after: null, except: new Set() }) => {
      const first = nextOf(statements, lane, turn);
      return first === undefined ? [] : write("process", () => takeSome(statements, first, lane, at, turn));
    },
    hold: () => undefined,
    inHand: isTaken,
    isOurs: (_orm, { versionNo }) => known(inHand().get({ versionNo }) !== undefined),
    interrupted: (_orm, held) =>
      known(and(eq(sourceVersions.status, "processing"), isPending, notInArray(sourceVersions.no, [...held]))),
    leave: () => known(undefined),
  };
}

function isTaken(given: (name: "versionNo" | "lease") => unknown) {
  return and(sql`${sourceVersions.no} = ${given("versionNo")}`, eq(sourceVersions.status, "processing"));
}

type ClaimStatements = ReturnType<typeof claimStatements>;

function claimStatements(orm: Drizzle) {
  return {
    orm,
    nextExpert: { fetch: builtOnce(() => expertAfter(orm, "fetch")), read: builtOnce(() => expertAfter(orm, "read")) },
    next: { fetch: builtOnce(() => nextOfExpert(orm, "fetch")), read: builtOnce(() => nextOfExpert(orm, "read")) },
    take: builtOnce(() => taking(orm)),
  };
}

/** In the order of ids, starting again after the last. */
function nextOf(
  { next, nextExpert }: ClaimStatements,
  lane: QueueLane,
  { after, except, only }: QueueTurn,
): WaitingVersion | undefined {
  const which = { list: JSON.stringify([...(only ?? except ?? [])]), isListed: only === undefined ? 0 : 1 };
  const found = (from: string) => nextExpert[lane]().get({ after: from, ...which });
  const turn = (after === null ? undefined : found(after)) ?? found("");
  return turn && next[lane]().get({ expert: turn.expertId, ...which });
}

function takeSome(
  statements: ClaimStatements,
  first: WaitingVersion,
  lane: QueueLane,
  at: number,
  turn: QueueTurn,
): IngestJob[] {
  const jobs = [take(statements, first, at)];
  for (let last = first; jobs.length < (turn.most ?? 1); ) {
    const next = nextOf(statements, lane, { ...turn, after: last.expertId });
    if (next === undefined) break;
    jobs.push(take(statements, next, at));
    last = next;
  }
  return jobs;
}

type WaitingVersion = Omit<IngestJob, "attempts"> & { readonly attemptsBefore: number };

function take({ orm, take: statement }: ClaimStatements, { attemptsBefore, ...next }: WaitingVersion, at: number) {
  const job: IngestJob = { ...next, attempts: attemptsBefore + 1 };
  statement().run({ versionNo: job.versionNo, attempts: job.attempts, at });
  if (attemptsBefore > 0) atOnce(orm, clearChunks(job.versionNo));
  return job;
}

function waitsIn(lane: QueueLane) {
  return and(
    isInLane(tables, lane),
    sql`(${sourceVersions.no} IN (SELECT value FROM json_each(${value("list")}))) = ${value("isListed")}`,
  );
}

function expertAfter(orm: Drizzle, lane: QueueLane) {
  return orm
    .select({ expertId: sourceVersions.expertId })
    .from(sourceVersions)
    .where(and(gt(sourceVersions.expertId, value("after")), waitsIn(lane)))
    .orderBy(asc(sourceVersions.expertId))
    .limit(1)
    .prepare();
}

const compared = 16;

/** A megabyte counts as ten seconds of waiting. */
function nextOfExpert(orm: Drizzle, lane: QueueLane) {
  const oldest = orm
    .select({ no: sourceVersions.no, due: sql`${sourceVersions.createdAt} + ${sourceVersions.bytes} / 100`.as("due") })
    .from(sourceVersions)
    .where(and(eq(sourceVersions.expertId, value("expert")), waitsIn(lane)))
    .orderBy(asc(sourceVersions.no))
    .limit(compared)
    .as("oldest");
  const next = orm.select({ no: oldest.no }).from(oldest).orderBy(asc(oldest.due), asc(oldest.no)).limit(1);
  return orm
    .select({
      versionNo: sourceVersions.no,
      sourceId: sources.id,
      expertId: sources.expertId,
      workspaceId: experts.workspaceId,
      keyId: sourceVersions.keyId,
      language: experts.language,
      title: sourceVersions.title,
      filename: sourceVersions.filename,
      declaredType: sourceVersions.declaredType,
      fetchUrl: sourceVersions.fetchUrl,
      bytes: sourceVersions.bytes,
      attemptsBefore: sourceVersions.attempts,
    })
    .from(sourceVersions)
    .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
    .innerJoin(experts, eq(experts.id, sources.expertId))
    .where(eq(sourceVersions.no, next))
    .prepare();
}

function taking(orm: Drizzle) {
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
    .where(eq(sourceVersions.no, value("versionNo")))
    .prepare();
}
