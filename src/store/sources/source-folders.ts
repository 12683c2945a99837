/** Folders come from the external id or else the address, without the scheme; sources with neither have none. */
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { SourceFolder, SourceFolders } from "../../sources/ports/store-ports.ts";
import { all, type Orm, type Store, type Work } from "../work.ts";

type FolderParts = Pick<Store, "tables" | "dialect">;

const most = 1000;

export function pathOf({ tables: { sources }, dialect }: FolderParts): SQL<string> {
  const place = sql`coalesce(${sources.externalId}, ${sources.url}, '')`;
  const scheme = dialect.positionOf(place, "://");
  return sql`CASE WHEN ${place} LIKE 'http%' AND ${scheme} > 0 THEN substr(${place}, ${scheme} + 3) ELSE ${place} END`;
}

export function inFolder(parts: FolderParts, { path, below }: SourceFolder): SQL | undefined {
  const isInside =
    path === "" ? undefined : sql`substr(${pathOf(parts)}, 1, ${lengthOf(path)}) = ${stored(parts, path)}`;
  return below ? isInside : and(isInside, eq(parts.dialect.positionOf(restOf(parts, path), "/"), sql.raw("0")));
}

/** @param chosen counted sources, in or below the folder */
export function* foldersIn(parts: FolderParts, orm: Orm, path: string, chosen: SQL | undefined): Work<SourceFolders> {
  const { sources, sourceVersions } = parts.tables;
  const rest = restOf(parts, path);
  const end = parts.dialect.positionOf(rest, "/");
  const name = sql<string>`substr(${rest}, 1, ${end})`;
  const rows = yield* all(
    orm
      .select({ name, sources: count(), failed: count(sql`CASE WHEN ${sourceVersions.status} = 'failed' THEN 1 END`) })
      .from(sources)
      .innerJoin(sourceVersions, eq(sourceVersions.no, sources.latestVersionNo))
      .where(and(chosen, inFolder(parts, { path, below: true }), sql`${end} > 0`))
      .groupBy(sql.raw("1"))
      .orderBy(sql.raw("1"))
      .limit(most + 1),
  );
  const folders = rows.slice(0, most).map((row) => ({ ...row, path: path + row.name, name: row.name.slice(0, -1) }));
  return { folders, hasMore: rows.length > most };
}

const stored = ({ dialect }: FolderParts, path: string) => dialect.storable(path);

/** In code points, as SQL counts; literal, because PostgreSQL would type a parameter as text. */
const lengthOf = (path: string) => sql.raw(String([...path].length));

function restOf(parts: FolderParts, path: string): SQL<string> {
  return path === "" ? pathOf(parts) : sql`substr(${pathOf(parts)}, ${lengthOf(path)} + 1)`;
}
