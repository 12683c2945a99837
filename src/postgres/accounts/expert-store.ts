import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Expert, type ExpertContents, numberedSlug } from "../../experts/expert.ts";
import { nameRows, namesOf, takenBy } from "../../experts/expert-names.ts";
import type { ExpertAddition, ExpertStore } from "../../experts/ports.ts";
import type { ExpertId, WorkspaceId } from "../../kernel/ids.ts";
import type { Foreseen } from "../../kernel/stores/foreseen.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import { rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { postgresWrite } from "../postgres-write.ts";
import { tables } from "../schema.ts";
import { type ExpertRecord, expertColumns, expertOf, expertTables, isNamed } from "./expert-records.ts";
import { hideExpert, removeSlice } from "./hidden-experts.ts";
import { foreseenExpert } from "./key-look-up.ts";

const { expertNames, experts } = tables;

/** Nothing is kept in memory, so every node sees a change with its next request. */
export function expertsInPostgres({ read, transact }: PostgresDatabase): ExpertStore {
  const find = async (workspace: WorkspaceId, name: string, by: "id" | "name") => {
    const condition = isNamed(sql`${workspace}`, name, by);
    const [record] = await read((orm) =>
      rowsOf<ExpertRecord>(orm, sql`SELECT ${expertColumns} FROM ${expertTables} WHERE ${condition}`),
    );
    return record === undefined ? null : expertOf(record);
  };
  const foreseenOrFound = (by: "id" | "name") => (workspace: WorkspaceId, name: string, foreseen?: Foreseen) => {
    const known = foreseenExpert(foreseen, workspace, name);
    return known === undefined ? find(workspace, name, by) : known;
  };
  return {
    add: (expert) => transact((orm) => add(orm, expert)),
    addition: (expert, slug) => postgresWrite((orm) => addWithSlug(orm, expert, slug)),
    replace: (expert) =>
      transact(async (orm) => {
        const taken = await takenName(orm, expert);
        if (taken !== null) return taken;
        const { id, workspaceId: _, aliases: __, embedding: ___, ...columns } = expert;
        await orm.update(experts).set(columns).where(eq(experts.id, id));
        await orm.delete(expertNames).where(eq(expertNames.expertId, id));
        await orm.insert(expertNames).values(nameRows(expert));
        return null;
      }),
    byId: foreseenOrFound("id"),
    byName: foreseenOrFound("name"),
    list: (workspace, only, page) => read((orm) => list(orm, { workspace, only }, page)),
    contents: (id) => read((orm) => contentsOf(orm, id)),
    hide: (workspace, id) => transact((orm) => hideExpert(orm, workspace, id)),
    removeSlice: () => transact(removeSlice),
  };
}

async function add(orm: Orm, expert: Expert): Promise<string | null> {
  const taken = await takenName(orm, expert);
  if (taken !== null) return taken;
  const { aliases: _, embedding: __, ...columns } = expert;
  await orm.insert(experts).values(columns);
  await orm.insert(expertNames).values(nameRows(expert));
  return null;
}

/** A slug that is taken gets the first free number, if it may be another one. */
async function addWithSlug(orm: Orm, expert: Expert, slug: "given" | "free"): Promise<ExpertAddition> {
  let candidate = expert;
  for (let number = 2; ; number++) {
    const taken = await add(orm, candidate);
    if (taken === null) return { added: candidate };
    if (slug === "given" || taken !== candidate.slug) return { taken };
    candidate = { ...expert, slug: numberedSlug(expert.slug, number) };
  }
}

/** Whoever changes names in the same workspace waits here, so that both see what the other took. */
async function takenName(orm: Orm, expert: Expert): Promise<string | null> {
  const { workspaceId } = expert;
  await orm.execute(sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`);
  const holders = await orm
    .select({ name: expertNames.name, expertId: expertNames.expertId })
    .from(expertNames)
    .where(and(eq(expertNames.workspaceId, workspaceId), inArray(expertNames.name, namesOf(expert))));
  return takenBy(holders, expert);
}

interface Listing {
  readonly workspace: WorkspaceId;
  readonly only: readonly ExpertId[] | null;
}

async function list(orm: Orm, { workspace, only }: Listing, page: PageRequest): Promise<Page<Expert>> {
  const mine = sql`e.workspace_id = ${workspace} AND ${reachable(only)}`;
  const { order, after, limit } = page;
  const next = after === null ? sql`true` : order === "asc" ? sql`e.id > ${after}` : sql`e.id < ${after}`;
  const rows = await rowsOf<ExpertRecord>(
    orm,
    sql`SELECT ${expertColumns} FROM ${expertTables} WHERE ${mine} AND ${next}
      ORDER BY e.id ${sql.raw(order)} LIMIT ${limit + 1}`,
  );
  const [total] = await rowsOf<{ n: string }>(orm, sql`SELECT count(*) AS n FROM experts e WHERE ${mine}`);
  const items = rows.slice(0, limit).map(expertOf);
  return { items, hasMore: rows.length > limit, totalCount: Number(total?.n ?? 0) };
}

function reachable(only: readonly ExpertId[] | null): SQL {
  if (only === null) return sql`true`;
  if (only.length === 0) return sql`false`;
  return sql`e.id IN (${sql.join(
    only.map((id) => sql`${id}`),
    sql`, `,
  )})`;
}

interface ContentsRecord {
  readonly counts: string | null;
  readonly chunks: string;
  readonly bytes: string;
}

async function contentsOf(orm: Orm, id: ExpertId): Promise<Omit<ExpertContents, "sense" | "vectors">> {
  const [row] = await rowsOf<ContentsRecord>(
    orm,
    sql`
    WITH counted AS (
      SELECT v.status, count(*) AS n FROM sources s JOIN source_versions v ON v.no = s.latest_version_no
      WHERE s.expert_id = ${id} GROUP BY v.status)
    SELECT (SELECT json_object_agg(status, n)::text FROM counted) AS counts,
      coalesce(sum(v.chunk_count), 0)::bigint AS chunks, coalesce(sum(octet_length(v.content)), 0)::bigint AS bytes
    FROM sources s JOIN source_versions v ON v.no = s.current_version_no WHERE s.expert_id = ${id}`,
  );
  const counts: Readonly<Record<string, number>> = JSON.parse(row?.counts ?? "{}");
  const { queued = 0, processing = 0, ready = 0, failed = 0, canceled = 0 } = counts;
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return {
    sourceCounts: { queued, processing, ready, failed, canceled, total },
    chunkCount: Number(row?.chunks ?? 0),
    contentBytes: Number(row?.bytes ?? 0),
  };
}
