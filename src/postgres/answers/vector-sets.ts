/** The sets of an expert's vectors: which one it is searched by, and which ones are being built or deleted. */
import { sql } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { firstRow } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";
import { cutLog } from "./revision-log.ts";

/** The name of an embedding's model among the models of sense, as in src/storage/dense/dense-models.ts. */
export function denseName({ model, recipe, dimensions }: Embedding): string {
  return `dense:${model}/${recipe}/${dimensions}`;
}

/** The same in SQL, for the row `e` of `embeddings`. */
export const denseNameOfSet = sql`('dense:' || e.model || '/' || e.recipe || '/' || e.dimensions)`;

/** The condition that passages may have no vector of the set `e`. */
const mayLackVectors = sql`${denseNameOfSet} IN (SELECT name FROM sense_models)`;

/** The condition on the expert `x` that it is searched by words, or by vectors that arrive later. */
export const takesVectors = sql`(x.embedding_no IS NULL
  OR EXISTS (SELECT 1 FROM embeddings e WHERE e.no = x.embedding_no AND ${mayLackVectors}))`;

/** The set that an expert is searched by. */
export interface SetInUse {
  readonly no: number;
  readonly embedding: Embedding;
  /** Whether passages may have no vector of it. */
  readonly mayLack: boolean;
}

interface SetRow extends Embedding {
  readonly no: number;
  readonly mayLack: boolean;
}

/** Null: only words, or the expert is gone. */
export async function setInUse(orm: Orm, expert: ExpertId): Promise<SetInUse | null> {
  const row = await firstRow<SetRow>(
    orm,
    sql`SELECT e.no::float8 AS no, e.model, e.recipe, e.dimensions::float8 AS dimensions, ${mayLackVectors} AS "mayLack"
      FROM experts x JOIN embeddings e ON e.no = x.embedding_no WHERE x.id = ${expert}`,
  );
  if (row === undefined) return null;
  const { no, mayLack, model, recipe, dimensions } = row;
  return { no, mayLack, embedding: { model, recipe, dimensions } };
}

export function isSame(a: Embedding, b: Embedding): boolean {
  return a.model === b.model && a.dimensions === b.dimensions && a.recipe === b.recipe;
}

/**
 * The number of the set with that embedding: the one in use, one that is being built, or a new one. The expert's row must
 * be locked, so that two nodes do not build two.
 */
export async function setFor(orm: Orm, expert: ExpertId, embedding: Embedding): Promise<number> {
  const present = await setInUse(orm, expert);
  return present !== null && isSame(present.embedding, embedding) ? present.no : setInTheMaking(orm, expert, embedding);
}

/** Never the one in use. The expert's row must be locked. */
export async function setInTheMaking(
  orm: Orm,
  expert: ExpertId,
  { model, dimensions, recipe }: Embedding,
): Promise<number> {
  const unfinished = await firstRow<{ no: number }>(
    orm,
    sql`SELECT e.no::float8 AS no FROM embeddings e JOIN experts x ON x.id = e.expert_id
      WHERE x.id = ${expert} AND NOT e.retired AND e.model = ${model} AND e.dimensions = ${dimensions}
        AND e.recipe = ${recipe} AND e.no IS DISTINCT FROM x.embedding_no ORDER BY e.no LIMIT 1`,
  );
  if (unfinished !== undefined) return unfinished.no;
  const made = await firstRow<{ no: number }>(
    orm,
    sql`INSERT INTO embeddings (expert_id, model, dimensions, recipe)
      VALUES (${expert}, ${model}, ${dimensions}, ${recipe}) RETURNING no::float8 AS no`,
  );
  if (made === undefined) throw new Error("a set of vectors was not written");
  return made.no;
}

/**
 * From now on the expert is searched by this set, or by words (null). Its other sets are to be deleted, and its passages
 * wait again for the models of those. Must follow `lockMemory`.
 */
export async function switchTo(orm: Orm, expert: ExpertId, set: number | null): Promise<void> {
  await orm.execute(sql`
    UPDATE embeddings SET retired = true WHERE expert_id = ${expert} AND no IS DISTINCT FROM ${set}::bigint`);
  await orm.execute(sql`UPDATE experts SET embedding_no = ${set}::bigint WHERE id = ${expert}`);
  await orm.execute(sql`
    UPDATE version_senses SET reached = 0, done = 0 WHERE expert_id = ${expert} AND model_no IN (
      SELECT no FROM sense_models WHERE name LIKE 'dense:%'
        AND name IS DISTINCT FROM (SELECT ${denseNameOfSet} FROM embeddings e WHERE e.no = ${set}::bigint))`);
  await cutLog(orm, expert);
}

/**
 * Whether a memory may contain a version with this set of vectors (null: only words). The memory's first version decides it.
 * Must be called in the transaction that completes the version, after `lockMemory`.
 */
export async function admits(orm: Orm, expert: ExpertId, set: number | null): Promise<boolean> {
  const present = await setInUse(orm, expert);
  if ((present?.no ?? null) === set || (set === null && present?.mayLack === true)) return true;
  const taken = await firstRow(
    orm,
    sql`UPDATE experts SET embedding_no = ${set}::bigint
      WHERE id = ${expert}
        AND NOT EXISTS (SELECT 1 FROM sources WHERE expert_id = ${expert} AND current_version_no IS NOT NULL)
        AND (${set}::bigint IS NULL
          OR EXISTS (SELECT 1 FROM embeddings WHERE no = ${set}::bigint AND expert_id = ${expert} AND NOT retired))
      RETURNING id`,
  );
  return taken !== undefined;
}
