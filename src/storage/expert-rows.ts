import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { defaultSettings, type Expert, type ExpertContents } from "../experts/expert.ts";
import type { ExpertStore } from "../experts/ports.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { Database, Drizzle } from "./database.ts";
import { embeddingOf } from "./embedding-row.ts";
import { afterOf, orderOf, pageOf } from "./paging.ts";
import { expertNames, experts, sources, sourceVersions } from "./schema.ts";

type Row = typeof experts.$inferSelect;

export function expertRows({ orm, write }: Database): ExpertStore {
  const one = (where: SQL | undefined): Expert | null => {
    const row = orm.select().from(experts).where(where).get();
    return row === undefined ? null : expertOf(orm, row);
  };
  const byId = (workspace: WorkspaceId, id: ExpertId) =>
    one(and(eq(experts.workspaceId, workspace), eq(experts.id, id)));
  return {
    add: (expert) =>
      write("power", () => {
        const taken = takenName(orm, expert);
        if (taken !== null) return taken;
        orm.insert(experts).values(expert).run();
        writeNames(orm, expert);
        return null;
      }),
    replace: (expert) =>
      write("power", () => {
        const taken = takenName(orm, expert);
        if (taken !== null) return taken;
        const { id, workspaceId: _, aliases: __, embedding: ___, ...columns } = expert;
        orm.update(experts).set(columns).where(eq(experts.id, id)).run();
        orm.delete(expertNames).where(eq(expertNames.expertId, id)).run();
        writeNames(orm, expert);
        return null;
      }),
    byId,
    byName: (workspace, name) => {
      const named = and(eq(expertNames.workspaceId, workspace), eq(expertNames.name, name));
      const row = orm.select({ id: expertNames.expertId }).from(expertNames).where(named).get();
      return row === undefined ? null : byId(workspace, row.id);
    },
    list: (workspace, only, page) => list(orm, workspace, { only, page }),
    contents: (id) => contentsOf(orm, id),
    remove: (workspace, id) => write("power", () => remove(orm, workspace, id)),
  };
}

interface Listing {
  readonly only: readonly ExpertId[] | null;
  readonly page: PageRequest;
}

function list(orm: Drizzle, workspace: WorkspaceId, { only, page }: Listing): Page<Expert> {
  const mine = and(eq(experts.workspaceId, workspace), only === null ? undefined : inArray(experts.id, [...only]));
  const rows = orm
    .select()
    .from(experts)
    .where(and(mine, afterOf(experts.id, page)))
    .orderBy(orderOf(experts.id, page))
    .limit(page.limit + 1)
    .all();
  const total = orm.select({ n: count() }).from(experts).where(mine).get()?.n ?? 0;
  return pageOf(
    rows.map((row) => expertOf(orm, row)),
    page,
    total,
  );
}

function expertOf(orm: Drizzle, { revision: _, embeddingNo, ...row }: Row): Expert {
  const aliases = orm
    .select({ name: expertNames.name })
    .from(expertNames)
    .where(and(eq(expertNames.expertId, row.id), eq(expertNames.isSlug, false)))
    .orderBy(asc(expertNames.position))
    .all();
  return {
    ...row,
    settings: { ...defaultSettings, ...row.settings },
    aliases: aliases.map(({ name }) => name),
    embedding: embeddingOf(orm, embeddingNo),
  };
}

function takenName(orm: Drizzle, expert: Expert): string | null {
  const wanted = [expert.slug, ...expert.aliases];
  const holders = orm
    .select({ name: expertNames.name, expertId: expertNames.expertId })
    .from(expertNames)
    .where(and(eq(expertNames.workspaceId, expert.workspaceId), inArray(expertNames.name, wanted)))
    .all();
  const others = new Set(holders.filter(({ expertId }) => expertId !== expert.id).map(({ name }) => name));
  return wanted.find((name) => others.has(name)) ?? null;
}

function writeNames(orm: Drizzle, { workspaceId, id: expertId, slug, aliases }: Expert): void {
  const names = [slug, ...aliases].map((name, position) => ({
    workspaceId,
    name,
    expertId,
    isSlug: position === 0,
    position,
  }));
  orm.insert(expertNames).values(names).run();
}

function contentsOf(orm: Drizzle, id: ExpertId): ExpertContents {
  const counts = orm
    .select({ status: sourceVersions.status, n: count() })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.no, sources.latestVersionNo))
    .where(eq(sources.expertId, id))
    .groupBy(sourceVersions.status)
    .all();
  const answering = orm
    .select({
      chunkCount: sql<number>`coalesce(sum(${sourceVersions.chunkCount}), 0)`,
      contentBytes: sql<number>`coalesce(sum(octet_length(${sourceVersions.content})), 0)`,
    })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.no, sources.currentVersionNo))
    .where(eq(sources.expertId, id))
    .get() ?? { chunkCount: 0, contentBytes: 0 };
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

function remove(orm: Drizzle, workspace: WorkspaceId, id: ExpertId): number[] {
  const versions = orm
    .select({ no: sourceVersions.no })
    .from(sourceVersions)
    .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
    .where(eq(sources.expertId, id))
    .all();
  const mine = and(eq(experts.workspaceId, workspace), eq(experts.id, id));
  const gone = orm.delete(experts).where(mine).returning({ id: experts.id }).all();
  return gone.length === 0 ? [] : versions.map(({ no }) => no);
}
