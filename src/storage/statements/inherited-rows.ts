/** Copies the vectors of unchanged turns from the previous version of a continued conversation. */
import { asc, eq, sql } from "drizzle-orm";
import type { Drizzle } from "../database.ts";
import { chunks, sources, sourceVersions, versionSenses } from "../schema.ts";

/** The number of a passage in the previous version, and of the same passage in the new one. */
type Pair = readonly [before: number, after: number];

/**
 * Both the sense and the vectors that arrive after a source is ready. Call it in the transaction in which `after` replaces `before`, while both
 * have their passages.
 */
export function inheritSense(orm: Drizzle, { before, after }: { before: number; after: number }): void {
  const pairs = titleOf(orm, before) === titleOf(orm, after) ? sameBeginning(orm, before, after) : [];
  if (pairs.length === 0) return;
  orm.run(sql`
    INSERT INTO chunk_senses (model_no, chunk_no, vector)
    SELECT s.model_no, pair.value ->> 1, s.vector
    FROM json_each(${JSON.stringify(pairs)}) pair JOIN chunk_senses s ON s.chunk_no = pair.value ->> 0`);
  orm.run(sql`
    INSERT OR IGNORE INTO chunk_vectors (chunk_no, embedding_no, vector)
    SELECT pair.value ->> 1, v.embedding_no, v.vector
    FROM json_each(${JSON.stringify(pairs)}) pair JOIN chunk_vectors v ON v.chunk_no = pair.value ->> 0
    JOIN embeddings e ON e.no = v.embedding_no AND e.retired = 0`);
  for (const { modelNo, reached } of progressOf(orm, before)) {
    const done = pairs.filter(([no]) => no <= reached);
    const change = { done: done.length, reached: done.at(-1)?.[1] ?? 0 };
    const row = sql`${versionSenses.modelNo} = ${modelNo} AND ${versionSenses.versionNo} = ${after}`;
    orm.update(versionSenses).set(change).where(row).run();
  }
}

/**
 * Copies the vectors of a set from the current version to the version that will replace it.
 * @param title the title of the new version.
 */
export function inheritVectors(
  orm: Drizzle,
  { set, versionNo, title }: { set: number; versionNo: number; title: string | null },
): void {
  const row = orm
    .select({ before: sources.currentVersionNo, type: sourceVersions.type })
    .from(sourceVersions)
    .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
    .where(eq(sourceVersions.no, versionNo))
    .get();
  if (row?.type !== "conversation" || row.before === null) return;
  if (titleOf(orm, row.before) !== titleOf(orm, versionNo, title)) return;
  const pairs = JSON.stringify(sameBeginning(orm, row.before, versionNo));
  orm.run(sql`
    INSERT OR IGNORE INTO chunk_vectors (chunk_no, embedding_no, vector)
    SELECT pair.value ->> 1, v.embedding_no, v.vector
    FROM json_each(${pairs}) pair JOIN chunk_vectors v ON v.chunk_no = pair.value ->> 0 AND v.embedding_no = ${set}`);
}

/** The equal passages at the beginning of two versions, up to the first difference. */
function sameBeginning(orm: Drizzle, before: number, after: number): Pair[] {
  const [old, now] = [passagesOf(orm, before), passagesOf(orm, after)];
  const differs = now.findIndex(({ text, section }, i) => old[i]?.text !== text || old[i].section !== section);
  const same = now.slice(0, differs < 0 ? now.length : differs);
  return same.map(({ no }, i): Pair => [old[i]!.no, no]);
}

function passagesOf(orm: Drizzle, versionNo: number) {
  return orm
    .select({ no: chunks.no, section: chunks.section, text: chunks.text })
    .from(chunks)
    .where(eq(chunks.versionNo, versionNo))
    .orderBy(asc(chunks.no))
    .all();
}

function titleOf(orm: Drizzle, versionNo: number, ofDocument: string | null = null): string | undefined {
  const title = sql<string>`coalesce(${sourceVersions.givenTitle}, ${ofDocument}, ${sourceVersions.title})`;
  return orm.select({ title }).from(sourceVersions).where(eq(sourceVersions.no, versionNo)).get()?.title;
}

function progressOf(orm: Drizzle, versionNo: number) {
  const { modelNo, reached } = versionSenses;
  return orm.select({ modelNo, reached }).from(versionSenses).where(eq(versionSenses.versionNo, versionNo)).all();
}
