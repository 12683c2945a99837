/**
 * Deletes an expert in two steps, because it may be large. First it is hidden: it moves to a workspace that no key opens,
 * and its names become free. Then its rows are deleted step by step, which continues after a restart.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RemovedSlice } from "../../experts/ports.ts";
import type { ExpertId, WorkspaceId } from "../../kernel/ids.ts";
import { builtOnce } from "../built-once.ts";
import type { Drizzle } from "../database.ts";
import { expertNames, experts, workspaces } from "../schema.ts";

/** No user's workspace can have such a name, because names contain no colon. */
const hidden = { id: "ws_removed" as WorkspaceId, name: "removed:", createdAt: 0 };

/** Number of rows deleted at once: a few milliseconds of work. */
const rowsAtOnce = 200;
/** Number of sources read at once, and UTF-8 bytes of their texts deleted at once. A larger text is deleted alone. */
const sourcesAtOnce = 50;
const bytesAtOnce = 2_000_000;

/** Takes an expert out of sight. Must be called inside a transaction. False when there is no such expert. */
export function hideExpert(orm: Drizzle, workspace: WorkspaceId, id: ExpertId): boolean {
  orm.insert(workspaces).values(hidden).onConflictDoNothing().run();
  const mine = and(eq(experts.workspaceId, workspace), eq(experts.id, id));
  const moved = orm.update(experts).set({ workspaceId: hidden.id }).where(mine).returning({ id: experts.id }).all();
  if (moved.length > 0) orm.delete(expertNames).where(eq(expertNames.expertId, id)).run();
  return moved.length > 0;
}

/** Returns the function that deletes the next rows of hidden experts; it returns null when none is left. */
export function removalSlices(orm: Drizzle): () => RemovedSlice | null {
  const next = builtOnce(() =>
    orm
      .select({ id: experts.id })
      .from(experts)
      .innerJoin(workspaces, eq(workspaces.id, experts.workspaceId))
      .where(eq(workspaces.name, hidden.name))
      .limit(1)
      .prepare(),
  );
  return () => {
    const expert = next().get()?.id;
    return expert === undefined ? null : { expert, versions: removeSome(orm, expert) };
  };
}

/**
 * Deletes the chunks of sources first, because deleting a row also deletes the rows that refer to it. Returns the deleted
 * versions.
 */
function removeSome(orm: Drizzle, expert: ExpertId): readonly number[] {
  const versions = firstVersions(orm, expert);
  const numbers = sql`(SELECT value FROM json_each(${JSON.stringify(versions)}))`;
  let left = rowsAtOnce - removeNumbered(orm, sql`chunks`, sql`version_no IN ${numbers}`, rowsAtOnce);
  if (left <= 0) return [];
  orm.run(sql`DELETE FROM sources WHERE no IN (SELECT source_no FROM source_versions WHERE no IN ${numbers})`);
  left -= removeNumbered(orm, sql`sources`, sql`expert_id = ${expert} AND latest_version_no IS NULL`, left);
  const isEmpty = versions.length === 0 || firstVersions(orm, expert).length === 0;
  if (left > 0 && isEmpty) removeEmpty(orm, expert, left);
  return versions;
}

/** Deletes the log of changes and then the expert. */
function removeEmpty(orm: Drizzle, expert: ExpertId, most: number): void {
  let left = most;
  for (const log of [sql`memory_changes`, sql`sense_changes`]) {
    if (left > 0) left -= removeRevisions(orm, log, expert, left);
  }
  if (left > 0) orm.delete(experts).where(eq(experts.id, expert)).run();
}

/** All versions of the expert's next sources, as many as are deleted at once. */
function firstVersions(orm: Drizzle, expert: ExpertId): readonly number[] {
  const rows = orm.all<{ no: number; sourceNo: number; bytes: number }>(sql`
    SELECT no, source_no AS sourceNo, coalesce(octet_length(content), 0) AS bytes FROM source_versions
    WHERE source_no IN (SELECT no FROM sources WHERE expert_id = ${expert} ORDER BY id LIMIT ${sourcesAtOnce})
    ORDER BY source_no`);
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += row.bytes;
    return i > 0 && bytes > bytesAtOnce && row.sourceNo !== rows[i - 1]?.sourceNo;
  });
  return (end === -1 ? rows : rows.slice(0, end)).map(({ no }) => no);
}

/** Returns the number of deleted rows. */
function removeNumbered(orm: Drizzle, table: SQL, condition: SQL, most: number): number {
  const some = sql`SELECT no FROM ${table} WHERE ${condition} LIMIT ${most}`;
  return orm.all(sql`DELETE FROM ${table} WHERE no IN (${some}) RETURNING no`).length;
}

/** Returns the number of deleted rows: the limit or more if there may be others left. */
function removeRevisions(orm: Drizzle, log: SQL, expert: ExpertId, most: number): number {
  const first = sql`(SELECT min(revision) FROM ${log} WHERE expert_id = ${expert})`;
  const some = sql`expert_id = ${expert} AND revision < ${first} + ${most}`;
  const gone = orm.all(sql`DELETE FROM ${log} WHERE ${some} RETURNING revision`).length;
  const rest = orm.all(sql`SELECT 1 FROM ${log} WHERE expert_id = ${expert} LIMIT 1`).length;
  return rest === 0 ? gone : Math.max(gone, most);
}
