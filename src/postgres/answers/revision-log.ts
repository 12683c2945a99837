/** The log of changes to an expert's searchable memory, written in the transaction of the change. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { revisionsOfCount } from "../../memory/change-log.ts";
import type { PassageRange } from "../../memory/row-ports.ts";
import { firstRow, numberList } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";

/** How far the log reaches back: so many revisions. A snapshot that is further behind is rebuilt from the rows. */
const remembered = 100_000 * revisionsOfCount;

/** Of the table `experts`: the next count, and a random part, because other changes may have followed in another history. */
export const nextRevision = `(revision / ${revisionsOfCount} + 1) * ${revisionsOfCount} + floor(random() * ${revisionsOfCount})::bigint`;
const raised = sql.raw(`revision = ${nextRevision}`);

/**
 * Must be called first in a transaction that changes a memory: whoever changes the memory of the same expert waits here, so
 * that revisions are committed in order. Null: the expert is gone.
 */
export async function lockMemory(orm: Orm, expert: ExpertId): Promise<{ readonly id: ExpertId } | null> {
  const locked = sql`SELECT id FROM experts WHERE id = ${expert} FOR NO KEY UPDATE`;
  return (await firstRow<{ id: ExpertId }>(orm, locked)) ?? null;
}

/** Raises the expert's revision, and logs the versions that were added and removed. Must follow `lockMemory`. */
export async function noteVersions(
  orm: Orm,
  expert: ExpertId,
  { added = [], removed = [] }: { readonly added?: readonly number[]; readonly removed?: readonly number[] },
): Promise<void> {
  const row = await firstRow<{ revision: number }>(
    orm,
    sql`UPDATE experts SET ${raised} WHERE id = ${expert} RETURNING revision::float8 AS revision`,
  );
  if (row === undefined) throw new Error(`expert ${expert} vanished inside a transaction`);
  const { revision } = row;
  await orm.execute(sql`
    INSERT INTO memory_changes (expert_id, revision, version_no, added)
    SELECT ${expert}, ${revision}::bigint, no, false FROM unnest(${numberList(removed)}) AS no
    UNION ALL SELECT ${expert}, ${revision}::bigint, no, true FROM unnest(${numberList(added)}) AS no`);
  if (revision <= remembered) return;
  const isForgotten = sql`expert_id = ${expert} AND revision <= ${revision - remembered}::bigint`;
  await orm.execute(sql`DELETE FROM memory_changes WHERE ${isForgotten}`);
  await orm.execute(sql`DELETE FROM sense_changes WHERE ${isForgotten}`);
}

/** Raises the expert's revision, and logs the passages that got their sense or vector with it. Must follow `lockMemory`. */
export async function noteSense(orm: Orm, expert: ExpertId, ranges: readonly PassageRange[]): Promise<void> {
  await orm.execute(sql`UPDATE experts SET ${raised} WHERE id = ${expert}`);
  const [first, last] = [ranges.map((range) => range.first), ranges.map((range) => range.last)];
  await orm.execute(sql`
    INSERT INTO sense_changes (expert_id, revision, first_chunk_no, last_chunk_no)
    SELECT e.id, e.revision, r.first, r.last
    FROM experts e, unnest(${numberList(first)}, ${numberList(last)}) AS r (first, last) WHERE e.id = ${expert}`);
}

/**
 * Raises the expert's revision, because passages show something else of their source than before: its address or its
 * metadata. The log gets an empty range, so that it has the revision, and no index has anything to do. Must follow
 * `lockMemory`.
 */
export async function noteShown(orm: Orm, expert: ExpertId): Promise<void> {
  await noteSense(orm, expert, [emptyRange]);
}

const emptyRange: PassageRange = { first: 0, last: -1 };

/**
 * Raises the expert's revision and clears its log, so that every index of the expert is rebuilt from the rows. Must follow
 * `lockMemory`.
 */
export async function cutLog(orm: Orm, expert: ExpertId): Promise<void> {
  await orm.execute(sql`UPDATE experts SET ${raised} WHERE id = ${expert}`);
  await orm.execute(sql`DELETE FROM memory_changes WHERE expert_id = ${expert}`);
  await orm.execute(sql`DELETE FROM sense_changes WHERE expert_id = ${expert}`);
}
