/** The vectors of passages, in sets: one for each memory and model. */
import { type SQL, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { bytesOf } from "../../memory/embedding/vector-bytes.ts";
import type { Embeddable, PassageScope, Progress, VectorRows } from "../../memory/row-ports.ts";
import { firstRow, rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { inheritVectors } from "./inherited-passages.ts";
import { lockMemory } from "./revision-log.ts";
import { setFor, setInTheMaking, setInUse, switchTo } from "./vector-sets.ts";

export function vectorsInPostgres({ read, transact }: PostgresDatabase): VectorRows {
  /** Nodes that open a set for the same expert do so one after another. */
  const locked = <T>(expert: ExpertId, work: (orm: Orm) => Promise<T>) =>
    transact(async (orm) => {
      await lockMemory(orm, expert);
      return work(orm);
    });
  return {
    standing: (expert) =>
      read(async (orm) => {
        const present = await setInUse(orm, expert);
        const isEmpty = await holdsNothing(orm, expert);
        return { embedding: present?.embedding ?? null, isEmpty, mayLack: present?.mayLack ?? false };
      }),
    open: (expert, embedding) => locked(expert, (orm) => setFor(orm, expert, embedding)),
    openAnew: (expert, embedding) => locked(expert, (orm) => setInTheMaking(orm, expert, embedding)),
    missing: (set, scope, { after, limit }) => read((orm) => missing(orm, { set, scope, after, limit })),
    count: (set, scope) => read((orm) => count(orm, set, scope)),
    inherit: (set, scope) => transact((orm) => inheritVectors(orm, { set, ...scope })),
    add: (set, vectors) => transact((orm) => writeVectors(orm, set, vectors)),
    use: (expert, set) =>
      locked(expert, async (orm) => {
        const { done, total } = await count(orm, set, { expertId: expert });
        if (set !== null && done < total) return false;
        await switchTo(orm, expert, set);
        return true;
      }),
    sweep: (expert, limit) => transact((orm) => sweepVectors(orm, { condition: sql`e.expert_id = ${expert}`, limit })),
  };
}

async function holdsNothing(orm: Orm, expert: ExpertId): Promise<boolean> {
  const any = sql`SELECT no FROM sources WHERE expert_id = ${expert} AND current_version_no IS NOT NULL LIMIT 1`;
  return (await firstRow(orm, any)) === undefined;
}

/** The condition on the chunk `c`. */
function isIn(scope: PassageScope): SQL {
  if ("versionNo" in scope) return sql`c.version_no = ${scope.versionNo}`;
  return sql`c.version_no IN (SELECT current_version_no FROM sources WHERE expert_id = ${scope.expertId})`;
}

async function count(orm: Orm, set: number | null, scope: PassageScope): Promise<Progress> {
  const row = await firstRow<Progress>(
    orm,
    sql`SELECT count(*)::float8 AS total, count(w.chunk_no)::float8 AS done
      FROM chunks c LEFT JOIN chunk_vectors w ON w.chunk_no = c.no AND w.embedding_no = ${set}::bigint
      WHERE ${isIn(scope)}`,
  );
  return { done: row?.done ?? 0, total: row?.total ?? 0 };
}

interface Wanted {
  readonly set: number;
  readonly scope: PassageScope;
  readonly after: number;
  readonly limit: number;
}

function missing(orm: Orm, { set, scope, after, limit }: Wanted): Promise<readonly Embeddable[]> {
  const title = "versionNo" in scope ? scope.title : null;
  return rowsOf(
    orm,
    sql`SELECT c.no::float8 AS no, coalesce(v.given_title, ${title}::text, v.title) AS title, c.section, c.text
      FROM chunks c JOIN source_versions v ON v.no = c.version_no
      WHERE ${isIn(scope)} AND c.no > ${after} AND NOT EXISTS (
        SELECT 1 FROM chunk_vectors w WHERE w.chunk_no = c.no AND w.embedding_no = ${set})
      ORDER BY c.no LIMIT ${limit}`,
  );
}

/** Vectors of a statement. */
const atOnce = 500;

/** Passages that were deleted in the meantime are left out. @param renews whether vectors that are there are replaced */
export async function writeVectors(
  orm: Orm,
  set: number,
  vectors: readonly { readonly no: number; readonly vector: Float32Array }[],
  renews = false,
): Promise<void> {
  const conflict = renews ? sql`(chunk_no, embedding_no) DO UPDATE SET vector = excluded.vector` : sql`DO NOTHING`;
  for (let from = 0; from < vectors.length; from += atOnce) {
    const some = vectors.slice(from, from + atOnce);
    const rows = some.map(({ no, vector }) => sql`(${no}::bigint, ${bytesOf(vector)}::bytea)`);
    await orm.execute(sql`
      INSERT INTO chunk_vectors (chunk_no, embedding_no, vector)
      SELECT c.no, ${set}::bigint, w.vector FROM (VALUES ${sql.join(rows, sql`, `)}) AS w (no, vector)
        JOIN chunks c ON c.no = w.no ORDER BY c.no FOR KEY SHARE OF c
      ON CONFLICT ${conflict}`);
  }
}

interface Sweeping {
  /** On the set `e`. */
  readonly condition: SQL;
  readonly limit: number;
}

/** Deletes vectors of sets that are to be deleted, then those sets. Returns the number of vectors. */
export async function sweepVectors(orm: Orm, { condition, limit }: Sweeping): Promise<number> {
  const deleted = await rowsOf(
    orm,
    sql`DELETE FROM chunk_vectors WHERE (chunk_no, embedding_no) IN (
        SELECT w.chunk_no, w.embedding_no FROM embeddings e JOIN chunk_vectors w ON w.embedding_no = e.no
        WHERE e.retired AND ${condition} LIMIT ${limit} FOR UPDATE OF w SKIP LOCKED)
      RETURNING chunk_no`,
  );
  if (deleted.length === 0) {
    const isEmpty = sql`NOT EXISTS (SELECT 1 FROM chunk_vectors w WHERE w.embedding_no = e.no)`;
    await orm.execute(sql`DELETE FROM embeddings e WHERE e.retired AND ${condition} AND ${isEmpty}`);
  }
  return deleted.length;
}
