/** Reads source objects: a source with its newest version and the number of the one that answers. */
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Source, SourceFailure, SourceVersion } from "../../sources/source.ts";
import type { Orm } from "../postgres-database.ts";
import { sources, sourceVersions } from "./source-tables.ts";

const answering = alias(sourceVersions, "answering");
// Without the text, which may be megabytes and is not part of a source object.
const { content: _, ...versionColumns } = getTableColumns(sourceVersions);

const isLatest = and(eq(sourceVersions.no, sources.latestVersionNo), eq(sourceVersions.sourceNo, sources.no));

/** The query whose rows `sourceOf` reads. The caller adds conditions, order and limit. */
export function selectSources(orm: Orm) {
  return orm
    .select({ source: getTableColumns(sources), latest: versionColumns, answering: answering.version })
    .from(sources)
    .innerJoin(sourceVersions, isLatest)
    .leftJoin(answering, eq(answering.no, sources.currentVersionNo))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectSources>>[number];

export function sourceOf({ source, latest, answering: answeringVersion }: Row): Source {
  const { latestVersionNo: _latest, currentVersionNo: _current, ...own } = source;
  return {
    ...own,
    type: latest.type,
    title: latest.title,
    filename: latest.filename,
    mimeType: latest.mimeType,
    bytes: latest.bytes,
    sha256: latest.sha256 || null,
    fetchUrl: latest.fetchUrl,
    version: latest.version,
    versionNo: latest.no,
    answeringVersion,
    status: latest.status,
    stage: latest.stage,
    progress: { done: latest.progressDone, total: latest.progressTotal },
    failure: failureOf(latest),
    attempts: latest.attempts,
    chunkCount: latest.chunkCount,
    pageCount: latest.pageCount,
    warnings: latest.warnings,
    updatedAt: Math.max(own.updatedAt, latest.updatedAt),
    readyAt: latest.readyAt,
  };
}

/** Newest first. */
export async function versionsOf(orm: Orm, source: Source): Promise<SourceVersion[]> {
  const rows = await orm
    .select({ latest: versionColumns, hasText: sql<boolean>`${sourceVersions.content} IS NOT NULL` })
    .from(sourceVersions)
    .where(eq(sourceVersions.sourceNo, source.no))
    .orderBy(desc(sourceVersions.version));
  return rows.map(({ latest, hasText }) => ({
    version: latest.version,
    status: latest.status,
    title: latest.title,
    filename: latest.filename,
    mimeType: latest.mimeType,
    bytes: latest.bytes,
    sha256: latest.sha256 || null,
    failure: failureOf(latest),
    chunkCount: latest.chunkCount,
    pageCount: latest.pageCount,
    hasText,
    createdAt: latest.createdAt,
    readyAt: latest.readyAt,
  }));
}

function failureOf({ errorCode, errorMessage, errorRetryable }: Row["latest"]): SourceFailure | null {
  if (errorCode === null) return null;
  return { code: errorCode, message: errorMessage ?? "", retryable: errorRetryable ?? false };
}
