/** Copies sense and vectors of unchanged turns from the previous version of a continued conversation. */
import { type SQL, sql } from "drizzle-orm";
import { firstRow } from "../plain-statements.ts";
import type { Orm } from "../postgres-database.ts";

interface Versions {
  readonly before: number;
  readonly after: number;
}

/**
 * Both the sense and the vectors that arrive after a source is ready. Must be called in the transaction in which `after`
 * replaces `before`, while both have their passages and the models' progress.
 */
export async function inheritSense(orm: Orm, { before, after }: Versions): Promise<void> {
  if (!(await haveSameTitle(orm, { before, after, title: null }))) return;
  const pairs = sameBeginning({ before, after });
  await orm.execute(sql`
    WITH ${pairs} INSERT INTO chunk_senses (model_no, chunk_no, vector)
    SELECT s.model_no, p.now, s.vector FROM pairs p JOIN chunk_senses s ON s.chunk_no = p.old
    ON CONFLICT DO NOTHING`);
  await orm.execute(sql`
    WITH ${pairs} INSERT INTO chunk_vectors (chunk_no, embedding_no, vector)
    SELECT p.now, w.embedding_no, w.vector FROM pairs p JOIN chunk_vectors w ON w.chunk_no = p.old
      JOIN embeddings e ON e.no = w.embedding_no AND NOT e.retired
    ON CONFLICT DO NOTHING`);
  await orm.execute(sql`
    WITH ${pairs} UPDATE version_senses new SET
      done = (SELECT count(*) FROM pairs p WHERE p.old <= previous.reached),
      reached = (SELECT coalesce(max(p.now), 0) FROM pairs p WHERE p.old <= previous.reached)
    FROM version_senses previous
    WHERE new.version_no = ${after} AND previous.version_no = ${before} AND previous.model_no = new.model_no`);
}

interface Inheritance {
  readonly set: number;
  readonly versionNo: number;
  /** The title in the new version's document. */
  readonly title: string | null;
}

/** Copies the vectors of a set from the current version to the version that will replace it. */
export async function inheritVectors(orm: Orm, { set, versionNo: after, title }: Inheritance): Promise<void> {
  const row = await firstRow<{ before: number | null }>(
    orm,
    sql`SELECT s.current_version_no::float8 AS before FROM source_versions v JOIN sources s ON s.no = v.source_no
      WHERE v.no = ${after} AND v.type = 'conversation'`,
  );
  const before = row?.before ?? null;
  if (before === null || !(await haveSameTitle(orm, { before, after, title }))) return;
  await orm.execute(sql`
    WITH ${sameBeginning({ before, after })} INSERT INTO chunk_vectors (chunk_no, embedding_no, vector)
    SELECT p.now, w.embedding_no, w.vector FROM pairs p
      JOIN chunk_vectors w ON w.chunk_no = p.old AND w.embedding_no = ${set}
    ON CONFLICT DO NOTHING`);
}

/** The equal passages at the beginning of two versions, up to the first difference: `pairs (old, now)`. */
function sameBeginning({ before, after }: Versions): SQL {
  const numbered = (version: number) =>
    sql`SELECT no, section, text, row_number() OVER (ORDER BY no) AS at FROM chunks WHERE version_no = ${version}`;
  return sql`earlier AS (${numbered(before)}), later AS (${numbered(after)}),
    different AS (
      SELECT min(later.at) AS at FROM later LEFT JOIN earlier USING (at)
      WHERE (earlier.section, earlier.text) IS DISTINCT FROM (later.section, later.text)),
    pairs AS (
      SELECT earlier.no AS old, later.no AS now FROM later JOIN earlier USING (at), different
      WHERE different.at IS NULL OR later.at < different.at)`;
}

/** A title belongs to what a model reads of each passage. */
async function haveSameTitle(
  orm: Orm,
  { before, after, title }: Versions & { readonly title: string | null },
): Promise<boolean> {
  const row = await firstRow<{ same: boolean }>(
    orm,
    sql`SELECT coalesce(o.given_title, o.title) = coalesce(n.given_title, ${title}::text, n.title) AS same
      FROM source_versions o, source_versions n WHERE o.no = ${before} AND n.no = ${after}`,
  );
  return row?.same === true;
}
