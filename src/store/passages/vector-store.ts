/** The vectors of passages, in sets: one for each memory and model. */
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { bytesOf } from "../../memory/embedding/vector-bytes.ts";
import type { Embeddable, PassageScope, Progress, VectorRows } from "../../memory/row-ports.ts";
import type { Tables } from "../schema/tables.ts";
import { all, done, first, type Orm, rowsOf, type Store, type Survives, type Work } from "../work.ts";
import { inheritVectors } from "./inherited-passages.ts";
import { setFor, setInTheMaking, setInUse, switchTo } from "./vector-sets.ts";

export function vectorStore(store: Store): VectorRows {
  const { read, write, tables, log } = store;
  /** Processes that open a set for the same expert do so one after another. */
  const locked = <T>(survives: Survives, expert: ExpertId, work: (orm: Orm) => Work<T>) =>
    write(survives, function* (orm) {
      yield* log.lock(expert);
      return yield* work(orm);
    });
  return {
    standing: (expert) =>
      read(function* (orm) {
        const present = yield* setInUse(tables, orm, expert);
        const isEmpty = yield* holdsNothing(tables, orm, expert);
        return { embedding: present?.embedding ?? null, isEmpty, mayLack: present?.mayLack ?? false };
      }),
    open: (expert, embedding) => locked("process", expert, (orm) => setFor(tables, orm, { expert, embedding })),
    openAnew: (expert, embedding) =>
      locked("process", expert, (orm) => setInTheMaking(tables, orm, { expert, embedding })),
    missing: (set, scope, { after, limit }) => read((orm) => missing(tables, orm, { set, scope, after, limit })),
    count: (set, scope) => read((orm) => countIn(tables, orm, { set, scope })),
    inherit: (set, scope) => write("process", (orm) => inheritVectors(store, orm, { set, ...scope })),
    add: (set, vectors) => write("process", (orm) => writeVectors(store, orm, { set, vectors })),
    use: (expert, set) =>
      locked("power", expert, function* (orm) {
        const counted = yield* countIn(tables, orm, { set, scope: { expertId: expert } });
        if (set !== null && counted.done < counted.total) return false;
        yield* switchTo(store, orm, { expert, set });
        return true;
      }),
    sweep: (expert, limit) => write("process", () => sweepVectors({ condition: sql`e.expert_id = ${expert}`, limit })),
  };
}

/** Whether no source of an expert answers yet. */
function* holdsNothing({ sources }: Tables, orm: Orm, expert: ExpertId): Work<boolean> {
  const answering = and(eq(sources.expertId, expert), isNotNull(sources.currentVersionNo));
  return (yield* first(orm.select({ no: sources.no }).from(sources).where(answering).limit(1))) === undefined;
}

function isIn({ chunks, sources }: Tables, orm: Orm, scope: PassageScope) {
  if ("versionNo" in scope) return eq(chunks.versionNo, scope.versionNo);
  const answering = and(eq(sources.expertId, scope.expertId), isNotNull(sources.currentVersionNo));
  return inArray(
    chunks.versionNo,
    orm
      .select({ no: sql`${sources.currentVersionNo}` })
      .from(sources)
      .where(answering),
  );
}

interface Scoped {
  readonly set: number | null;
  readonly scope: PassageScope;
}

/** No set has the number 0. */
const vectorOf = ({ chunks, chunkVectors }: Tables, set: number | null) =>
  and(eq(chunkVectors.chunkNo, chunks.no), eq(chunkVectors.embeddingNo, set ?? 0));

function* countIn(tables: Tables, orm: Orm, { set, scope }: Scoped): Work<Progress> {
  const { chunks, chunkVectors } = tables;
  const counted = orm
    .select({ total: count(), done: count(chunkVectors.chunkNo) })
    .from(chunks)
    .leftJoin(chunkVectors, vectorOf(tables, set))
    .where(isIn(tables, orm, scope));
  return (yield* first(counted)) ?? { done: 0, total: 0 };
}

interface Wanted extends Scoped {
  readonly after: number;
  readonly limit: number;
}

function missing(tables: Tables, orm: Orm, { set, scope, after, limit }: Wanted): Work<Embeddable[]> {
  const { chunks, chunkVectors, sourceVersions } = tables;
  const ofDocument = sql`CAST(${"versionNo" in scope ? scope.title : null} AS text)`;
  const title = sql<string>`coalesce(${sourceVersions.givenTitle}, ${ofDocument}, ${sourceVersions.title})`;
  return all(
    orm
      .select({ no: chunks.no, title, section: chunks.section, text: chunks.text })
      .from(chunks)
      .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
      .leftJoin(chunkVectors, vectorOf(tables, set))
      .where(and(isIn(tables, orm, scope), gt(chunks.no, after), isNull(chunkVectors.chunkNo)))
      .orderBy(asc(chunks.no))
      .limit(limit),
  );
}

/** Vectors of a statement. */
const atOnce = 500;

export interface NewVectors {
  readonly set: number;
  readonly vectors: readonly { readonly no: number; readonly vector: Float32Array }[];
  /** Whether vectors that are there are replaced. */
  readonly renews?: boolean;
}

/** Passages that were deleted in the meantime are left out. */
export function* writeVectors({ tables, dialect }: Store, orm: Orm, { set, vectors, renews }: NewVectors): Work<void> {
  const { chunks, chunkVectors } = tables;
  const { chunkNo, embeddingNo } = chunkVectors;
  const replacing = { target: [chunkNo, embeddingNo], set: { vector: sql`excluded.vector` } };
  for (let from = 0; from < vectors.length; from += atOnce) {
    const some = vectors.slice(from, from + atOnce);
    const given = inArray(
      chunks.no,
      some.map(({ no }) => no),
    );
    yield* dialect.lock(chunks, given);
    const there = new Set((yield* all(orm.select({ no: chunks.no }).from(chunks).where(given))).map(({ no }) => no));
    const kept = some.filter(({ no }) => there.has(no));
    if (kept.length === 0) continue;
    const rows = kept.map(({ no, vector }) => ({ chunkNo: no, embeddingNo: set, vector: bytesOf(vector) }));
    const insertion = orm.insert(chunkVectors).values(rows);
    yield* done(renews === true ? insertion.onConflictDoUpdate(replacing) : insertion.onConflictDoNothing());
  }
}

interface Sweeping {
  /** On the set `e`. */
  readonly condition: SQL;
  readonly limit: number;
}

/** Deletes vectors of sets that are to be deleted, then those sets. Returns the number of vectors. */
export function* sweepVectors({ condition, limit }: Sweeping): Work<number> {
  const deleted = yield* rowsOf(
    sql`DELETE FROM chunk_vectors WHERE (chunk_no, embedding_no) IN (
        SELECT w.chunk_no, w.embedding_no FROM embeddings e JOIN chunk_vectors w ON w.embedding_no = e.no
        WHERE e.retired AND ${condition} LIMIT ${limit})
      RETURNING chunk_no`,
  );
  if (deleted.length === 0) {
    const isEmpty = sql`NOT EXISTS (SELECT 1 FROM chunk_vectors w WHERE w.embedding_no = e.no)`;
    yield* done(sql`DELETE FROM embeddings AS e WHERE e.retired AND ${condition} AND ${isEmpty}`);
  }
  return deleted.length;
}
