/** Reads source objects: a source with its newest version and the number of the one that answers. */
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Source, type SourceVersion, versionOf } from "../../sources/source.ts";
import type { Drizzle } from "../database.ts";
import { sources, sourceVersions } from "../schema.ts";

const answering = alias(sourceVersions, "answering");
// Without the text, which may be megabytes and is not part of a source object.
const { content: _, ...ofVersion } = getTableColumns(sourceVersions);
export const versionColumns = ofVersion;

/** The condition is given in both directions, so that SQLite can start from a version found by its hash or address. */
const isLatest = and(eq(sourceVersions.no, sources.latestVersionNo), eq(sourceVersions.sourceNo, sources.no));

/** The query whose rows `sourceOf` reads. The caller adds conditions, order and limit. */
export function selectSources(orm: Drizzle) {
  return orm
    .select({ source: getTableColumns(sources), latest: versionColumns, answering: answering.version })
    .from(sources)
    .innerJoin(sourceVersions, isLatest)
    .leftJoin(answering, eq(answering.no, sources.currentVersionNo))
    .$dynamic();
}

/** Newest first. */
export function versionsOf(orm: Drizzle, source: Source): SourceVersion[] {
  const hasText = sql<number>`${sourceVersions.content} IS NOT NULL`;
  const rows = orm
    .select({ latest: versionColumns, hasText })
    .from(sourceVersions)
    .where(eq(sourceVersions.sourceNo, source.no))
    .orderBy(desc(sourceVersions.version))
    .all();
  return rows.map(({ latest, hasText: has }) => versionOf(latest, has === 1));
}
