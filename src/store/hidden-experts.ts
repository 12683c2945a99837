/** A large expert first moves to a workspace that no key opens; then its rows are deleted in steps. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RemovedSlice } from "../experts/ports.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import { all, done, type Orm, rowsOf, type Store, type Work } from "./work.ts";

/** Users' names cannot contain a colon. */
const hidden = { id: "ws_removed" as WorkspaceId, name: "removed:", createdAt: 0 };

const rowsAtOnce = 200;
/** Limits of a step: sources read, and UTF-8 bytes of text deleted; a larger text is deleted alone. */
const sourcesAtOnce = 50;
const bytesAtOnce = 2_000_000;

export function* hideExpert({ tables }: Store, orm: Orm, workspace: WorkspaceId, id: ExpertId): Work<void> {
  const { expertNames, experts, keptConversations, workspaces } = tables;
  yield* done(orm.insert(workspaces).values(hidden).onConflictDoNothing());
  const mine = and(eq(experts.workspaceId, workspace), eq(experts.id, id));
  const moving = orm.update(experts).set({ workspaceId: hidden.id }).where(mine);
  const moved = yield* all(moving.returning({ id: experts.id }));
  if (moved.length === 0) return;
  yield* done(orm.delete(expertNames).where(eq(expertNames.expertId, id)));
  yield* done(orm.delete(keptConversations).where(eq(keptConversations.expertId, id)));
}

export function* removeSlice({ dialect }: Store): Work<RemovedSlice | null> {
  const [next] = yield* rowsOf<{ id: ExpertId }>(
    sql`SELECT id FROM experts WHERE workspace_id = ${hidden.id} ORDER BY id LIMIT 1 ${dialect.skipLocked}`,
  );
  return next === undefined ? null : { expert: next.id, versions: yield* removeSome(next.id, dialect.numbers) };
}

/** Chunks first, because deleting a row also deletes what refers to it. Returns the deleted versions. */
function* removeSome(expert: ExpertId, listOf: (numbers: readonly number[]) => SQL): Work<readonly number[]> {
  const versions = yield* firstVersions(expert);
  const numbers = listOf(versions);
  let left = rowsAtOnce - (yield* removeNumbered(sql`chunks`, sql`version_no IN ${numbers}`, rowsAtOnce));
  if (left <= 0) return [];
  yield* done(sql`DELETE FROM sources WHERE no IN (SELECT source_no FROM source_versions WHERE no IN ${numbers})`);
  left -= yield* removeNumbered(sql`sources`, sql`expert_id = ${expert} AND latest_version_no IS NULL`, left);
  const isEmpty = versions.length === 0 || (yield* firstVersions(expert)).length === 0;
  if (left > 0 && isEmpty) yield* removeEmpty(expert, left);
  return versions;
}

function* removeEmpty(expert: ExpertId, most: number): Work<void> {
  for (const log of [sql`memory_changes`, sql`sense_changes`]) {
    const some = sql`SELECT revision FROM ${log} WHERE expert_id = ${expert} ORDER BY revision LIMIT 1 OFFSET ${most}`;
    const isEarly = sql`revision < coalesce((${some}), ${Number.MAX_SAFE_INTEGER})`;
    const gone = yield* rowsOf(sql`DELETE FROM ${log} WHERE expert_id = ${expert} AND ${isEarly} RETURNING revision`);
    if (gone.length >= most) return;
  }
  yield* done(sql`DELETE FROM experts WHERE id = ${expert}`);
}

function* firstVersions(expert: ExpertId): Work<readonly number[]> {
  const rows = yield* rowsOf<{ no: number; source: number; bytes: number }>(sql`
    SELECT CAST(no AS double precision) AS no, CAST(source_no AS double precision) AS source,
      coalesce(octet_length(content), 0) AS bytes FROM source_versions
    WHERE source_no IN (SELECT no FROM sources WHERE expert_id = ${expert} ORDER BY id LIMIT ${sourcesAtOnce})
    ORDER BY source_no`);
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += row.bytes;
    return i > 0 && bytes > bytesAtOnce && row.source !== rows[i - 1]?.source;
  });
  return (end === -1 ? rows : rows.slice(0, end)).map(({ no }) => no);
}

function* removeNumbered(table: SQL, condition: SQL, most: number): Work<number> {
  const some = sql`SELECT no FROM ${table} WHERE ${condition} LIMIT ${most}`;
  return (yield* rowsOf(sql`DELETE FROM ${table} WHERE no IN (${some}) RETURNING no`)).length;
}
