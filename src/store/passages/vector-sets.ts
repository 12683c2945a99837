/** An expert's sets of vectors: in use, being built, or to be deleted. */
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Tables } from "../tables.ts";
import { done, first, type Orm, rowsOf, type Store, type Work } from "../work.ts";

/** Models whose vectors come later are listed among those of sense, as `dense:…`. */
export function denseName({ model, recipe, dimensions }: Embedding): string {
  return `dense:${model}/${recipe}/${dimensions}`;
}

export const denseNameOf = (set: string) =>
  `('dense:' || ${set}.model || '/' || ${set}.recipe || '/' || ${set}.dimensions)`;

export const isDense = "name LIKE 'dense:%'";

/** SQL: passages of this `embeddings` row may lack a vector. */
export function mayLackVectors(set: string, models = "sense_models"): string {
  return `${denseNameOf(set)} IN (SELECT name FROM ${models})`;
}

/** SQL on `experts`: searched by words, or by vectors that come later. */
export const takesVectors = sql`(experts.embedding_no IS NULL
  OR EXISTS (SELECT 1 FROM embeddings e WHERE e.no = experts.embedding_no AND ${sql.raw(mayLackVectors("e"))}))`;

/** SQL that marks versions as done whose passages all have a vector. @param where on `version_senses` */
export function countCompleteVersions(where: string): string {
  const passages = "chunks c WHERE c.version_no = version_senses.version_no";
  return `UPDATE version_senses SET done = total, reached = (SELECT max(c.no) FROM ${passages})
    WHERE done < total AND ${where} AND EXISTS (
      SELECT 1 FROM experts x JOIN embeddings e ON e.no = x.embedding_no
      JOIN sense_models m ON m.no = version_senses.model_no AND m.name = ${denseNameOf("e")}
      WHERE x.id = version_senses.expert_id AND NOT EXISTS (SELECT 1 FROM ${passages} AND NOT EXISTS (
        SELECT 1 FROM derived d WHERE d.chunk_no = c.no AND d.kind = 'vector' AND d.maker_no = e.no)))`;
}

export interface SetInUse {
  readonly no: number;
  readonly embedding: Embedding;
  readonly mayLack: boolean;
}

export function* setInUse(
  { experts, embeddings, senseModels }: Tables,
  orm: Orm,
  expert: ExpertId,
): Work<SetInUse | null> {
  const { no, model, dimensions, recipe } = embeddings;
  const found = yield* first(
    orm
      .select({ no, embedding: { model, dimensions, recipe } })
      .from(experts)
      .innerJoin(embeddings, eq(no, experts.embeddingNo))
      .where(eq(experts.id, expert)),
  );
  if (found === undefined) return null;
  const ofModel = eq(senseModels.name, denseName(found.embedding));
  const known = yield* first(orm.select({ no: senseModels.no }).from(senseModels).where(ofModel));
  return { ...found, mayLack: known !== undefined };
}

export function isSame(a: Embedding, b: Embedding): boolean {
  return a.model === b.model && a.dimensions === b.dimensions && a.recipe === b.recipe;
}

/** Call `log.lock` first, so that no two processes build sets. */
export interface SetWanted {
  readonly expert: ExpertId;
  readonly embedding: Embedding;
}

/** The set in use with that embedding, one that is being built, or a new one. */
export function* setFor(tables: Tables, orm: Orm, wanted: SetWanted): Work<number> {
  const present = yield* setInUse(tables, orm, wanted.expert);
  if (present !== null && isSame(present.embedding, wanted.embedding)) return present.no;
  return yield* setInTheMaking(tables, orm, wanted);
}

export function* setInTheMaking(
  { experts, embeddings }: Tables,
  orm: Orm,
  { expert, embedding }: SetWanted,
): Work<number> {
  const { no, expertId, retired } = embeddings;
  const { model, dimensions, recipe } = embedding;
  const inUse = orm.select({ no: experts.embeddingNo }).from(experts).where(eq(experts.id, expert));
  const same = [eq(embeddings.model, model), eq(embeddings.dimensions, dimensions), eq(embeddings.recipe, recipe)];
  const isUnused = sql`${no} IS DISTINCT FROM ${inUse}`;
  const unfinished = orm
    .select({ no })
    .from(embeddings)
    .where(and(eq(expertId, expert), eq(retired, false), ...same, isUnused))
    .orderBy(asc(no))
    .limit(1);
  const found = yield* first(unfinished);
  if (found !== undefined) return found.no;
  const made = yield* first(
    orm
      .insert(embeddings)
      .values({ expertId: expert, ...embedding })
      .returning({ no }),
  );
  if (made === undefined) throw new Error("a set of vectors was not written");
  return made.no;
}

/** The other sets will be deleted, and passages wait for their models again. Call `log.lock` first. */
export function* switchTo({ tables, log }: Store, orm: Orm, expert: ExpertId, set: number | null): Work<void> {
  const { embeddings, experts } = tables;
  const others = set === null ? undefined : ne(embeddings.no, set);
  yield* done(
    orm
      .update(embeddings)
      .set({ retired: true })
      .where(and(eq(embeddings.expertId, expert), others)),
  );
  yield* done(orm.update(experts).set({ embeddingNo: set }).where(eq(experts.id, expert)));
  yield* done(sql`
    UPDATE version_senses SET reached = 0, done = 0 WHERE expert_id = ${expert} AND model_no IN (
      SELECT no FROM sense_models WHERE ${sql.raw(isDense)} AND name IS DISTINCT FROM (
        SELECT ${sql.raw(denseNameOf("e"))} FROM embeddings e WHERE e.no = CAST(${set} AS bigint)))`);
  yield* log.cut(orm, expert);
}

/** True for the memory's first version, whose embedding the memory adopts. Call `log.lock` first. */
export function* admitsFirst(expert: ExpertId, set: number | null): Work<boolean> {
  const no = sql`CAST(${set} AS bigint)`;
  const taken = yield* rowsOf(
    sql`UPDATE experts SET embedding_no = ${no} WHERE id = ${expert}
      AND NOT EXISTS (SELECT 1 FROM sources WHERE expert_id = ${expert} AND current_version_no IS NOT NULL)
      AND (${no} IS NULL OR EXISTS (SELECT 1 FROM embeddings WHERE no = ${no} AND expert_id = ${expert} AND NOT retired))
      RETURNING id`,
  );
  return taken.length > 0;
}
