/** The progress of models that work in the background with each version that answers. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Orm } from "../postgres-database.ts";

interface NewVersion {
  readonly expertId: ExpertId;
  readonly versionNo: number;
  /** Number of its passages. */
  readonly total: number;
}

/**
 * Must be called in the transaction in which a version begins to answer: every model has yet to encode it. A model that is
 * being registered waits for this transaction (`adopt`), so none misses the version.
 */
export async function awaitSense(orm: Orm, { expertId, versionNo, total }: NewVersion): Promise<void> {
  await orm.execute(sql`
    INSERT INTO version_senses (model_no, expert_id, version_no, total)
    SELECT no, ${expertId}, ${versionNo}::bigint, ${total}::bigint FROM sense_models`);
}

/** Must be called in the transaction in which a version stops answering and its chunks are deleted. */
export async function forgetSense(orm: Orm, versionNo: number): Promise<void> {
  await orm.execute(sql`DELETE FROM version_senses WHERE version_no = ${versionNo}`);
}

/** Must be called in the transaction in which a version's chunks are replaced. */
export async function renewSense(orm: Orm, versionNo: number): Promise<void> {
  await orm.execute(sql`UPDATE version_senses SET reached = 0, done = 0 WHERE version_no = ${versionNo}`);
}
