/** The sense of passages, and the progress of a model with each version that answers. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { rangesOf } from "../../memory/change-log.ts";
import type {
  EncodedPassage,
  ExpertBehind,
  IndexedExpert,
  PassageRange,
  Progress,
  SenseRows,
  UnencodedPassage,
} from "../../memory/ports.ts";
import { senseBytes } from "../../memory/sense/sense-bytes.ts";
import type { Leases } from "../leases.ts";
import { firstRow, numberList, rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";

/** Milliseconds for which a node keeps an expert to itself. Each batch renews it. */
const lease = 60_000;

/** @param model the name of the model whose sense is read and written. */
export function sensesInPostgres({ read, transact }: PostgresDatabase, leases: Leases, model: string): SenseRows {
  return {
    adopt: async () => {
      if ((await read((orm) => modelNo(orm, model))) === null) await transact((orm) => adopt(orm, model));
    },
    behind: () => read((orm) => expertsBehind(orm, model)),
    reserve: (expert) => leases.take(`sense ${model} ${expert}`, lease),
    missing: (expert, limit) => read((orm) => missing(orm, { model, expert, limit })),
    add: (expert, passages) => transact((orm) => add(orm, model, { expert, passages })),
    count: async (expert) => {
      const row = await read((orm) =>
        firstRow<Progress>(
          orm,
          sql`SELECT s.done::float8 AS done, s.total::float8 AS total
            FROM sense_standings s JOIN sense_models m ON m.no = s.model_no
            WHERE m.name = ${model} AND s.expert_id = ${expert}`,
        ),
      );
      return row ?? { done: 0, total: 0 };
    },
    expert: (id) => read((orm) => indexedExpert(orm, id)),
    sweep: (limit) => transact((orm) => sweep(orm, model, limit)),
  };
}

async function modelNo(orm: Orm, model: string): Promise<number | null> {
  const row = await firstRow<{ no: number }>(orm, sql`SELECT no::float8 AS no FROM sense_models WHERE name = ${model}`);
  return row?.no ?? null;
}

/** Waits for transactions in which versions begin to answer, and they wait for it, so that none is missed. */
async function adopt(orm: Orm, model: string): Promise<void> {
  await orm.execute(sql`LOCK TABLE sense_models IN ACCESS EXCLUSIVE MODE`);
  if ((await modelNo(orm, model)) !== null) return;
  await orm.execute(sql`INSERT INTO sense_models (name) VALUES (${model})`);
  await orm.execute(sql`
    INSERT INTO version_senses (model_no, expert_id, version_no, total)
    SELECT m.no, v.expert_id, v.no, (SELECT count(*) FROM chunks c WHERE c.version_no = v.no)
    FROM sense_models m, sources s JOIN source_versions v ON v.no = s.current_version_no WHERE m.name = ${model}`);
}

/** One look-up for each expert, regardless of the amount of work. Experts that are being deleted or imported are hidden. */
function expertsBehind(orm: Orm, model: string): Promise<readonly ExpertBehind[]> {
  return rowsOf(
    orm,
    sql`SELECT e.id, e.language FROM sense_models m CROSS JOIN experts e
        JOIN workspaces w ON w.id = e.workspace_id AND strpos(w.name, ':') = 0
        CROSS JOIN LATERAL (SELECT max(version_no) AS newest FROM version_senses b
          WHERE b.model_no = m.no AND b.expert_id = e.id AND b.done < b.total) AS v
      WHERE m.name = ${model} AND v.newest IS NOT NULL ORDER BY v.newest DESC`,
  );
}

interface Selection {
  readonly model: string;
  readonly expert: ExpertId;
  readonly limit: number;
}

function missing(orm: Orm, { model, expert, limit }: Selection): Promise<readonly UnencodedPassage[]> {
  return rowsOf(
    orm,
    sql`SELECT c.no::float8 AS no, v.title, c.text
      FROM (SELECT b.version_no, b.reached FROM version_senses b JOIN sense_models m ON m.no = b.model_no
          WHERE m.name = ${model} AND b.expert_id = ${expert} AND b.done < b.total
          ORDER BY b.version_no DESC LIMIT ${limit}) AS w
        JOIN source_versions v ON v.no = w.version_no
        CROSS JOIN LATERAL (SELECT no, text FROM chunks
          WHERE version_no = w.version_no AND no > w.reached ORDER BY no LIMIT ${limit}) AS c
      ORDER BY w.version_no DESC, c.no LIMIT ${limit}`,
  );
}

interface Batch {
  readonly expert: ExpertId;
  readonly passages: readonly EncodedPassage[];
}

async function add(orm: Orm, model: string, { expert, passages }: Batch): Promise<boolean> {
  // Whoever changes the memory of the same expert waits here.
  const known = await firstRow(orm, sql`SELECT id FROM experts WHERE id = ${expert} FOR NO KEY UPDATE`);
  const no = await modelNo(orm, model);
  if (known === undefined || no === null) return false;
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

/** The version of each passage that still exists and still answers. */
async function versionsOf(
  orm: Orm,
  expert: ExpertId,
  passages: readonly { readonly no: number }[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf<{ no: number; version: number }>(
    orm,
    sql`SELECT c.no::float8 AS no, c.version_no::float8 AS version
      FROM chunks c JOIN sources s ON s.current_version_no = c.version_no
      WHERE c.no = ANY(${numberList(passages.map(({ no }) => no))}) AND s.expert_id = ${expert}`,
  );
  return new Map(rows.map(({ no, version }) => [no, version]));
}

/** Raises the expert's revision, and logs the passages that got their sense with it. */
async function noteSense(orm: Orm, expert: ExpertId, ranges: readonly PassageRange[]): Promise<void> {
  await orm.execute(sql`UPDATE experts SET revision = revision + 1 WHERE id = ${expert}`);
  const [first, last] = [ranges.map((range) => range.first), ranges.map((range) => range.last)];
  await orm.execute(sql`
    INSERT INTO sense_changes (expert_id, revision, first_chunk_no, last_chunk_no)
    SELECT e.id, e.revision, r.first, r.last
    FROM experts e, unnest(${numberList(first)}, ${numberList(last)}) AS r (first, last) WHERE e.id = ${expert}`);
}

async function indexedExpert(orm: Orm, id: ExpertId): Promise<IndexedExpert | null> {
  const row = await firstRow<{ language: string; model: string | null; dimensions: number; recipe: string }>(
    orm,
    sql`SELECT e.language, b.model, b.dimensions::float8 AS dimensions, b.recipe
      FROM experts e LEFT JOIN embeddings b ON b.no = e.embedding_no WHERE e.id = ${id}`,
  );
  if (row === undefined) return null;
  const { language, model, dimensions, recipe } = row;
  return { id, language, embedding: model === null ? null : { model, dimensions, recipe } };
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
