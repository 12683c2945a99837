import { and, count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { defaultSettings, type Expert, type ExpertContents } from "../../experts/expert.ts";
import type { ExpertStore } from "../../experts/ports.ts";
import { type Immediate, immediately } from "../../kernel/awaitable.ts";
import type { ExpertId, WorkspaceId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import { versionedCache } from "../../kernel/stores/versioned-cache.ts";
import { expertChanges } from "../../store/expert-changes.ts";
import { afterOf, orderOf, pageOf } from "../../store/paging.ts";
import { builtOnce } from "../built-once.ts";
import type { Database, Drizzle } from "../database.ts";
import { embeddings, expertNames, experts, sources, sourceVersions } from "../schema.ts";
import { storeInSqlite } from "../store-dialect.ts";

export function expertRows(database: Database): Immediate<ExpertStore> {
  const { orm } = database;
  const known = versionedCache<Expert>(database.settingsGeneration, 1000);
  const sums = versionedCache<Answering>(database.generation, 1000);
  const counts = builtOnce(() => selectCounts(orm));
  const byId = builtOnce(() => selectById(orm));
  const byName = builtOnce(() => selectByName(orm));
  const found = (row: Row | undefined) => row && expertOf(row);
  return {
    ...immediately(expertChanges(storeInSqlite(database))),
    byId: (workspace, id) => known.get(`${workspace} ${id}`, () => found(byId().get({ workspace, id }))) ?? null,
    byName: (workspace, name) =>
      known.get(`${workspace} ${name}`, () => found(byName().get({ workspace, name }))) ?? null,
    list: (workspace, only, page) => list(orm, workspace, { only, page }),
    contents: (id) => {
      const answering = sums.get(id, () => answeringOf(orm, id)) ?? nothing;
      return contentsOf(counts().all({ id }), answering);
    },
  };
}

interface Listing {
  readonly only: readonly ExpertId[] | null;
  readonly page: PageRequest;
}

function list(orm: Drizzle, workspace: WorkspaceId, { only, page }: Listing): Page<Expert> {
  const mine = and(eq(experts.workspaceId, workspace), only === null ? undefined : inArray(experts.id, [...only]));
  const rows = selectExperts(orm)
    .where(and(mine, afterOf(experts.id, page)))
    .orderBy(orderOf(experts.id, page))
    .limit(page.limit + 1)
    .all();
  const total = orm.select({ n: count() }).from(experts).where(mine).get()?.n ?? 0;
  return pageOf(rows.map(expertOf), page, total);
}

const aliasList = sql`(
  SELECT json_group_array(${expertNames.name} ORDER BY ${expertNames.position}) FROM ${expertNames}
  WHERE ${expertNames.expertId} = ${experts.id} AND NOT ${expertNames.isSlug}
)`.mapWith((names: string): readonly string[] => JSON.parse(names));

function selectExperts(orm: Drizzle) {
  const { revision: _, readings: __, embeddingNo, ...columns } = getTableColumns(experts);
  const { model, dimensions, recipe } = embeddings;
  return orm
    .select({ ...columns, aliases: aliasList, embedding: { model, dimensions, recipe } })
    .from(experts)
    .leftJoin(embeddings, eq(embeddings.no, embeddingNo));
}

const workspaceGiven = eq(experts.workspaceId, sql.placeholder("workspace"));

function selectById(orm: Drizzle) {
  return selectExperts(orm)
    .where(and(workspaceGiven, eq(experts.id, sql.placeholder("id"))))
    .prepare();
}

function selectByName(orm: Drizzle) {
  const named = orm
    .select({ id: expertNames.expertId })
    .from(expertNames)
    .where(
      and(eq(expertNames.workspaceId, sql.placeholder("workspace")), eq(expertNames.name, sql.placeholder("name"))),
    );
  return selectExperts(orm)
    .where(and(workspaceGiven, eq(experts.id, named)))
    .prepare();
}

type Row = NonNullable<ReturnType<ReturnType<typeof selectById>["get"]>>;

function expertOf(row: Row): Expert {
  return { ...row, settings: { ...defaultSettings, ...row.settings } };
}

type Answering = Pick<ExpertContents, "chunkCount" | "contentBytes">;

const nothing: Answering = { chunkCount: 0, contentBytes: 0 };

/** Its time grows with the texts, because SQLite reads past each of them. */
function answeringOf(orm: Drizzle, id: ExpertId): Answering | undefined {
  return orm
    .select({
      chunkCount: sql<number>`coalesce(sum(${sourceVersions.chunkCount}), 0)`,
      contentBytes: sql<number>`coalesce(sum(octet_length(${sourceVersions.content})), 0)`,
    })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.no, sources.currentVersionNo))
    .where(eq(sources.expertId, id))
    .get();
}

function selectCounts(orm: Drizzle) {
  return orm
    .select({ status: sourceVersions.status, n: count() })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.no, sources.latestVersionNo))
    .where(eq(sources.expertId, sql.placeholder("id")))
    .groupBy(sourceVersions.status)
    .prepare();
}

type StatusCounts = ReturnType<ReturnType<typeof selectCounts>["all"]>;

function contentsOf(counts: StatusCounts, answering: Answering): Omit<ExpertContents, "sense" | "vectors"> {
  const of = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  return {
    sourceCounts: {
      queued: of("queued"),
      processing: of("processing"),
      ready: of("ready"),
      failed: of("failed"),
      canceled: of("canceled"),
      total,
    },
    ...answering,
  };
}
