/** The statements that each version runs on its way through the queue. Thousands of small sources come in at their rate. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { NewChunk, QueueLane } from "../../sources/ports.ts";
import { builtOnce } from "../built-once.ts";
import type { Drizzle } from "../database.ts";
import { memoryLog } from "../rows/memory-log.ts";
import { usageAddition } from "../rows/usage-rows.ts";
import { embeddingAdmission } from "../rows/vector-rows.ts";
import { chunks, experts, isPending, sources, sourceVersions } from "../schema.ts";

export type IngestStatements = ReturnType<typeof ingestStatements>;

const value = sql.placeholder;
const versionGiven = eq(sourceVersions.no, value("versionNo"));

/** The job's version while nobody deleted or canceled it. */
const inHand = and(versionGiven, eq(sourceVersions.status, "processing"));

/** To be run inside one transaction, but for those that only look. */
export function ingestStatements(orm: Drizzle) {
  return {
    orm,
    log: memoryLog(orm),
    addUsage: usageAddition(orm),
    admits: embeddingAdmission(orm),
    next: { fetch: builtOnce(() => selectNext(orm, "fetch")), read: builtOnce(() => selectNext(orm, "read")) },
    inHand: builtOnce(() => orm.select({ no: sourceVersions.no }).from(sourceVersions).where(inHand).prepare()),
    take: builtOnce(() => taking(orm)),
    progress: builtOnce(() => reporting(orm)),
    complete: builtOnce(() => completion(orm)),
    current: builtOnce(() =>
      orm
        .select({ no: sources.currentVersionNo })
        .from(sources)
        .where(eq(sources.no, value("sourceNo")))
        .prepare(),
    ),
    setCurrent: builtOnce(() =>
      orm
        .update(sources)
        .set({ currentVersionNo: sql`${value("versionNo")}` })
        .where(eq(sources.no, value("sourceNo")))
        .prepare(),
    ),
    addChunk: chunkAddition(orm),
  };
}

/** The bytes of a version that has an address are here once their hash is. */
const isElsewhere = sql`(${sourceVersions.fetchUrl} IS NOT NULL AND ${sourceVersions.sha256} = '')`;

function selectNext(orm: Drizzle, lane: QueueLane) {
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
    .where(
      and(eq(sourceVersions.status, "queued"), isPending, lane === "fetch" ? isElsewhere : sql`NOT ${isElsewhere}`),
    )
    .orderBy(asc(sourceVersions.no))
    .limit(1)
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
  return orm.update(sourceVersions).set(taken).where(versionGiven).prepare();
}

function reporting(orm: Drizzle) {
  const now = {
    stage: sql`${value("stage")}`,
    progressDone: sql`${value("done")}`,
    progressTotal: sql`${value("total")}`,
    updatedAt: sql`${value("at")}`,
  };
  return orm.update(sourceVersions).set(now).where(inHand).prepare();
}

function completion(orm: Drizzle) {
  const ready = {
    title: sql`coalesce(${sourceVersions.givenTitle}, ${value("title")}, ${sourceVersions.title})`,
    mimeType: sql`${value("mimeType")}`,
    content: sql`${value("content")}`,
    pageCount: sql`${value("pageCount")}`,
    chunkCount: sql`${value("chunkCount")}`,
    status: "ready" as const,
    stage: null,
    progressDone: sql`${value("chunkCount")}`,
    progressTotal: sql`${value("chunkCount")}`,
    errorCode: null,
    errorMessage: null,
    errorRetryable: null,
    updatedAt: sql`${value("at")}`,
    readyAt: sql`${value("at")}`,
  };
  return orm.update(sourceVersions).set(ready).where(inHand).returning({ sourceNo: sourceVersions.sourceNo }).prepare();
}

function chunkAddition(orm: Drizzle) {
  const statement = builtOnce(() =>
    orm
      .insert(chunks)
      .values({
        versionNo: value("versionNo"),
        start: value("start"),
        end: value("end"),
        section: value("section"),
        page: value("page"),
        text: value("text"),
      })
      .prepare(),
  );
  return (versionNo: number, chunk: NewChunk): void => statement().run({ versionNo, ...chunk });
}
