/** Deletes an expert in two steps, as src/storage/statements/hidden-expert-rows.ts does. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RemovedSlice } from "../../experts/ports.ts";
import type { ExpertId, WorkspaceId } from "../../kernel/ids.ts";
import { rowsOf } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";
import { tables } from "../schema.ts";

const { expertNames, experts, workspaces } = tables;

/** No user's workspace can have such a name, because names contain no colon. */
const hidden = { id: "ws_removed" as WorkspaceId, name: "removed:", createdAt: 0 };

/** Number of rows deleted at once: a few milliseconds of work. */
const rowsAtOnce = 200;
/** Number of sources whose versions are read at once. */
const sourcesAtOnce = 50;

/** Takes an expert out of sight, in the caller's transaction. */
export async function hideExpert(orm: Orm, workspace: WorkspaceId, id: ExpertId): Promise<void> {
  await orm.insert(workspaces).values(hidden).onConflictDoNothing();
  const mine = and(eq(experts.workspaceId, workspace), eq(experts.id, id));
  const moved = await orm.update(experts).set({ workspaceId: hidden.id }).where(mine).returning({ id: experts.id });
  if (moved.length > 0) await orm.delete(expertNames).where(eq(expertNames.expertId, id));
}

/** Deletes the next rows of a hidden expert that no other node works on; null if there is none. */
export async function removeSlice(orm: Orm): Promise<RemovedSlice | null> {
  const [next] = await rowsOf<{ id: ExpertId }>(
    orm,
    sql`SELECT id FROM experts WHERE workspace_id = ${hidden.id} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return next === undefined ? null : { expert: next.id, versions: await removeSome(orm, next.id) };
}

/** Deletes chunks first, because deleting a row also deletes the rows that refer to it. Returns the deleted versions. */
async function removeSome(orm: Orm, expert: ExpertId): Promise<readonly number[]> {
  const some = sql`SELECT no FROM sources WHERE expert_id = ${expert} ORDER BY id LIMIT ${sourcesAtOnce}`;
  const versions = await numbersOf(orm, sql`SELECT no FROM source_versions WHERE source_no IN (${some})`);
  let left = rowsAtOnce;
  if (versions.length > 0) {
    const numbers = sql.join(
      versions.map((no) => sql`${no}`),
      sql`, `,
    );
    left -= await removeNumbered(orm, sql`chunks`, sql`version_no IN (${numbers})`, left);
    if (left <= 0) return [];
    await orm.execute(
      sql`DELETE FROM sources WHERE no IN (SELECT source_no FROM source_versions WHERE no IN (${numbers}))`,
    );
  }
  left -= await removeNumbered(orm, sql`sources`, sql`expert_id = ${expert} AND latest_version_no IS NULL`, left);
  const rest = await numbersOf(orm, sql`SELECT no FROM sources WHERE expert_id = ${expert} LIMIT 1`);
  if (left > 0 && rest.length === 0) await removeEmpty(orm, expert, left);
  return versions;
}

/** Deletes the log of changes and then the expert. */
async function removeEmpty(orm: Orm, expert: ExpertId, most: number): Promise<void> {
  for (const log of [sql`memory_changes`, sql`sense_changes`]) {
    const some = sql`SELECT ctid FROM ${log} WHERE expert_id = ${expert} LIMIT ${most}`;
    const gone = await orm.execute(sql`DELETE FROM ${log} WHERE ctid = ANY (ARRAY (${some})) RETURNING revision`);
    if (gone.length === most) return;
  }
  await orm.delete(experts).where(eq(experts.id, expert));
}

/** Returns the number of deleted rows. */
async function removeNumbered(orm: Orm, table: SQL, condition: SQL, most: number): Promise<number> {
  const some = sql`SELECT no FROM ${table} WHERE ${condition} LIMIT ${most}`;
  return (await orm.execute(sql`DELETE FROM ${table} WHERE no IN (${some}) RETURNING no`)).length;
}

async function numbersOf(orm: Orm, query: SQL): Promise<number[]> {
  return (await rowsOf<{ no: string }>(orm, query)).map(({ no }) => Number(no));
}
