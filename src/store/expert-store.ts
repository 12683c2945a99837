import { and, count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import {
  defaultSettings,
  type Expert,
  type ExpertContents,
  nameRows,
  namesOf,
  numberedSlug,
  takenBy,
} from "../experts/expert.ts";
import type { ExpertAddition, ExpertSelection, ExpertStore } from "../experts/ports.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/stores/page.ts";
import type { VersionedCache } from "../kernel/stores/versioned-cache.ts";
import { hideExpert, removeSlice } from "./hidden-experts.ts";
import { afterOf, containing, orderOf, pageOf } from "./paging.ts";
import { all, counted, done, type Orm, preparedWrite, type Store, type Work } from "./work.ts";

type Answering = Pick<ExpertContents, "chunkCount" | "contentBytes">;

/** @param sums counts of an expert's sources, which are slow to compute; null: not cached */
export function expertStore(store: Store, sums: VersionedCache<Answering> | null = null): ExpertStore {
  const { read, write, free } = store;
  const find = lookUps(store);
  const contents = contentsOf(store);
  return {
    add: (expert, slug = "given") => write("power", (orm) => add(store, orm, expert, slug)),
    addition: (expert, slug) => preparedWrite((orm) => add(store, orm, expert, slug)),
    replace: (expert) => write("power", (orm) => replace(store, orm, expert)),
    hide: (workspace, id) => free("power", (orm) => hideExpert(store, orm, workspace, id)),
    removeSlice: () => free("process", () => removeSlice(store)),
    byId: (workspace, id) => read((orm) => find.byId(orm, { workspace, id })),
    byName: (workspace, name) => read((orm) => find.byName(orm, { workspace, name })),
    list: (workspace, wanted, page) => read((orm) => list(store, orm, workspace, wanted, page)),
    contents: (id) => read((orm) => contents(orm, id, sums)),
  };
}

function selectExperts({ tables, dialect }: Store, orm: Orm) {
  const { experts, expertNames, embeddings } = tables;
  const { revision: _, readings: __, embeddingNo, ...columns } = getTableColumns(experts);
  const { model, dimensions, recipe } = embeddings;
  const aliases = sql`(SELECT ${dialect.listOf(expertNames.name, expertNames.position)} FROM ${expertNames}
    WHERE ${expertNames.expertId} = ${experts.id} AND NOT ${expertNames.isSlug})`;
  return orm
    .select({
      ...columns,
      aliases: aliases.mapWith((names: string): readonly string[] => JSON.parse(names)),
      embedding: { model, dimensions, recipe },
    })
    .from(experts)
    .leftJoin(embeddings, eq(embeddings.no, embeddingNo));
}

type SelectedExpert = ReturnType<ReturnType<typeof selectExperts>["all"]>[number];

function expertOf(row: SelectedExpert): Expert {
  return { ...row, settings: { ...defaultSettings, ...row.settings } };
}

function lookUps(store: Store) {
  const { tables, kept } = store;
  const { experts, expertNames } = tables;
  const byId = kept((orm, value) =>
    selectExperts(store, orm).where(and(eq(experts.workspaceId, value("workspace")), eq(experts.id, value("id")))),
  );
  const byName = kept((orm, value) => {
    const isNamed = and(eq(expertNames.workspaceId, value("workspace")), eq(expertNames.name, value("name")));
    const named = orm.select({ id: expertNames.expertId }).from(expertNames).where(isNamed);
    return selectExperts(store, orm).where(and(eq(experts.workspaceId, value("workspace")), eq(experts.id, named)));
  });
  const found = <Asked extends object>(rows: (orm: Orm, asked: Asked) => Work<SelectedExpert[]>) =>
    function* (orm: Orm, asked: Asked): Work<Expert | null> {
      const [row] = yield* rows(orm, asked);
      return row === undefined ? null : expertOf(row);
    };
  return {
    byId: found<{ workspace: WorkspaceId; id: ExpertId }>((orm, asked) => byId(orm, { ...asked })),
    byName: found<{ workspace: WorkspaceId; name: string }>((orm, asked) => byName(orm, { ...asked })),
  };
}

function* list(
  store: Store,
  orm: Orm,
  workspace: WorkspaceId,
  wanted: ExpertSelection,
  page: PageRequest,
): Work<Page<Expert>> {
  const { experts } = store.tables;
  const { only, text = null } = wanted;
  const isWanted = only === null ? undefined : inArray(experts.id, [...only]);
  const isNamed = containing(store.dialect, text, [experts.name, experts.slug]);
  const mine = and(eq(experts.workspaceId, workspace), isWanted, isNamed);
  const rows = yield* all(
    selectExperts(store, orm)
      .where(and(mine, afterOf(experts.id, page)))
      .orderBy(orderOf(experts.id, page))
      .limit(page.limit + 1),
  );
  const total = yield* counted(orm.select({ n: count() }).from(experts).where(mine));
  return pageOf(rows.map(expertOf), page, total);
}

function contentsOf({ tables, kept }: Store) {
  const { sources, sourceVersions } = tables;
  const { status, chunkCount, content, no } = sourceVersions;
  const counting = kept((orm, value) =>
    orm
      .select({ status, n: count() })
      .from(sources)
      .innerJoin(sourceVersions, eq(no, sources.latestVersionNo))
      .where(eq(sources.expertId, value("id")))
      .groupBy(status),
  );
  const summing = kept((orm, value) =>
    orm
      .select({
        chunkCount: sql`coalesce(sum(${chunkCount}), 0)`.mapWith(Number),
        contentBytes: sql`coalesce(sum(octet_length(${content})), 0)`.mapWith(Number),
      })
      .from(sources)
      .innerJoin(sourceVersions, eq(no, sources.currentVersionNo))
      .where(eq(sources.expertId, value("id"))),
  );
  return function* (orm: Orm, id: ExpertId, sums: VersionedCache<Answering> | null) {
    const place = sums?.openAt(id);
    const [summed] = place?.known === undefined ? yield* summing(orm, { id }) : [place.known];
    const answering = summed ?? { chunkCount: 0, contentBytes: 0 };
    place?.keep(answering);
    const counts = yield* counting(orm, { id });
    const of = (wanted: string) => counts.find((row) => row.status === wanted)?.n ?? 0;
    const total = counts.reduce((sum, { n }) => sum + n, 0);
    const [queued, processing, ready] = [of("queued"), of("processing"), of("ready")];
    const sourceCounts = { queued, processing, ready, failed: of("failed"), canceled: of("canceled"), total };
    return { sourceCounts, ...answering };
  };
}

function* add(store: Store, orm: Orm, expert: Expert, slug: "given" | "free"): Work<ExpertAddition> {
  const { expertNames, experts } = store.tables;
  let added = expert;
  for (let number = 2; ; number++) {
    const taken = yield* takenName(store, orm, added);
    if (taken === null) break;
    if (slug === "given" || taken !== added.slug) return { taken };
    added = { ...expert, slug: numberedSlug(expert.slug, number) };
  }
  const { aliases: _, embedding: __, ...columns } = added;
  yield* done(orm.insert(experts).values(columns));
  yield* done(orm.insert(expertNames).values(nameRows(added)));
  return { added };
}

function* replace(store: Store, orm: Orm, expert: Expert): Work<string | null> {
  const { expertNames, experts } = store.tables;
  const taken = yield* takenName(store, orm, expert);
  if (taken !== null) return taken;
  const { id, workspaceId: _, aliases: __, embedding: ___, ...columns } = expert;
  yield* done(orm.update(experts).set(columns).where(eq(experts.id, id)));
  yield* done(orm.delete(expertNames).where(eq(expertNames.expertId, id)));
  yield* done(orm.insert(expertNames).values(nameRows(expert)));
  return null;
}

/** Concurrent changes of names wait here, so that each sees names that the other took. */
function* takenName({ tables, dialect }: Store, orm: Orm, expert: Expert): Work<string | null> {
  const { expertNames, workspaces } = tables;
  const { workspaceId } = expert;
  yield* dialect.lock(workspaces, eq(workspaces.id, workspaceId));
  const holders = yield* all(
    orm
      .select({ name: expertNames.name, expertId: expertNames.expertId })
      .from(expertNames)
      .where(and(eq(expertNames.workspaceId, workspaceId), inArray(expertNames.name, namesOf(expert)))),
  );
  return takenBy(holders, expert);
}
