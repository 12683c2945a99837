import { type SQL, sql } from "drizzle-orm";
import type { Expert, ExpertContents } from "../../experts/expert.ts";
import type { ExpertStore } from "../../experts/ports.ts";
import type { ExpertId, WorkspaceId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import type { Foreseen } from "../../kernel/stores/write.ts";
import { expertChanges } from "../../store/expert-changes.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";
import { storeInPostgres } from "../store-dialect.ts";
import { expertColumns, expertOf, expertTables, isNamed, type StoredExpert } from "./expert-records.ts";
import { foreseenExpert } from "./key-look-up.ts";

/** Nothing is kept in memory, so every node sees a change with its next request. */
export function expertsInPostgres(database: PostgresDatabase): ExpertStore {
  const { read } = database;
  const find = async (workspace: WorkspaceId, name: string, by: "id" | "name") => {
    const condition = isNamed(sql`${workspace}`, name, by);
    const [record] = await read((orm) =>
      rowsOf<StoredExpert>(orm, sql`SELECT ${expertColumns} FROM ${expertTables} WHERE ${condition}`),
    );
    return record === undefined ? null : expertOf(record);
  };
  const foreseenOrFound = (by: "id" | "name") => (workspace: WorkspaceId, name: string, foreseen?: Foreseen) => {
    const known = foreseenExpert(foreseen, workspace, name);
    return known === undefined ? find(workspace, name, by) : known;
  };
  return {
    ...expertChanges(storeInPostgres(database, "")),
    byId: foreseenOrFound("id"),
    byName: foreseenOrFound("name"),
    list: (workspace, only, page) => read((orm) => list(orm, { workspace, only }, page)),
    contents: (id) => read((orm) => contentsOf(orm, id)),
  };
}

interface Listing {
  readonly workspace: WorkspaceId;
  readonly only: readonly ExpertId[] | null;
}

async function list(orm: PostgresOrm, { workspace, only }: Listing, page: PageRequest): Promise<Page<Expert>> {
  const mine = sql`e.workspace_id = ${workspace} AND ${reachable(only)}`;
  const { order, after, limit } = page;
  const next = after === null ? sql`true` : order === "asc" ? sql`e.id > ${after}` : sql`e.id < ${after}`;
  const rows = await rowsOf<StoredExpert>(
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

async function contentsOf(orm: PostgresOrm, id: ExpertId): Promise<Omit<ExpertContents, "sense" | "vectors">> {
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
