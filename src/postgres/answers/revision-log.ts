/** The log of changes to an expert's searchable memory, written in the transaction of the change. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { firstRow, numberList } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";

/** Number of revisions in the log. A snapshot that is further behind is rebuilt from the rows. */
const remembered = 100_000;

/**
 * Must be called first in a transaction that changes a memory: whoever changes the memory of the same expert waits here, so
 * that revisions are committed in order. Null: the expert is gone.
 */
export async function lockMemory(orm: Orm, expert: ExpertId): Promise<{ readonly embeddingNo: number | null } | null> {
  const row = await firstRow<{ embeddingNo: number | null }>(
    orm,
    sql`SELECT embedding_no::float8 AS "embeddingNo" FROM experts WHERE id = ${expert} FOR NO KEY UPDATE`,
  );
  return row ?? null;
}

/** Raises the expert's revision by one, and logs the versions that were added and removed. Must follow `lockMemory`. */
export async function noteVersions(
  orm: Orm,
  expert: ExpertId,
  { added = [], removed = [] }: { readonly added?: readonly number[]; readonly removed?: readonly number[] },
): Promise<void> {
  const row = await firstRow<{ revision: number }>(
    orm,
    sql`UPDATE experts SET revision = revision + 1 WHERE id = ${expert} RETURNING revision::float8 AS revision`,
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
