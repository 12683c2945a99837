/** The vectors of passages, in sets: one for each memory and model. */
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { bytesOf } from "../../memory/embedding/vector-bytes.ts";
import type { Embeddable, PassageScope, VectorRows } from "../../memory/row-ports.ts";
import { builtOnce } from "../built-once.ts";
import type { Database, Drizzle } from "../database.ts";
import { forgetVectors, mayLack } from "../dense/dense-models.ts";
import { chunks, chunkVectors, embeddings, experts, sources, sourceVersions } from "../schema.ts";
import { inheritVectors } from "../statements/inherited-rows.ts";
import { embeddingOf } from "./embedding-row.ts";
import { memoryLog } from "./memory-log.ts";

export function vectorRows({ orm, write }: Database): Immediate<VectorRows> {
  const counting = countingSets(orm);
  const holdsNothing = emptiness(orm);
  return {
    standing: (expert) => {
      const embedding = embeddingOf(orm, counting(expert));
      return { embedding, isEmpty: holdsNothing(expert), mayLack: embedding !== null && mayLack(orm, embedding) };
    },
    open: (expert, embedding) => write("process", () => setFor(orm, expert, embedding)),
    openAnew: (expert, embedding) => write("process", () => inTheMaking(orm, expert, embedding)),
    missing: (set, scope, { after, limit }) => missing(orm, { set, scope, after, limit }),
    count: (set, scope) => {
      const total = totalIn(orm, scope);
      return { total, done: set === null ? 0 : total - missingCount(orm, set, scope) };
    },
    inherit: (set, scope) => write("process", () => inheritVectors(orm, { set, ...scope })),
    add: (set, vectors) => write("process", () => add(orm, set, vectors)),
    use: (expert, set) => write("power", () => use(orm, expert, set)),
    sweep: (expert, limit) => write("process", () => sweep(orm, expert, limit)),
  };
}

/** Returns the function that reads the number of the set that an expert is searched by; null: only words. */
export function countingSets(orm: Drizzle): (expert: ExpertId) => number | null {
  const statement = builtOnce(() =>
    orm
      .select({ no: experts.embeddingNo })
      .from(experts)
      .where(eq(experts.id, sql.placeholder("expert")))
      .prepare(),
  );
  return (expert) => statement().get({ expert })?.no ?? null;
}

function countingSet(orm: Drizzle, expert: ExpertId): number | null {
  return countingSets(orm)(expert);
}

/** The number of the set with that embedding: the one in use, one that is being built, or a new one. */
export function setFor(orm: Drizzle, expert: ExpertId, embedding: Embedding): number {
  const counting = countingSet(orm, expert);
  const isInUse = counting !== null && sameEmbedding(embeddingOf(orm, counting), embedding);
  return isInUse ? counting : inTheMaking(orm, expert, embedding);
}

export function sameEmbedding(a: Embedding | null, b: Embedding): boolean {
  return a !== null && a.model === b.model && a.dimensions === b.dimensions && a.recipe === b.recipe;
}

function inTheMaking(orm: Drizzle, expertId: ExpertId, { model, dimensions, recipe }: Embedding): number {
  const counting = countingSet(orm, expertId);
  const unfinished = orm
    .select({ no: embeddings.no })
    .from(embeddings)
    .where(
      and(
        ...[eq(embeddings.expertId, expertId), eq(embeddings.retired, false)],
        ...[eq(embeddings.model, model), eq(embeddings.dimensions, dimensions), eq(embeddings.recipe, recipe)],
        counting === null ? undefined : ne(embeddings.no, counting),
      ),
    )
    .get();
  if (unfinished !== undefined) return unfinished.no;
  const made = orm.insert(embeddings).values({ expertId, model, dimensions, recipe });
  return made.returning({ no: embeddings.no }).get().no;
}

/** The chunks of a scope, joined with the tables that the condition needs. */
function inScope(orm: Drizzle, scope: PassageScope) {
  const answering = and(eq(sources.no, sourceVersions.sourceNo), eq(sources.currentVersionNo, sourceVersions.no));
  if ("versionNo" in scope) return eq(chunks.versionNo, scope.versionNo);
  const versions = orm
    .select({ no: sourceVersions.no })
    .from(sources)
    .innerJoin(sourceVersions, answering)
    .where(eq(sources.expertId, scope.expertId));
  return inArray(chunks.versionNo, versions);
}

function totalIn(orm: Drizzle, scope: PassageScope): number {
  return orm.select({ n: count() }).from(chunks).where(inScope(orm, scope)).get()?.n ?? 0;
}

const vectorOf = (set: number) => and(eq(chunkVectors.chunkNo, chunks.no), eq(chunkVectors.embeddingNo, set));

function missingCount(orm: Drizzle, set: number, scope: PassageScope): number {
  const without = and(inScope(orm, scope), isNull(chunkVectors.chunkNo));
  const rows = orm.select({ n: count() }).from(chunks).leftJoin(chunkVectors, vectorOf(set)).where(without);
  return rows.get()?.n ?? 0;
}

