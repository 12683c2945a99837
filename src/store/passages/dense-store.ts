/** The vectors of passages from a model whose vectors arrive after a source is ready. */
import { and, count, eq, lte, sql } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type { DenseRows, EmbeddedPassage } from "../../memory/embedding/ports.ts";
import type { Tables } from "../schema/tables.ts";
import { done, first, type Orm, type Store, type Work } from "../work.ts";
import {
  adoptModel,
  expertLease,
  expertsBehind,
  indexedExpert,
  modelNo,
  progressOf,
  unlessKnown,
  versionsOf,
} from "./background-models.ts";
import { denseName, denseNameOfSet, isSame, setFor, setInUse, switchTo, takesVectors } from "./vector-sets.ts";
import { sweepVectors, writeVectors } from "./vector-store.ts";

/** @param embedding of the vectors that are read and written. */
export function denseStore(store: Store, embedding: Embedding): DenseRows {
  const { read, write, tables, dialect, log } = store;
  const model = denseName(embedding);
  return {
    adopt: () => unlessKnown(store, model, (orm) => adopt(store, orm, model)),
    behind: () => read((orm) => expertsBehind(tables, orm, { model, condition: takesVectors })),
    reserve: (expert) => store.claim(() => store.leases.take(`${model} ${expert}`, expertLease)),
    missing: (expert, limit) => read((orm) => dialect.waitingPassages(orm, { model, expert, limit })),
    // Durable, because it raises the revision: after a power cut, the same revision must not return with other content.
    add: (expert, passages) => write("power", (orm) => add(store, orm, { embedding, expert, passages })),
    claim: (expert) =>
      write("power", function* (orm) {
        yield* log.lock(expert);
        yield* claim(store, orm, { expert, embedding });
        yield* awaitAgain(tables, orm, { model, expert });
      }),
    count: (expert) =>
      read(function* (orm) {
        return (yield* isFree(tables, orm, { expert, embedding }))
          ? yield* progressOf(tables, orm, { model, expert })
          : null;
      }),
    waiting: () => read((orm) => waiting(tables, orm, model)),
    expert: (id) => read((orm) => indexedExpert(tables, orm, id)),
    sweep: (limit) => write("process", () => sweepVectors({ condition: sql`true`, limit })),
  };
}

/** Versions whose passages all have a vector of the model are done. */
function* adopt(store: Store, orm: Orm, model: string): Work<void> {
  const no = yield* adoptModel(store, orm, model);
  const passages = sql`FROM chunks c WHERE c.version_no = version_senses.version_no`;
  yield* done(sql`
    UPDATE version_senses SET done = total, reached = (SELECT max(c.no) ${passages})
    WHERE model_no = ${no} AND done < total AND EXISTS (
      SELECT 1 FROM experts x JOIN embeddings e ON e.no = x.embedding_no
      WHERE x.id = version_senses.expert_id AND ${denseNameOfSet} = ${model} AND NOT EXISTS (
        SELECT 1 ${passages} AND NOT EXISTS (
          SELECT 1 FROM chunk_vectors w WHERE w.chunk_no = c.no AND w.embedding_no = e.no)))`);
}

interface OfExpert {
  readonly expert: ExpertId;
  readonly embedding: Embedding;
}

interface Batch extends OfExpert {
  readonly passages: readonly EmbeddedPassage[];
}

function* add(store: Store, orm: Orm, { embedding, expert, passages }: Batch): Work<boolean> {
  const { tables, log } = store;
  const isThere = yield* log.lock(expert);
  const no = yield* modelNo(tables, orm, denseName(embedding));
  if (!isThere || no === null) return false;
  const there = yield* versionsOf(tables, orm, { expert, passages });
  const kept = passages.filter((passage) => there.has(passage.no));
  if (kept.length === 0 || !(yield* isFree(tables, orm, { expert, embedding }))) return false;
  const set = yield* claim(store, orm, { expert, embedding });
  yield* writeVectors(store, orm, { set, vectors: kept, renews: true });
  const numbers = kept.map((passage) => passage.no).toSorted((a, b) => a - b);
  const { chunks, versionSenses } = tables;
  for (const [versionNo, some] of Map.groupBy(numbers, (each) => there.get(each)!)) {
    const { modelNo: ofModel, expertId, versionNo: version } = versionSenses;
    const mine = and(eq(ofModel, no), eq(expertId, expert), eq(version, versionNo));
    const before = yield* first(orm.select({ reached: versionSenses.reached }).from(versionSenses).where(mine));
    const reached = Math.max(before?.reached ?? 0, some.at(-1)!);
    const upTo = and(eq(chunks.versionNo, versionNo), lte(chunks.no, reached));
    const counted = yield* first(orm.select({ n: count() }).from(chunks).where(upTo));
    yield* done(
      orm
        .update(versionSenses)
        .set({ reached, done: counted?.n ?? 0 })
        .where(mine),
    );
  }
  yield* log.note(expert, { sensed: rangesOf(numbers) });
  return true;
}

/** Whether the expert is searched by words, or by vectors of a model like this one. */
function* isFree(tables: Tables, orm: Orm, { expert, embedding }: OfExpert): Work<boolean> {
  const present = yield* setInUse(tables, orm, expert);
  return present === null || present.mayLack || isSame(present.embedding, embedding);
}

/** Returns the set of that embedding, which the expert is searched by from now on. */
function* claim(store: Store, orm: Orm, { expert, embedding }: OfExpert): Work<number> {
  const present = yield* setInUse(store.tables, orm, expert);
  const set = yield* setFor(store.tables, orm, { expert, embedding });
  if (set !== present?.no) yield* switchTo(store, orm, { expert, set });
  return set;
}

/** If all passages have a vector, they wait for another. `docent reindex` changes the others. */
function* awaitAgain(
  tables: Tables,
  orm: Orm,
  { model, expert }: { readonly model: string; readonly expert: ExpertId },
): Work<void> {
  const progress = yield* progressOf(tables, orm, { model, expert });
  if (progress.done < progress.total) return;
  const { modelNo: ofModel, expertId } = tables.versionSenses;
  const mine = and(eq(ofModel, (yield* modelNo(tables, orm, model)) ?? 0), eq(expertId, expert));
  yield* done(orm.update(tables.versionSenses).set({ reached: 0, done: 0 }).where(mine));
}

function* waiting({ experts, senseModels, senseStandings }: Tables, orm: Orm, model: string): Work<number> {
  const lacking = sql`coalesce(sum(${senseStandings.total} - ${senseStandings.done}), 0)`.mapWith(Number);
  const found = yield* first(
    orm
      .select({ n: lacking })
      .from(senseStandings)
      .innerJoin(senseModels, eq(senseModels.no, senseStandings.modelNo))
      .innerJoin(experts, eq(experts.id, senseStandings.expertId))
      .where(and(eq(senseModels.name, model), takesVectors)),
  );
  return found?.n ?? 0;
}
