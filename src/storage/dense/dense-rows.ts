/** The vectors of passages from a model whose vectors arrive after a source is ready. */
import { and, count, eq, lte, sql } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type { DenseRows, EmbeddedPassage } from "../../memory/embedding/ports.ts";
import { bytesOf } from "../../memory/embedding/vector-bytes.ts";
import type { Database, Drizzle } from "../database.ts";
import { embeddingOf } from "../rows/embedding-row.ts";
import { memoryLog } from "../rows/memory-log.ts";
import {
  adoptModel,
  expertsBehind,
  indexedExpert,
  passagesCounted,
  senseModelNo,
  standing,
  versionsOf,
  waitingFor,
} from "../rows/sense-rows.ts";
import { countingSets, sameEmbedding, setFor, switchTo } from "../rows/vector-rows.ts";
import { chunks, chunkVectors, experts, senseStandings, versionSenses } from "../schema.ts";
import { countCompleteVersions, denseName, mayLack, mayLackVectors } from "./dense-models.ts";

/** @param embedding of the vectors that are read and written. */
export function denseRows({ orm, write }: Database, embedding: Embedding): Immediate<DenseRows> {
  const name = denseName(embedding);
  // No model has the number 0.
  const no = () => senseModelNo(orm, name) ?? 0;
  const countOf = passagesCounted(orm, name);
  return {
    adopt: () => {
      if (senseModelNo(orm, name) === null) write("power", () => adopt(orm, name));
    },
    behind: () => expertsBehind(orm, no(), takesVectors),
    reserve: () => true,
    missing: (expert, limit) => waitingFor(orm, no(), { expert, limit }),
    // Durable, because it raises the revision: after a power cut, the same revision must not return with other content.
    add: (expert, passages) => write("power", () => add(orm, { modelNo: no(), embedding }, { expert, passages })),
    claim: (expert) =>
      write("power", () => {
        claim(orm, expert, embedding);
        const { done, total } = countOf(expert);
        if (done === total) awaitAgain(orm, no(), expert);
      }),
    count: (expert) => (isFree(orm, expert, embedding) ? countOf(expert) : null),
    waiting: () => waiting(orm, no()),
    expert: (id) => indexedExpert(orm, id),
    sweep: (limit) => write("process", () => sweep(orm, limit)),
  };
}

function adopt(orm: Drizzle, name: string): void {
  const modelNo = adoptModel(orm, name);
  orm.run(sql.raw(countCompleteVersions(`version_senses.model_no = ${modelNo}`)));
}

interface Kind {
  readonly modelNo: number;
  readonly embedding: Embedding;
}

interface Batch {
  readonly expert: ExpertId;
  readonly passages: readonly EmbeddedPassage[];
}

const replacing = {
  target: [chunkVectors.chunkNo, chunkVectors.embeddingNo],
  set: { vector: sql`excluded.vector` },
};

function add(orm: Drizzle, { modelNo, embedding }: Kind, { expert, passages }: Batch): boolean {
  const there = versionsOf(orm, expert, passages);
  const kept = passages.filter(({ no }) => there.has(no));
  if (kept.length === 0 || !isFree(orm, expert, embedding)) return false;
  const embeddingNo = claim(orm, expert, embedding);
  const rows = kept.map(({ no, vector }) => ({ chunkNo: no, embeddingNo, vector: bytesOf(vector) }));
  orm.insert(chunkVectors).values(rows).onConflictDoUpdate(replacing).run();
  const numbers = kept.map(({ no }) => no).toSorted((a, b) => a - b);
  for (const [versionNo, some] of Map.groupBy(numbers, (no) => there.get(no)!)) {
    const row = and(standing(modelNo, expert), eq(versionSenses.versionNo, versionNo));
    const reached = orm.select({ reached: versionSenses.reached }).from(versionSenses).where(row).get()?.reached ?? 0;
    const last = Math.max(reached, some.at(-1)!);
    orm
      .update(versionSenses)
      .set({ reached: last, done: passagesUpTo(orm, versionNo, last) })
      .where(row)
      .run();
  }
  memoryLog(orm).note(expert, { sensed: rangesOf(numbers) });
  return true;
}

/** Whether the expert is searched by words, or by vectors of a model like this one. */
function isFree(orm: Drizzle, expert: ExpertId, embedding: Embedding): boolean {
  const present = embeddingOf(orm, countingSets(orm)(expert));
  return present === null || sameEmbedding(present, embedding) || mayLack(orm, present);
}

/** The same in SQL. `docent reindex` changes the others. */
const takesVectors = sql.raw(`(experts.embedding_no IS NULL
  OR EXISTS (SELECT 1 FROM embeddings e WHERE e.no = experts.embedding_no AND ${mayLackVectors("e")}))`);

function passagesUpTo(orm: Drizzle, versionNo: number, last: number): number {
  const upTo = and(eq(chunks.versionNo, versionNo), lte(chunks.no, last));
  return orm.select({ n: count() }).from(chunks).where(upTo).get()?.n ?? 0;
}

/** Returns the set of that embedding, which the expert is searched by from now on. */
function claim(orm: Drizzle, expert: ExpertId, embedding: Embedding): number {
  const present = countingSets(orm)(expert);
  const set = setFor(orm, expert, embedding);
  if (set !== present) switchTo(orm, expert, set);
  return set;
}

function awaitAgain(orm: Drizzle, modelNo: number, expert: ExpertId): void {
  orm.update(versionSenses).set({ reached: 0, done: 0 }).where(standing(modelNo, expert)).run();
}

function waiting(orm: Drizzle, modelNo: number): number {
  const lacking = sql<number>`coalesce(sum(${senseStandings.total} - ${senseStandings.done}), 0)`;
  const ofModel = and(eq(senseStandings.modelNo, modelNo), takesVectors);
  const rows = orm
    .select({ n: lacking })
    .from(senseStandings)
    .innerJoin(experts, eq(experts.id, senseStandings.expertId));
  return rows.where(ofModel).get()?.n ?? 0;
}

/** Vectors of sets that are to be deleted, then those sets. */
function sweep(orm: Drizzle, limit: number): number {
  const retired = "SELECT no FROM embeddings WHERE retired = 1";
  const some = `SELECT rowid FROM chunk_vectors WHERE embedding_no IN (${retired}) LIMIT ${limit}`;
  const deleted = orm.all(sql.raw(`DELETE FROM chunk_vectors WHERE rowid IN (${some}) RETURNING chunk_no`)).length;
  if (deleted === 0) orm.run(sql.raw("DELETE FROM embeddings WHERE retired = 1"));
  return deleted;
}
