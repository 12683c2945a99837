/** The progress of models that encode passages after their sources are ready, of sense and of vectors alike. */
import { type SQL, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { ExpertBehind, IndexedExpert, Progress } from "../../memory/row-ports.ts";
import { firstRow, numberList, rowsOf } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";

/** Milliseconds for which a node keeps an expert to itself while it encodes passages. Each batch renews it. */
export const expertLease = 60_000;

/** Null: no passage has waited for this model yet. */
export async function modelNo(orm: Orm, model: string): Promise<number | null> {
  const row = await firstRow<{ no: number }>(orm, sql`SELECT no::float8 AS no FROM sense_models WHERE name = ${model}`);
  return row?.no ?? null;
}

/** Registers a model: every passage that answers waits for it. Waits for transactions in which versions begin to answer, and they wait for it, so that none is missed. */
export async function adoptModel(orm: Orm, model: string): Promise<void> {
  await orm.execute(sql`LOCK TABLE sense_models IN ACCESS EXCLUSIVE MODE`);
  if ((await modelNo(orm, model)) !== null) return;
  await orm.execute(sql`INSERT INTO sense_models (name) VALUES (${model})`);
  await orm.execute(sql`
    INSERT INTO version_senses (model_no, expert_id, version_no, total)
    SELECT m.no, v.expert_id, v.no, (SELECT count(*) FROM chunks c WHERE c.version_no = v.no)
    FROM sense_models m, sources s JOIN source_versions v ON v.no = s.current_version_no WHERE m.name = ${model}`);
}

/** Of the passages that an expert answers from. Takes one look-up. */
export async function progressOf(orm: Orm, model: string, expert: ExpertId): Promise<Progress> {
  const row = await firstRow<Progress>(
    orm,
    sql`SELECT s.done::float8 AS done, s.total::float8 AS total
      FROM sense_standings s JOIN sense_models m ON m.no = s.model_no
      WHERE m.name = ${model} AND s.expert_id = ${expert}`,
  );
  return row ?? { done: 0, total: 0 };
}

/**
 * One look-up for each expert, regardless of the amount of work. Experts that are being deleted or imported are hidden.
 * @param condition on the expert `x`
 */
export function expertsBehind(orm: Orm, model: string, condition = sql`true`): Promise<readonly ExpertBehind[]> {
  return rowsOf(
    orm,
    sql`SELECT x.id, x.language FROM sense_models m CROSS JOIN experts x
        JOIN workspaces w ON w.id = x.workspace_id AND strpos(w.name, ':') = 0
        CROSS JOIN LATERAL (SELECT max(version_no) AS newest FROM version_senses b
          WHERE b.model_no = m.no AND b.expert_id = x.id AND b.done < b.total) AS v
      WHERE m.name = ${model} AND v.newest IS NOT NULL AND ${condition} ORDER BY v.newest DESC`,
  );
}

/** Passages of an expert that wait for a model. */
export interface Waiting {
  readonly model: string;
  readonly expert: ExpertId;
  /** Most passages. */
  readonly limit: number;
}

/** What follows the columns of a select: passages `c` that wait, of versions `v`, the newest version first. */
export function fromWaiting({ model, expert, limit }: Waiting): SQL {
  return sql`
      FROM (SELECT b.version_no, b.reached FROM version_senses b JOIN sense_models m ON m.no = b.model_no
          WHERE m.name = ${model} AND b.expert_id = ${expert} AND b.done < b.total
          ORDER BY b.version_no DESC LIMIT ${limit}) AS w
        JOIN source_versions v ON v.no = w.version_no
        CROSS JOIN LATERAL (SELECT no, section, text, language FROM chunks
          WHERE version_no = w.version_no AND no > w.reached ORDER BY no LIMIT ${limit}) AS c
      ORDER BY w.version_no DESC, c.no LIMIT ${limit}`;
}

/** The version of each passage that still exists and still answers. */
export async function versionsOf(
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

/** The facts of an expert that its memory needs; null if it is gone. */
export async function indexedExpert(orm: Orm, id: ExpertId): Promise<IndexedExpert | null> {
  const row = await firstRow<{ language: string; model: string | null; dimensions: number; recipe: string }>(
    orm,
    sql`SELECT e.language, b.model, b.dimensions::float8 AS dimensions, b.recipe
      FROM experts e LEFT JOIN embeddings b ON b.no = e.embedding_no WHERE e.id = ${id}`,
  );
  if (row === undefined) return null;
  const { language, model, dimensions, recipe } = row;
  return { id, language, embedding: model === null ? null : { model, dimensions, recipe } };
}
