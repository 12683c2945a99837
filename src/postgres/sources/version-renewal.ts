/** Versions whose passages are made again: damaged ones, and those with a new title. */
import { and, asc, eq, inArray, lte, max, sql } from "drizzle-orm";
import { codePointSlicer } from "../../language/text/code-points.ts";
import type { SourceEdit } from "../../sources/ports/store-ports.ts";
import type { Source } from "../../sources/source.ts";
import { forgetSense, renewSense } from "../../store/background-models.ts";
import { storable } from "../answers/chunk-rows.ts";
import { changeLog } from "../memory-log.ts";
import { inTurn } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";
import { tables } from "../schema.ts";
import { changeShownFacts } from "./shown-facts.ts";

const { chunks, sourceVersions, sources } = tables;

/** Whether a version has its text and the counted number of passages, each at its position in the text. */
export async function isTextWhole(orm: Orm, versionNo: number): Promise<boolean> {
  const { content, chunkCount } = sourceVersions;
  const [version] = await orm
    .select({ content, chunkCount })
    .from(sourceVersions)
    .where(eq(sourceVersions.no, versionNo));
  if (version === undefined || version.content === null) return false;
  const passages = await orm
    .select({ start: chunks.start, end: chunks.end, text: chunks.text })
    .from(chunks)
    .where(eq(chunks.versionNo, versionNo))
    .orderBy(asc(chunks.start));
  const slice = codePointSlicer(version.content);
  return passages.length === version.chunkCount && passages.every(({ start, end, text }) => slice(start, end) === text);
}

/** Puts a version that was ready back into the queue. Its passages go, so that nothing is answered from them until then. */
export async function readAgain(orm: Orm, { no, versionNo, expertId }: Source, at: number): Promise<void> {
  await inTurn(orm, changeLog.lock(expertId));
  const gone = await orm
    .update(sources)
    .set({ currentVersionNo: null })
    .where(and(eq(sources.no, no), eq(sources.currentVersionNo, versionNo)))
    .returning({ no: sources.no });
  await orm.delete(chunks).where(eq(chunks.versionNo, versionNo));
  await inTurn(orm, forgetSense(tables, orm, versionNo));
  const noError = { errorCode: null, errorMessage: null, errorRetryable: null };
  const fresh = { status: "queued" as const, stage: null, attempts: 0, updatedAt: at, ...noError };
  await orm.update(sourceVersions).set(fresh).where(eq(sourceVersions.no, versionNo));
  if (gone.length > 0) await inTurn(orm, changeLog.note(expertId, { removed: [versionNo] }));
}

interface Editing {
  readonly edit: SourceEdit;
  readonly at: number;
}

export async function editSource(orm: Orm, source: Source, { edit, at }: Editing): Promise<void> {
  const { title, url, metadata } = edit;
  if (title !== undefined) await inTurn(orm, changeLog.lock(source.expertId));
  await changeShownFacts(orm, source, { url, metadata });
  const [row] = await orm
    .update(sources)
    .set({ updatedAt: at })
    .where(eq(sources.no, source.no))
    .returning({ current: sources.currentVersionNo });
  if (row !== undefined && title !== undefined) await retitle(orm, source, { title, answering: row.current });
}

interface NewTitle {
  readonly title: string;
  /** The version that answers. */
  readonly answering: number | null;
}

/** Changes the newest version and the one that answers, because a new title must show everywhere. */
async function retitle(orm: Orm, source: Source, { title, answering }: NewTitle): Promise<void> {
  const versions = answering === null ? [source.versionNo] : [source.versionNo, answering];
  const kept = storable(title);
  await orm.update(sourceVersions).set({ title: kept, givenTitle: kept }).where(inArray(sourceVersions.no, versions));
  if (answering !== null) await renewPassages(orm, source, answering);
}

/** The passages get new numbers, as in src/storage/rows/source-editing.ts. */
async function renewPassages(orm: Orm, { expertId }: Source, versionNo: number): Promise<void> {
  const [old] = await orm
    .select({ last: max(chunks.no) })
    .from(chunks)
    .where(eq(chunks.versionNo, versionNo));
  await orm.execute(sql`
    INSERT INTO chunks (version_no, start, "end", section, page, text, reading, speaker, said_at, outline, language)
    SELECT version_no, start, "end", section, page, text, reading, speaker, said_at, outline, language FROM chunks
    WHERE version_no = ${versionNo} ORDER BY no`);
  await orm.delete(chunks).where(and(eq(chunks.versionNo, versionNo), lte(chunks.no, old?.last ?? 0)));
  await inTurn(orm, renewSense(tables, orm, versionNo));
  await inTurn(orm, changeLog.note(expertId, { removed: [versionNo] }));
  await inTurn(orm, changeLog.note(expertId, { added: [versionNo] }));
}
