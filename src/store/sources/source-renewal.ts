/** Changes without new content, and versions that are read again. */
import { and, asc, eq, inArray, lte, max, ne, or, sql } from "drizzle-orm";
import type { Metadata } from "../../experts/expert.ts";
import { codePointSlicer } from "../../language/text/code-points.ts";
import type { SourceEdit } from "../../sources/ports/store-ports.ts";
import type { Source } from "../../sources/source.ts";
import { forgetSense, renewVersion } from "../passages/background-models.ts";
import type { Tables } from "../tables.ts";
import { all, done, first, type Orm, type Store, type Work } from "../work.ts";

export type RenewalParts = Pick<Store, "tables" | "log" | "isShared" | "dialect">;

/** All passages must be there, each at its position in the text. */
export function* isTextWhole({ chunks, sourceVersions }: Tables, orm: Orm, versionNo: number): Work<boolean> {
  const { content, chunkCount } = sourceVersions;
  const mine = eq(sourceVersions.no, versionNo);
  const version = yield* first(orm.select({ content, chunkCount }).from(sourceVersions).where(mine));
  if (version === undefined || version.content === null) return false;
  const passages = yield* all(
    orm
      .select({ start: chunks.start, end: chunks.end, text: chunks.text })
      .from(chunks)
      .where(eq(chunks.versionNo, versionNo))
      .orderBy(asc(chunks.start)),
  );
  const slice = codePointSlicer(version.content);
  return passages.length === version.chunkCount && passages.every(({ start, end, text }) => slice(start, end) === text);
}

export interface RenewedVersion extends Pick<Source, "no" | "versionNo" | "expertId"> {
  readonly at: number;
}

export function* readAgain({ tables, log }: RenewalParts, orm: Orm, version: RenewedVersion): Work<void> {
  const { chunks, sources, sourceVersions } = tables;
  const { no, versionNo, expertId, at } = version;
  yield* log.lock(expertId);
  const answering = and(eq(sources.no, no), eq(sources.currentVersionNo, versionNo));
  const gone = yield* all(
    orm.update(sources).set({ currentVersionNo: null }).where(answering).returning({ no: sources.no }),
  );
  yield* done(orm.delete(chunks).where(eq(chunks.versionNo, versionNo)));
  yield* forgetSense(tables, orm, versionNo);
  const noError = { errorCode: null, errorMessage: null, errorRetryable: null };
  const fresh = { status: "queued" as const, stage: null, attempts: 0, updatedAt: at, ...noError };
  yield* done(orm.update(sourceVersions).set(fresh).where(eq(sourceVersions.no, versionNo)));
  if (gone.length > 0) yield* log.note(orm, expertId, { removed: [versionNo] });
}

export function* editSource(parts: RenewalParts, orm: Orm, source: Source, edit: SourceEdit, at: number): Work<void> {
  const { sources } = parts.tables;
  const { title, url, metadata } = edit;
  if (title !== undefined) yield* parts.log.lock(source.expertId);
  yield* changeShownFacts(parts, orm, { source, url, metadata });
  const change = orm.update(sources).set({ updatedAt: at }).where(eq(sources.no, source.no));
  const row = yield* first(change.returning({ current: sources.currentVersionNo }));
  if (row !== undefined && title !== undefined) yield* retitle(parts, orm, source, title, row.current);
}

interface ShownFacts {
  readonly source: Source;
  /** Undefined: unchanged. Null: removed. */
  readonly url: string | null | undefined;
  readonly metadata: Metadata | undefined;
}

/** An empty range logs the revision without work for indexes. */
const emptyRange = { first: 0, last: -1 };

/** Raises the revision where others cache shown facts by it. */
export function* changeShownFacts(
  { tables: { sources }, log, isShared }: RenewalParts,
  orm: Orm,
  { source: { no, expertId }, url, metadata }: ShownFacts,
): Work<void> {
  if (url === undefined && metadata === undefined) return;
  yield* log.lock(expertId);
  const differs = or(
    url === undefined ? undefined : sql`${sources.url} IS DISTINCT FROM CAST(${url} AS text)`,
    metadata === undefined ? undefined : ne(sources.metadata, metadata),
  );
  const change = { ...(url !== undefined && { url }), ...(metadata !== undefined && { metadata }) };
  const update = orm
    .update(sources)
    .set(change)
    .where(and(eq(sources.no, no), differs));
  const changed = yield* all(update.returning({ current: sources.currentVersionNo }));
  if (isShared && changed.some(({ current }) => current !== null))
    yield* log.note(orm, expertId, { sensed: [emptyRange] });
}

/** Of the newest version and the answering one, because a new title must show everywhere. */
function* retitle(parts: RenewalParts, orm: Orm, source: Source, title: string, answering: number | null): Work<void> {
  const { sourceVersions } = parts.tables;
  const versions = answering === null ? [source.versionNo] : [source.versionNo, answering];
  const kept = parts.dialect.storable(title);
  const change = orm.update(sourceVersions).set({ title: kept, givenTitle: kept });
  yield* done(change.where(inArray(sourceVersions.no, versions)));
  if (answering !== null) yield* renewPassages(parts, orm, { ...source, versionNo: answering });
}

/** Passages get new numbers, because an index takes each number once and has the title's words with it. */
function* renewPassages(parts: RenewalParts, orm: Orm, { expertId, versionNo }: Source): Work<void> {
  const { chunks } = parts.tables;
  const mine = eq(chunks.versionNo, versionNo);
  const old = yield* first(
    orm
      .select({ last: max(chunks.no) })
      .from(chunks)
      .where(mine),
  );
  const copied = sql`start, "end", section, page, text, reading, speaker, said_at, outline, language`;
  yield* done(sql`
    INSERT INTO chunks (version_no, ${copied})
    SELECT version_no, ${copied} FROM chunks WHERE version_no = ${versionNo} ORDER BY no`);
  yield* done(orm.delete(chunks).where(and(mine, lte(chunks.no, old?.last ?? 0))));
  yield* renewVersion(parts, orm, { expert: expertId, version: versionNo });
}
