/** Finds sources whose text or passages are incomplete, and queues them to be read again from their originals. */
import { and, asc, eq } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { codePointSlicer } from "../../language/text/code-points.ts";
import { forgetSense } from "../../store/background-models.ts";
import type { Drizzle } from "../database.ts";
import { atOnce } from "../dialect.ts";
import type { MemoryLog } from "../memory-log.ts";
import { chunks, sources, sourceVersions, tables } from "../schema.ts";

/** Whether a version has its text and the counted number of passages, each at its position in the text. */
export function isTextWhole(orm: Drizzle, versionNo: number): boolean {
  const version = orm
    .select({ content: sourceVersions.content, chunkCount: sourceVersions.chunkCount })
    .from(sourceVersions)
    .where(eq(sourceVersions.no, versionNo))
    .get();
  if (version === undefined || version.content === null) return false;
  const passages = orm
    .select({ start: chunks.start, end: chunks.end, text: chunks.text })
    .from(chunks)
    .where(eq(chunks.versionNo, versionNo))
    .orderBy(asc(chunks.start))
    .all();
  const slice = codePointSlicer(version.content);
  return passages.length === version.chunkCount && passages.every(({ start, end, text }) => slice(start, end) === text);
}

interface Unsound {
  /** The row of the source. */
  readonly no: number;
  readonly versionNo: number;
  readonly expertId: ExpertId;
}

/**
 * Puts a version that was ready back into the queue. Its passages go, so that nothing is answered from them until it is
 * read. Must be called inside a transaction.
 */
export function readAgain(orm: Drizzle, log: MemoryLog, { no, versionNo, expertId }: Unsound, at: number): void {
  const answering = and(eq(sources.no, no), eq(sources.currentVersionNo, versionNo));
  const gone = orm.update(sources).set({ currentVersionNo: null }).where(answering).returning({ no: sources.no }).all();
  orm.delete(chunks).where(eq(chunks.versionNo, versionNo)).run();
  atOnce(orm, forgetSense(tables, orm, versionNo));
  const fresh = {
    status: "queued" as const,
    stage: null,
    attempts: 0,
    errorCode: null,
    errorMessage: null,
    errorRetryable: null,
    updatedAt: at,
  };
  orm.update(sourceVersions).set(fresh).where(eq(sourceVersions.no, versionNo)).run();
  if (gone.length > 0) log.note(expertId, { removed: [versionNo] });
}
