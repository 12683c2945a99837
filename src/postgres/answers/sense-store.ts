/** The sense of passages, and the progress of a model with each version that answers. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type { EncodedPassage, SenseRows, UnencodedPassage } from "../../memory/row-ports.ts";
import { senseBytes } from "../../memory/sense/sense-bytes.ts";
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

/** @param model the name of the model whose sense is read and written. */
export function sensesInPostgres({ read, transact }: PostgresDatabase, leases: NodeLeases, model: string): SenseRows {
  return {
    adopt: async () => {
      if ((await read((orm) => modelNo(orm, model))) === null) await transact((orm) => adoptModel(orm, model));
    },
    behind: () => read((orm) => expertsBehind(orm, model)),
    reserve: (expert) => leases.take(`sense ${model} ${expert}`, expertLease),
    missing: (expert, limit) => read((orm) => missing(orm, { model, expert, limit })),
    add: (expert, passages) => transact((orm) => add(orm, model, { expert, passages })),
    count: (expert) => read((orm) => progressOf(orm, model, expert)),
    expert: (id) => read((orm) => indexedExpert(orm, id)),
    sweep: (limit) => transact((orm) => sweep(orm, model, limit)),
  };
}

function missing(orm: Orm, waiting: Waiting): Promise<readonly UnencodedPassage[]> {
  return rowsOf(
    orm,
    sql`SELECT c.no::float8 AS no, v.title, coalesce(c.language, v.language) AS language, c.text ${fromWaiting(waiting)}`,
  );
}

interface Batch {
  readonly expert: ExpertId;
  readonly passages: readonly EncodedPassage[];
}

async function add(orm: Orm, model: string, { expert, passages }: Batch): Promise<boolean> {
  const known = await lockMemory(orm, expert);
  const no = await modelNo(orm, model);
  if (known === null || no === null) return false;
  const there = await versionsOf(orm, expert, passages);
  const added: number[] = [];
  for (const passage of passages) {
    if (!there.has(passage.no)) continue;
    // One that another process encoded in the meantime stays unchanged and is not counted or logged again.
    const kept = await firstRow(
      orm,
      sql`INSERT INTO chunk_senses (model_no, chunk_no, vector)
        VALUES (${no}, ${passage.no}, ${senseBytes(passage.sense)}::bytea) ON CONFLICT DO NOTHING RETURNING chunk_no`,
    );
    if (kept !== undefined) added.push(passage.no);
  }
  if (added.length === 0) return false;
  const numbers = added.toSorted((a, b) => a - b);
  for (const [versionNo, some] of Map.groupBy(numbers, (each) => there.get(each)!)) {
    await orm.execute(sql`
      UPDATE version_senses SET reached = greatest(reached, ${some.at(-1)!}::bigint), done = done + ${some.length}::bigint
      WHERE model_no = ${no} AND expert_id = ${expert} AND version_no = ${versionNo}`);
  }
  await noteSense(orm, expert, rangesOf(numbers));
  return true;
}

/** Later models are not touched: a newer Docent is preparing them. */
async function sweep(orm: Orm, model: string, limit: number): Promise<number> {
  const no = (await modelNo(orm, model)) ?? 0;
  const deleted = await rowsOf(
    orm,
    sql`DELETE FROM chunk_senses WHERE (model_no, chunk_no) IN (
        SELECT model_no, chunk_no FROM chunk_senses WHERE model_no < ${no} LIMIT ${limit})
      RETURNING chunk_no`,
  );
  if (deleted.length === 0)
    await orm.execute(sql`DELETE FROM sense_models WHERE no < ${no} AND name NOT LIKE 'dense:%'`);
  return deleted.length;
}
