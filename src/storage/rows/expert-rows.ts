import { and, count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { defaultSettings, type Expert, type ExpertContents, numberedSlug } from "../../experts/expert.ts";
import { nameRows, namesOf, takenBy } from "../../experts/expert-names.ts";
import type { ExpertAddition, ExpertStore } from "../../experts/ports.ts";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { ExpertId, WorkspaceId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import { versionedCache } from "../../kernel/stores/versioned-cache.ts";
import { afterOf, orderOf, pageOf } from "../../store/paging.ts";
import { builtOnce } from "../built-once.ts";
import type { Database, Drizzle } from "../database.ts";
import { embeddings, expertNames, experts, sources, sourceVersions } from "../schema.ts";
import { sqliteWrite } from "../sqlite-write.ts";
import { hideExpert, removalSlices } from "../statements/hidden-expert-rows.ts";

export function expertRows(database: Database): Immediate<ExpertStore> {
  const { orm, write } = database;
  const known = versionedCache<Expert>(database.settingsGeneration, 1000);
  const sums = versionedCache<Answering>(database.generation, 1000);
  const counts = builtOnce(() => selectCounts(orm));
  const byId = builtOnce(() => selectById(orm));
  const byName = builtOnce(() => selectByName(orm));
  const removeSlice = removalSlices(orm);
  const found = (row: Row | undefined) => row && expertOf(row);
  const add = (expert: Expert) =>
    write("power", () => {
      const taken = takenName(orm, expert);
      if (taken !== null) return taken;
      orm.insert(experts).values(expert).run();
      orm.insert(expertNames).values(nameRows(expert)).run();
      return null;
    });
  return {
    add,
    addition: (expert, slug) => sqliteWrite(() => addWithSlug(add, expert, slug)),
    replace: (expert) =>
      write("power", () => {
        const taken = takenName(orm, expert);
        if (taken !== null) return taken;
        const { id, workspaceId: _, aliases: __, embedding: ___, ...columns } = expert;
        orm.update(experts).set(columns).where(eq(experts.id, id)).run();
        orm.delete(expertNames).where(eq(expertNames.expertId, id)).run();
        orm.insert(expertNames).values(nameRows(expert)).run();
        return null;
      }),
    byId: (workspace, id) => known.get(`${workspace} ${id}`, () => found(byId().get({ workspace, id }))) ?? null,
    byName: (workspace, name) =>
      known.get(`${workspace} ${name}`, () => found(byName().get({ workspace, name }))) ?? null,
    list: (workspace, only, page) => list(orm, workspace, { only, page }),
    contents: (id) => {
      const answering = sums.get(id, () => answeringOf(orm, id)) ?? nothing;
      return contentsOf(counts().all({ id }), answering);
    },
    hide: (workspace, id) => {
      database.reserve.freeing(() => write("power", () => hideExpert(orm, workspace, id)));
    },
    removeSlice: () => database.reserve.freeing(() => write("process", removeSlice)),
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

/** The aliases in their order. */
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

/** The name that is taken, if it is not a slug that may be another. */
function addWithSlug(add: (expert: Expert) => string | null, expert: Expert, slug: "given" | "free"): ExpertAddition {
  let candidate = expert;
  for (let number = 2; ; number++) {
    const taken = add(candidate);
    if (taken === null) return { added: candidate };
    if (slug === "given" || taken !== candidate.slug) return { taken };
    candidate = { ...expert, slug: numberedSlug(expert.slug, number) };
  }
}

function takenName(orm: Drizzle, expert: Expert): string | null {
  const holders = orm
    .select({ name: expertNames.name, expertId: expertNames.expertId })
    .from(expertNames)
    .where(and(eq(expertNames.workspaceId, expert.workspaceId), inArray(expertNames.name, namesOf(expert))))
    .all();
  return takenBy(holders, expert);
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

type Counts = ReturnType<ReturnType<typeof selectCounts>["all"]>;

function contentsOf(counts: Counts, answering: Answering): Omit<ExpertContents, "sense" | "vectors"> {
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
