import { and, asc, count, eq } from "drizzle-orm";
import type { Ingested, IngestJob, IngestQueue } from "../sources/ports.ts";
import type { SourceFailure } from "../sources/source.ts";
import type { UsageEntry } from "../usage/usage-entry.ts";
import type { Database, Drizzle } from "./database.ts";
import { logMemoryChange } from "./memory-log.ts";
import { chunks, experts, isPending, sources, sourceVersions } from "./schema.ts";
import { addUsage } from "./usage-rows.ts";

const waiting = eq(sourceVersions.status, "queued");

export function ingestQueueRows({ orm, write }: Database): IngestQueue {
  return {
    claim: (at) => write("process", () => claim(orm, at)),
    requeue: (at) =>
      write("process", () => {
        const interrupted = eq(sourceVersions.status, "processing");
        const again = { status: "queued" as const, stage: null, updatedAt: at };
        return orm
          .update(sourceVersions)
          .set(again)
          .where(and(interrupted, isPending))
          .returning({ no: sourceVersions.no })
          .all().length;
      }),
    complete: (job, result, usage) => write("power", () => complete(orm, job, result, usage)),
    fail: (job, failure, usage) => write("power", () => fail(orm, job, failure, usage)),
    progress: (job, stage, { done, total, at }) => {
      const now = { stage, progressDone: done, progressTotal: total, updatedAt: at };
      write("process", () => orm.update(sourceVersions).set(now).where(inHand(job)).run());
    },
    release: (job, at) => {
      const again = { status: "queued" as const, stage: null, updatedAt: at };
      write("process", () => orm.update(sourceVersions).set(again).where(inHand(job)).run());
    },
    waiting: () => orm.select({ n: count() }).from(sourceVersions).where(and(waiting, isPending)).get()?.n ?? 0,
  };
}

/** The job's version while nobody deleted or canceled it. */
function inHand({ versionNo }: IngestJob) {
  return and(eq(sourceVersions.no, versionNo), eq(sourceVersions.status, "processing"));
}

function claim(orm: Drizzle, at: number): IngestJob | null {
  const next = orm
    .select({
      versionNo: sourceVersions.no,
      sourceId: sources.id,
      expertId: sources.expertId,
      workspaceId: experts.workspaceId,
      keyId: sourceVersions.keyId,
      language: experts.language,
      givenTitle: sourceVersions.givenTitle,
      title: sourceVersions.title,
      filename: sourceVersions.filename,
      declaredType: sourceVersions.declaredType,
      attempts: sourceVersions.attempts,
    })
    .from(sourceVersions)
    .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
    .innerJoin(experts, eq(experts.id, sources.expertId))
    .where(and(waiting, isPending))
    .orderBy(asc(sourceVersions.no))
    .limit(1)
    .get();
  if (next === undefined) return null;
  const job = { ...next, attempts: next.attempts + 1 };
  const taken = { status: "processing" as const, attempts: job.attempts, updatedAt: at };
  orm.update(sourceVersions).set(taken).where(eq(sourceVersions.no, job.versionNo)).run();
  return job;
}

function complete(orm: Drizzle, job: IngestJob, result: Ingested, usage: UsageEntry): boolean {
  const { title, mimeType, content, pageCount } = result;
  const ready = {
    ...{ title, mimeType, content, pageCount, chunkCount: result.chunks.length },
    ...{
      status: "ready" as const,
      stage: null,
      progressDone: result.chunks.length,
      progressTotal: result.chunks.length,
    },
    ...{ errorCode: null, errorMessage: null, errorRetryable: null, updatedAt: usage.at, readyAt: usage.at },
  };
  const row = orm
    .update(sourceVersions)
    .set(ready)
    .where(inHand(job))
    .returning({ sourceNo: sourceVersions.sourceNo })
    .get();
  if (row === undefined) return false;
  addChunks(orm, job.versionNo, result.chunks);
  swap(orm, row.sourceNo, job);
  addUsage(orm, usage);
  return true;
}

/** SQLite binds at most 32,766 values a statement; a chunk takes six. */
const chunksAtOnce = 1000;

function addChunks(orm: Drizzle, versionNo: number, all: Ingested["chunks"]): void {
  for (let from = 0; from < all.length; from += chunksAtOnce) {
    const rows = all.slice(from, from + chunksAtOnce).map((chunk) => ({ ...chunk, versionNo }));
    orm.insert(chunks).values(rows).run();
  }
}

/** From now on this version answers; the one that did is kept as text, and its chunks go. */
function swap(orm: Drizzle, sourceNo: number, { versionNo, expertId }: IngestJob): void {
  const source = orm.select({ old: sources.currentVersionNo }).from(sources).where(eq(sources.no, sourceNo)).get();
  const old = source?.old ?? null;
  orm.update(sources).set({ currentVersionNo: versionNo }).where(eq(sources.no, sourceNo)).run();
  if (old !== null) orm.delete(chunks).where(eq(chunks.versionNo, old)).run();
  logMemoryChange(orm, expertId, { added: [versionNo], removed: old === null ? [] : [old] });
}

function fail(orm: Drizzle, job: IngestJob, failure: SourceFailure, usage: UsageEntry): boolean {
  const failed = {
    ...{ status: "failed" as const, stage: null, updatedAt: usage.at },
    ...{ errorCode: failure.code, errorMessage: failure.message, errorRetryable: failure.retryable },
  };
  const rows = orm.update(sourceVersions).set(failed).where(inHand(job)).returning({ no: sourceVersions.no }).all();
  if (rows.length === 0) return false;
  addUsage(orm, usage);
  return true;
}
