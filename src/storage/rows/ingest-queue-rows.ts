import { and, eq, notInArray } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { Completed, IngestJob, IngestQueue, QueueLane, QueueTurn } from "../../sources/ports/queue-ports.ts";
import type { SourceType } from "../../sources/source.ts";
import {
  clearChunks,
  fail,
  forgetReplaced,
  keepFetched,
  release,
  requeue,
} from "../../store/sources/ingest-outcomes.ts";
import type { Work } from "../../store/work.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import { builtOnce } from "../built-once.ts";
import { atOnce, type Database } from "../database.ts";
import { waitingCount } from "../document-statements.ts";
import { isPending, sourceVersions, tables } from "../schema.ts";
import { sqliteDialect, storeInSqlite } from "../store-dialect.ts";
import { type IngestStatements, ingestStatements } from "./ingest-statements.ts";

/** Of all methods only `complete` waits: for others, whose transaction it joins. */
type SqliteQueue = Immediate<Omit<IngestQueue, "complete">> & Pick<IngestQueue, "complete">;

export function ingestQueueRows(database: Database): SqliteQueue {
  const { orm, write, writeGrouped } = database;
  const statements = ingestStatements(database);
  const waiting = builtOnce(() => waitingCount(orm));
  const store = storeInSqlite(database);
  const together = <T>(survives: "power" | "process", work: Work<T>) => write(survives, () => atOnce(orm, work));
  return {
    claim: (lane, at, turn = { after: null, except: new Set() }) => {
      const first = nextOf(statements, lane, turn);
      return first === undefined ? [] : write("process", () => takeSome(statements, first, { lane, at, turn }));
    },
    requeue: (held, limit) => {
      const isInterrupted = and(eq(sourceVersions.status, "processing"), isPending);
      const which = and(isInterrupted, notInArray(sourceVersions.no, [...held]));
      return together("process", requeue(store, orm, { which, limit }));
    },
    fetched: (job, document, usage) =>
      together("power", keepFetched(store, orm, { job, inHand: inHand(job), document, usage })),
    addChunks: ({ versionNo }, some) =>
      write("process", () => {
        const isOurs = statements.inHand().get({ versionNo }) !== undefined;
        if (isOurs) statements.addPassages(versionNo, some);
        return isOurs;
      }),
    // Nobody waits for it as for an acceptance, so it joins one.
    complete: (job, result, usage) => writeGrouped(() => complete(statements, job, { result, usage }), "patient"),
    fail: (job, failure, usage) => together("power", fail(store, orm, { job, inHand: inHand(job), failure, usage })),
    progress: ({ versionNo }, stage, { done, total, at }) => {
      write("process", () => statements.progress().run({ versionNo, stage, done, total, at }));
    },
    release: (job, at, countsAsAttempt) =>
      together("process", release(tables, orm, { job, inHand: inHand(job), at, countsAsAttempt })),
    clear: (versionNo) => together("process", clearChunks(versionNo)),
    waiting: (lane) => (lane === undefined ? waiting() : statements.waitingIn[lane]()).get()?.n ?? 0,
    hold: () => undefined,
  };
}

/** The condition that the job's version was neither deleted nor canceled. */
function inHand({ versionNo }: IngestJob) {
  return and(eq(sourceVersions.no, versionNo), eq(sourceVersions.status, "processing"));
}

/** Experts take turns in the order of their ids, starting again after the last. */
function nextOf(
  { next, nextExpert }: IngestStatements,
  lane: QueueLane,
  { after, except: exceptions }: QueueTurn,
): Waiting | undefined {
  const except = JSON.stringify([...exceptions]);
  const found = (from: string) => nextExpert[lane]().get({ after: from, except });
  const turn = (after === null ? undefined : found(after)) ?? found("");
  return turn && next[lane]().get({ expert: turn.expertId, except });
}

interface Taking {
  readonly lane: QueueLane;
  readonly at: number;
  readonly turn: QueueTurn;
}

function takeSome(statements: IngestStatements, first: Waiting, { lane, at, turn }: Taking): IngestJob[] {
  const jobs = [take(statements, first, at)];
  for (let last = first; jobs.length < (turn.most ?? 1); ) {
    const next = nextOf(statements, lane, { ...turn, after: last.expertId });
    if (next === undefined) break;
    jobs.push(take(statements, next, at));
    last = next;
  }
  return jobs;
}

type Waiting = Omit<IngestJob, "attempts"> & { readonly attemptsBefore: number };

function take({ orm, take: statement }: IngestStatements, { attemptsBefore, ...next }: Waiting, at: number): IngestJob {
  const job = { ...next, attempts: attemptsBefore + 1 };
  statement().run({ versionNo: job.versionNo, attempts: job.attempts, at });
  if (attemptsBefore > 0) atOnce(orm, clearChunks(job.versionNo));
  return job;
}

interface Completion {
  readonly result: Completed;
  readonly usage: UsageEntry;
}

function complete(statements: IngestStatements, job: IngestJob, { result, usage }: Completion): boolean {
  const { addUsage, addPassages, admits, awaitSense } = statements;
  const { lastChunks, vectorSet, ...facts } = result;
  const warnings = JSON.stringify(facts.warnings);
  const row = statements.complete().get({ ...facts, warnings, versionNo: job.versionNo, at: usage.at });
  // A statement that changes no row returns undefined, although its type does not say so.
  if ((row as typeof row | undefined) === undefined) return false;
  if (!admits(job.expertId, vectorSet)) throw new Error("the memory came to be embedded otherwise");
  addPassages(job.versionNo, lastChunks);
  awaitSense({ ...job, total: facts.chunkCount });
  swap(statements, row, job);
  addUsage(usage);
  return true;
}

/** Makes this version the one that answers. The previous one keeps its text, and its chunks are deleted. */
function swap(
  { orm, ...statements }: IngestStatements,
  { sourceNo, type }: { readonly sourceNo: number; readonly type: SourceType },
  { versionNo, expertId }: IngestJob,
): void {
  const old = statements.current().get({ sourceNo })?.no ?? null;
  statements.setCurrent().run({ sourceNo, versionNo });
  if (old !== null)
    atOnce(orm, forgetReplaced({ tables, dialect: sqliteDialect }, orm, { type, before: old, after: versionNo }));
  statements.log.note(expertId, { added: [versionNo], removed: old === null ? [] : [old] });
}
