/** The vectors of passages from a model whose vectors arrive after a source is ready. */
import { sql } from "drizzle-orm";
import type { Embedding } from "../../experts/expert.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type { DenseRows, EmbeddedPassage } from "../../memory/embedding/ports.ts";
import type { Embeddable, Progress } from "../../memory/row-ports.ts";
import type { NodeLeases } from "../leased-work.ts";
import { firstRow, rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import {
  adoptModel,
  expertLease,
  expertsBehind,
  fromWaiting,
  indexedExpert,
  modelNo,
  progressOf,
  versionsOf,
  type Waiting,
} from "./background-models.ts";
import { lockMemory, noteSense } from "./revision-log.ts";
import { denseName, denseNameOfSet, isSame, setFor, setInUse, switchTo, takesVectors } from "./vector-sets.ts";
import { sweepVectors, writeVectors } from "./vector-store.ts";

/** @param embedding of the vectors that are read and written. */
export function denseInPostgres(
  { read, transact }: PostgresDatabase,
  leases: NodeLeases,
  embedding: Embedding,
): DenseRows {
  const name = denseName(embedding);
  return {
    adopt: async () => {
      if ((await read((orm) => modelNo(orm, name))) === null) await transact((orm) => adopt(orm, name));
    },
    behind: () => read((orm) => expertsBehind(orm, name, takesVectors)),
    reserve: (expert) => leases.take(`${name} ${expert}`, expertLease),
    missing: (expert, limit) => read((orm) => missing(orm, { model: name, expert, limit })),
    add: (expert, passages) => transact((orm) => add(orm, embedding, { expert, passages })),
    claim: (expert) =>
      transact(async (orm) => {
        await lockMemory(orm, expert);
        await claim(orm, expert, embedding);
        await awaitAgain(orm, name, expert);
      }),
    count: (expert) =>
      read(async (orm) => ((await isFree(orm, expert, embedding)) ? progressOf(orm, name, expert) : null)),
    waiting: () => read((orm) => waiting(orm, name)),
    expert: (id) => read((orm) => indexedExpert(orm, id)),
    sweep: (limit) => transact((orm) => sweepVectors(orm, { condition: sql`true`, limit })),
  };
}

/** Versions whose passages all have a vector of the model are done. */
async function adopt(orm: Orm, name: string): Promise<void> {
  await adoptModel(orm, name);
  const passages = sql`FROM chunks c WHERE c.version_no = b.version_no`;
  await orm.execute(sql`
    UPDATE version_senses b SET done = total, reached = (SELECT max(c.no) ${passages})
    FROM sense_models m, experts x, embeddings e
    WHERE m.name = ${name} AND b.model_no = m.no AND b.done < b.total AND x.id = b.expert_id AND e.no = x.embedding_no
      AND ${denseNameOfSet} = m.name AND NOT EXISTS (SELECT 1 ${passages} AND NOT EXISTS (
        SELECT 1 FROM chunk_vectors w WHERE w.chunk_no = c.no AND w.embedding_no = e.no))`);
}

function missing(orm: Orm, waiting: Waiting): Promise<readonly Embeddable[]> {
  return rowsOf(orm, sql`SELECT c.no::float8 AS no, v.title, c.section, c.text ${fromWaiting(waiting)}`);
}

interface Batch {
  readonly expert: ExpertId;
  readonly passages: readonly EmbeddedPassage[];
}

async function add(orm: Orm, embedding: Embedding, { expert, passages }: Batch): Promise<boolean> {
  const known = await lockMemory(orm, expert);
  const no = await modelNo(orm, denseName(embedding));
  if (known === null || no === null) return false;
  const there = await versionsOf(orm, expert, passages);
  const kept = passages.filter((passage) => there.has(passage.no));
  if (kept.length === 0 || !(await isFree(orm, expert, embedding))) return false;
  await writeVectors(orm, await claim(orm, expert, embedding), kept, true);
  const numbers = kept.map((passage) => passage.no).toSorted((a, b) => a - b);
  for (const [versionNo, some] of Map.groupBy(numbers, (each) => there.get(each)!)) {
    const reached = sql`greatest(reached, ${some.at(-1)!}::bigint)`;
    await orm.execute(sql`
      UPDATE version_senses SET reached = ${reached},
        done = (SELECT count(*) FROM chunks c WHERE c.version_no = ${versionNo} AND c.no <= ${reached})
      WHERE model_no = ${no} AND expert_id = ${expert} AND version_no = ${versionNo}`);
  }
  await noteSense(orm, expert, rangesOf(numbers));
  return true;
}

/** Whether the expert is searched by words, or by vectors of a model like this one. */
async function isFree(orm: Orm, expert: ExpertId, embedding: Embedding): Promise<boolean> {
  const present = await setInUse(orm, expert);
  return present === null || present.mayLack || isSame(present.embedding, embedding);
}

/** Returns the set of that embedding, which the expert is searched by from now on. */
async function claim(orm: Orm, expert: ExpertId, embedding: Embedding): Promise<number> {
  const present = await setInUse(orm, expert);
  const set = await setFor(orm, expert, embedding);
  if (set !== present?.no) await switchTo(orm, expert, set);
  return set;
}

/** If all passages have a vector, they wait for another. */
async function awaitAgain(orm: Orm, name: string, expert: ExpertId): Promise<void> {
  const { done, total } = await progressOf(orm, name, expert);
  if (done < total) return;
  await orm.execute(sql`
    UPDATE version_senses SET reached = 0, done = 0
    WHERE expert_id = ${expert} AND model_no = (SELECT no FROM sense_models WHERE name = ${name})`);
}

async function waiting(orm: Orm, name: string): Promise<number> {
  const row = await firstRow<Pick<Progress, "total">>(
    orm,
    sql`SELECT coalesce(sum(s.total - s.done), 0)::float8 AS total FROM sense_standings s
      JOIN sense_models m ON m.no = s.model_no JOIN experts x ON x.id = s.expert_id
      WHERE m.name = ${name} AND ${takesVectors}`,
  );
  return row?.total ?? 0;
}
