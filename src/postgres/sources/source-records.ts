/** Reads source objects: a source with its newest version and the number of the one that answers. */
import { aliasedTable, and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { type Source, type SourceVersion, versionOf } from "../../sources/source.ts";
import type { Orm } from "../postgres-database.ts";
import { tables } from "../schema.ts";

const { sourceVersions, sources } = tables;

const answering = aliasedTable(sourceVersions, "answering");
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

/** Newest first. */
export async function versionsOf(orm: Orm, source: Source): Promise<SourceVersion[]> {
  const rows = await orm
    .select({ latest: versionColumns, hasText: sql<boolean>`${sourceVersions.content} IS NOT NULL` })
    .from(sourceVersions)
    .where(eq(sourceVersions.sourceNo, source.no))
    .orderBy(desc(sourceVersions.version));
  return rows.map(({ latest, hasText }) => versionOf(latest, hasText));
}
