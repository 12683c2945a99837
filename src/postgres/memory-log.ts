/** The log of changes to an expert's searchable memory, written in the transaction of the change. */
import { sql } from "drizzle-orm";
import { revisionsOfCount } from "../memory/change-log.ts";
import { type ChangeLog, done, rowsOf } from "../store/work.ts";
import { numberList } from "./plain-statements.ts";

/** How far the log reaches back: so many revisions. A snapshot that is further behind is rebuilt from the rows. */
const remembered = 100_000 * revisionsOfCount;

/** Of the table `experts`: the next count, and a random part, because other changes may have followed in another history. */
export const nextRevision = `(revision / ${revisionsOfCount} + 1) * ${revisionsOfCount} + floor(random() * ${revisionsOfCount})::bigint`;
const raised = sql.raw(`revision = ${nextRevision}`);
const logs = [sql`memory_changes`, sql`sense_changes`];

export const changeLog: ChangeLog = {
  *lock(expert) {
    const locked = yield* rowsOf(sql`SELECT id FROM experts WHERE id = ${expert} FOR NO KEY UPDATE`);
    return locked.length > 0;
  },
  *note(expert, { added = [], removed = [], sensed = [] }) {
    const [row] = yield* rowsOf<{ revision: number }>(
      sql`UPDATE experts SET ${raised} WHERE id = ${expert} RETURNING revision::float8 AS revision`,
    );
    if (row === undefined) throw new Error(`expert ${expert} vanished inside a transaction`);
    const revision = sql`${row.revision}::bigint`;
    if (added.length + removed.length > 0)
      yield* done(sql`
        INSERT INTO memory_changes (expert_id, revision, version_no, added)
        SELECT ${expert}, ${revision}, no, false FROM unnest(${numberList(removed)}) AS no
        UNION ALL SELECT ${expert}, ${revision}, no, true FROM unnest(${numberList(added)}) AS no`);
    const [first, last] = [sensed.map((range) => range.first), sensed.map((range) => range.last)];
    if (sensed.length > 0)
      yield* done(sql`
        INSERT INTO sense_changes (expert_id, revision, first_chunk_no, last_chunk_no)
        SELECT ${expert}, ${revision}, r.first, r.last
        FROM unnest(${numberList(first)}, ${numberList(last)}) AS r (first, last)`);
    if (row.revision <= remembered) return;
    const isForgotten = sql`expert_id = ${expert} AND revision <= ${row.revision - remembered}::bigint`;
    for (const log of logs) yield* done(sql`DELETE FROM ${log} WHERE ${isForgotten}`);
  },
  *cut(expert) {
    yield* done(sql`UPDATE experts SET ${raised} WHERE id = ${expert}`);
    for (const log of logs) yield* done(sql`DELETE FROM ${log} WHERE expert_id = ${expert}`);
  },
};