interface Wanted {
  readonly set: number;
  readonly scope: PassageScope;
  readonly after: number;
  readonly limit: number;
}

function missing(orm: Drizzle, { set, scope, after, limit }: Wanted): Embeddable[] {
  const documentTitle = "versionNo" in scope ? scope.title : null;
  const title = sql<string>`coalesce(${sourceVersions.givenTitle}, ${documentTitle}, ${sourceVersions.title})`;
  return orm
    .select({ no: chunks.no, title, section: chunks.section, text: chunks.text })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .leftJoin(chunkVectors, vectorOf(set))
    .where(and(inScope(orm, scope), gt(chunks.no, after), isNull(chunkVectors.chunkNo)))
    .orderBy(asc(chunks.no))
    .limit(limit)
    .all();
}

function add(orm: Drizzle, set: number, vectors: Parameters<VectorRows["add"]>[1]): void {
  const wanted = inArray(
    chunks.no,
    vectors.map(({ no }) => no),
  );
  const there = new Set(
    orm
      .select({ no: chunks.no })
      .from(chunks)
      .where(wanted)
      .all()
      .map(({ no }) => no),
  );
  const kept = vectors.filter(({ no }) => there.has(no));
  if (kept.length === 0) return;
  const rows = kept.map(({ no, vector }) => ({ chunkNo: no, embeddingNo: set, vector: bytesOf(vector) }));
  orm.insert(chunkVectors).values(rows).onConflictDoNothing().run();
}

function use(orm: Drizzle, expertId: ExpertId, set: number | null): boolean {
  if (set !== null && missingCount(orm, set, { expertId }) > 0) return false;
  switchTo(orm, expertId, set);
  return true;
}

/** From now on the expert is searched by this set, or by words (null). Its other sets are to be deleted. */
export function switchTo(orm: Drizzle, expertId: ExpertId, set: number | null): void {
  const others = set === null ? undefined : ne(embeddings.no, set);
  orm
    .update(embeddings)
    .set({ retired: true })
    .where(and(eq(embeddings.expertId, expertId), others))
    .run();
  orm.update(experts).set({ embeddingNo: set }).where(eq(experts.id, expertId)).run();
  forgetVectors(orm, expertId, embeddingOf(orm, set));
  memoryLog(orm).cut(expertId);
}

function sweep(orm: Drizzle, expertId: ExpertId, limit: number): number {
  const retired = and(eq(embeddings.expertId, expertId), eq(embeddings.retired, true));
  const sets = orm.select({ no: embeddings.no }).from(embeddings).where(retired);
  const some = orm
    .select({ rowid: sql`${sql.identifier("rowid")}` })
    .from(chunkVectors)
    .where(inArray(chunkVectors.embeddingNo, sets))
    .limit(limit);
  const gone = orm.delete(chunkVectors).where(inArray(sql`rowid`, some));
  const deleted = gone.returning({ no: chunkVectors.chunkNo }).all().length;
  if (deleted === 0) orm.delete(embeddings).where(retired).run();
  return deleted;
}

/** Whether no source of an expert answers yet. */
function emptiness(orm: Drizzle): (expert: ExpertId) => boolean {
  const ofExpert = eq(sources.expertId, sql.placeholder("expert"));
  const statement = builtOnce(() =>
    orm
      .select({ no: sources.no })
      .from(sources)
      .where(and(ofExpert, isNotNull(sources.currentVersionNo)))
      .limit(1)
      .prepare(),
  );
  return (expert) => statement().get({ expert }) === undefined;
}

/** Whether a memory may contain a version with this embedding (null: only words), for a version that is being completed. */
export type EmbeddingAdmission = (expert: ExpertId, set: number | null) => boolean;

/** Must be called in the transaction that completes the version. */
export function embeddingAdmission({ orm, write }: Pick<Database, "orm" | "write">): EmbeddingAdmission {
  const counting = countingSets(orm);
  const mayFollow = (present: number | null) => {
    const embedding = embeddingOf(orm, present);
    return embedding !== null && mayLack(orm, embedding);
  };
  const takesAsFirst = (expert: ExpertId, set: number | null) => write("power", () => admitsFirst(orm, expert, set));
  return (expert, set) => {
    const present = counting(expert);
    return present === set || (set === null && mayFollow(present)) || takesAsFirst(expert, set);
  };
}

/** Whether this is the memory's first version, so that the memory takes its embedding. */
function admitsFirst(orm: Drizzle, expertId: ExpertId, set: number | null): boolean {
  if (!emptiness(orm)(expertId)) return false;
  const retired = or(eq(embeddings.retired, true), ne(embeddings.expertId, expertId));
  const spoilt =
    set !== null &&
    orm
      .select({ no: embeddings.no })
      .from(embeddings)
      .where(and(eq(embeddings.no, set), retired))
      .get() !== undefined;
  if (!spoilt) orm.update(experts).set({ embeddingNo: set }).where(eq(experts.id, expertId)).run();
  return !spoilt;
}
