import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { UsageEntry } from "../../accounting/usage-entry.ts";
import type { FetchedFile, IngestJob, IngestQueue } from "../../sources/ports/queue-ports.ts";
import type { SourceFailure, SourceType } from "../../sources/source.ts";
import { forgetSense } from "../passages/background-models.ts";
import { inheritSense } from "../passages/inherited-passages.ts";
import type { Tables } from "../tables.ts";
import { all, beside, done, hasRows, type Orm, type Store, type Work } from "../work.ts";

/** Chunks of ready versions are never changed here. */
export function clearChunks(versionNo: number): Work<void> {
  return done(sql`
    DELETE FROM chunks WHERE version_no = ${versionNo}
      AND (SELECT status FROM source_versions WHERE no = ${versionNo}) <> 'ready'`);
}

interface Ended {
  readonly job: Pick<IngestJob, "versionNo" | "attempts">;
  readonly inHand: SQL | undefined;
  readonly usage: UsageEntry;
}

export function* keepFetched(
  store: Store,
  orm: Orm,
  { job, inHand, usage, document }: Ended & { readonly document: FetchedFile },
): Work<boolean> {
  const { file, filename, declaredType } = document;
  const { sourceVersions } = store.tables;
  const here = { bytes: file.bytes, sha256: file.sha256, filename, declaredType, attempts: 0 };
  const change = { ...here, ...queued, updatedAt: usage.at };
  const changed = orm.update(sourceVersions).set(change).where(inHand).returning({ no: sourceVersions.no });
  if (!(yield* hasRows(changed))) return false;
  yield* beside(() => file.keep(job.versionNo, store.within(orm)));
  yield* store.addUsage(orm, usage);
  return true;
}

const queued = { status: "queued" as const, stage: null };

export function release(
  { sourceVersions }: Tables,
  orm: Orm,
  {
    job,
    inHand,
    at,
    countsAsAttempt,
  }: Omit<Ended, "usage"> & { readonly at: number; readonly countsAsAttempt: boolean },
): Work<void> {
  const attempts = countsAsAttempt ? job.attempts : job.attempts - 1;
  const again = { ...queued, attempts, updatedAt: at };
  return done(orm.update(sourceVersions).set(again).where(inHand));
}

export function* fail(
  store: Store,
  orm: Orm,
  { job: { versionNo }, inHand, usage, failure }: Ended & { readonly failure: SourceFailure },
): Work<boolean> {
  const { sourceVersions } = store.tables;
  const { code, message, retryable } = failure;
  const error = { errorCode: code, errorMessage: store.dialect.storable(message), errorRetryable: retryable };
  const failed = { status: "failed" as const, stage: null, ...error, updatedAt: usage.at };
  const changed = orm.update(sourceVersions).set(failed).where(inHand).returning({ no: sourceVersions.no });
  const isOurs = yield* hasRows(changed);
  yield* clearChunks(versionNo);
  if (!isOurs) return false;
  yield* fallBack(versionNo, usage.at);
  yield* store.addUsage(orm, usage);
  return true;
}

/** A failed recovered version (without key) gives way to the one before it, if nothing of the source answers. */
function fallBack(failed: number, at: number): Work<void> {
  return done(sql`
    UPDATE source_versions SET status = 'queued', updated_at = ${at} WHERE no = (
      SELECT older.no FROM source_versions newest
      JOIN sources s ON s.no = newest.source_no AND s.current_version_no IS NULL
      JOIN source_versions older ON older.source_no = newest.source_no AND older.version < newest.version
      WHERE newest.no = ${failed} AND newest.key_id = '' AND older.key_id = '' AND older.status = 'canceled'
      ORDER BY older.version DESC LIMIT 1)`);
}

/** Returns versions that failed after too many attempts; the others wait again. */
export function* requeue(
  store: Store,
  orm: Orm,
  which: SQL | undefined,
  { maxAttempts, failure, at }: Parameters<IngestQueue["requeue"]>[1],
): Work<readonly number[]> {
  const { experts, sourceVersions } = store.tables;
  const { no, expertId, keyId, attempts } = sourceVersions;
  const failed = yield* all(
    orm
      .select({ no, expertId, keyId, workspaceId: experts.workspaceId })
      .from(sourceVersions)
      .innerJoin(experts, eq(experts.id, expertId))
      .where(and(which, gte(attempts, maxAttempts))),
  );
  for (const { no: versionNo, ...charged } of failed) {
    const usage = { ...charged, at, add: { sourcesFailed: 1 } };
    yield* fail(store, orm, { job: { versionNo, attempts: maxAttempts }, inHand: eq(no, versionNo), usage, failure });
  }
  const again = { ...queued, updatedAt: at };
  yield* done(
    orm
      .update(sourceVersions)
      .set(again)
      .where(and(which, lt(attempts, maxAttempts))),
  );
  return failed.map((version) => version.no);
}

export function* forgetReplaced(
  store: Pick<Store, "tables" | "dialect">,
  orm: Orm,
  { type, before, after }: { readonly type: SourceType; readonly before: number; readonly after: number },
): Work<void> {
  const { chunks } = store.tables;
  if (type === "conversation") yield* inheritSense(store, orm, { before, after });
  yield* done(orm.delete(chunks).where(eq(chunks.versionNo, before)));
  yield* forgetSense(store.tables, orm, before);
}
