import { aliasedTable, and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { type Source, type SourceVersion, versionOf } from "../../sources/source.ts";
import type { Tables } from "../tables.ts";
import { all, type Orm, type Work } from "../work.ts";

/** Without the text, which may be megabytes. */
export function versionColumns({ sourceVersions }: Tables) {
  const { content: _, ...columns } = getTableColumns(sourceVersions);
  return columns;
}

export function selectSources(tables: Tables, orm: Orm) {
  const { sources, sourceVersions } = tables;
  const answering = aliasedTable(sourceVersions, "answering");
  // Both conditions, so that SQLite can start from a version found by hash or address.
  const isLatest = and(eq(sourceVersions.no, sources.latestVersionNo), eq(sourceVersions.sourceNo, sources.no));
  return orm
    .select({ source: getTableColumns(sources), latest: versionColumns(tables), answering: answering.version })
    .from(sources)
    .innerJoin(sourceVersions, isLatest)
    .leftJoin(answering, eq(answering.no, sources.currentVersionNo))
    .$dynamic();
}

export function* versionsOf(tables: Tables, orm: Orm, source: Source): Work<SourceVersion[]> {
  const { sourceVersions } = tables;
  const hasText = sql<boolean>`${sourceVersions.content} IS NOT NULL`.mapWith(Boolean);
  const rows = yield* all(
    orm
      .select({ latest: versionColumns(tables), hasText })
      .from(sourceVersions)
      .where(eq(sourceVersions.sourceNo, source.no))
      .orderBy(desc(sourceVersions.version)),
  );
  return rows.map((row) => versionOf(row.latest, row.hasText));
}
