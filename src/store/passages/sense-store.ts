/** The sense of passages, and the progress of a model with each version that answers. */
import { and, eq, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type { EncodedPassage, SenseRows } from "../../memory/row-ports.ts";
import { senseBytes } from "../../memory/sense/sense-bytes.ts";
import { all, done, type Orm, rowsOf, type Store, type Work } from "../work.ts";
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

/** @param model the name of the model whose sense is read and written. */
export function senseStore(store: Store, model: string): SenseRows {
  const { read, write, tables, dialect } = store;
  return {
    adopt: () => unlessKnown(store, model, (orm) => adoptModel(store, orm, model)),
    behind: () => read((orm) => expertsBehind(tables, orm, { model })),
    reserve: (expert) => store.claim(() => store.leases.take(`sense ${model} ${expert}`, expertLease)),
    missing: (expert, limit) =>
      read(function* (orm) {
        const waiting = yield* dialect.waitingPassages(orm, { model, expert, limit });
        return waiting.map(({ no, title, text, language = null }) => ({ no, title, text, language }));
      }),
    // Durable, because it raises the revision: after a power cut, the same revision must not return with other content.
    add: (expert, passages) => write("power", (orm) => add(store, orm, { model, expert, passages })),
    count: (expert) => read((orm) => progressOf(tables, orm, { model, expert })),
    expert: (id) => read((orm) => indexedExpert(tables, orm, id)),
    sweep: (limit) => write("process", (orm) => sweep(store, orm, { model, limit })),
  };
}

interface Batch {
  readonly model: string;
  readonly expert: ExpertId;
  readonly passages: readonly EncodedPassage[];
}

function* add({ tables, log }: Store, orm: Orm, { model, expert, passages }: Batch): Work<boolean> {
  const isThere = yield* log.lock(expert);
  const no = yield* modelNo(tables, orm, model);
  if (!isThere || no === null) return false;
  const there = yield* versionsOf(tables, orm, { expert, passages });
  const { chunkSenses, versionSenses } = tables;
  const kept = passages.filter((passage) => there.has(passage.no));
  if (kept.length === 0) return false;
  const rows = kept.map((passage) => ({ modelNo: no, chunkNo: passage.no, vector: senseBytes(passage.sense) }));
  // Passages that another process encoded in the meantime stay unchanged and are not counted or logged again.
  const insertion = orm.insert(chunkSenses).values(rows).onConflictDoNothing();
  const added = yield* all(insertion.returning({ no: chunkSenses.chunkNo }));
  if (added.length === 0) return false;
  const numbers = added.map((row) => row.no).toSorted((a, b) => a - b);
  for (const [versionNo, some] of Map.groupBy(numbers, (each) => there.get(each)!)) {
    const last = sql`CAST(${some.at(-1)!} AS bigint)`;
    const { reached } = versionSenses;
    const change = {
      reached: sql`CASE WHEN ${reached} < ${last} THEN ${last} ELSE ${reached} END`,
      done: sql`${versionSenses.done} + CAST(${some.length} AS bigint)`,
    };
    const { modelNo: ofModel, expertId, versionNo: version } = versionSenses;
    const mine = and(eq(ofModel, no), eq(expertId, expert), eq(version, versionNo));
    yield* done(orm.update(versionSenses).set(change).where(mine));
  }
  yield* log.note(expert, { sensed: rangesOf(numbers) });
  return true;
}

interface Sweeping {
  readonly model: string;
  readonly limit: number;
}

/** Later models are not touched: a newer Docent is preparing them. */
function* sweep({ tables }: Store, orm: Orm, { model, limit }: Sweeping): Work<number> {
  const no = (yield* modelNo(tables, orm, model)) ?? 0;
  const deleted = yield* rowsOf(
    sql`DELETE FROM chunk_senses WHERE (model_no, chunk_no) IN (
      SELECT model_no, chunk_no FROM chunk_senses WHERE model_no < ${no} LIMIT ${limit}) RETURNING chunk_no`,
  );
  if (deleted.length === 0) yield* done(sql`DELETE FROM sense_models WHERE no < ${no} AND name NOT LIKE 'dense:%'`);
  return deleted.length;
}
