/** The readings of passages, which are stored beside their texts. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import {
  type FoundLanguages,
  languagesFound,
  type ReadingRows,
  type UnoutlinedVersion,
  type UnreadPassage,
} from "../../memory/readings/ports.ts";
import type { NodeLeases } from "../leased-work.ts";
import { firstRow, rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { cutLog, lockMemory } from "./revision-log.ts";

/** Milliseconds for which a node keeps an expert to itself. Each batch renews it. */
const lease = 60_000;

export function readingsInPostgres({ read, transact }: PostgresDatabase, leases: NodeLeases): ReadingRows {
  return {
    experts: () => read((orm) => rowsOf(orm, sql`SELECT id, language, readings FROM experts ORDER BY id`)),
    reserve: (expert) => leases.take(`readings ${expert}`, lease),
    versions: async (expert) => {
      const rows = await read((orm) =>
        rowsOf<{ no: number }>(
          orm,
          sql`SELECT current_version_no::float8 AS no FROM sources
            WHERE expert_id = ${expert} AND current_version_no IS NOT NULL ORDER BY current_version_no`,
        ),
      );
      return rows.map(({ no }) => no);
    },
    unspoken: (version) =>
      read((orm) =>
        rowsOf<UnreadPassage>(
          orm,
          sql`SELECT c.no::float8 AS no, c.text FROM chunks c JOIN source_versions v ON v.no = c.version_no
            WHERE c.version_no = ${version} AND v.language IS NULL ORDER BY c.no`,
        ),
      ),
    keepLanguages: (expert, version, found) => transact((orm) => keepLanguages(orm, expert, { version, found })),
    languages: async (version) => {
      const rows = await read((orm) =>
        rowsOf<{ language: string | null }>(
          orm,
          sql`SELECT DISTINCT coalesce(c.language, v.language) AS language
            FROM chunks c JOIN source_versions v ON v.no = c.version_no WHERE c.version_no = ${version}`,
        ),
      );
      return rows.map(({ language }) => language);
    },
    lacking: (version, after, { language, stamp, limit }) =>
      read((orm) =>
        rowsOf<UnreadPassage>(
          orm,
          sql`SELECT c.no::float8 AS no, c.text FROM chunks c JOIN source_versions v ON v.no = c.version_no
            WHERE c.version_no = ${version} AND c.no > ${after}
              AND coalesce(c.language, v.language) IS NOT DISTINCT FROM ${language}::text
              AND substr(c.reading, 1, ${stamp.length}::int) IS DISTINCT FROM ${stamp}::bytea
            ORDER BY c.no LIMIT ${limit}`,
        ),
      ),
    unoutlined: (version, made) => read((orm) => unoutlined(orm, version, made)),
    keepOutlines: (outlines) =>
      transact(async (orm) => {
        for (const { no, outline } of outlines) {
          await orm.execute(sql`UPDATE chunks SET outline = ${outline}::bytea WHERE no = ${no}`);
        }
      }),
    keep: (readings) =>
      transact(async (orm) => {
        for (const { no, reading } of readings) {
          await orm.execute(sql`UPDATE chunks SET reading = ${reading}::bytea WHERE no = ${no}`);
        }
      }),
    settle: (expert, maker) =>
      transact(async (orm) => {
        await lockMemory(orm, expert);
        const before = await firstRow<{ readings: string | null }>(
          orm,
          sql`SELECT readings FROM experts WHERE id = ${expert}`,
        );
        await orm.execute(sql`UPDATE experts SET readings = ${maker} WHERE id = ${expert}`);
        if (before?.readings === languagesFound) await cutLog(orm, expert);
      }),
  };
}

interface Languages {
  readonly version: number;
  readonly found: FoundLanguages;
}

async function keepLanguages(
  orm: Orm,
  expert: ExpertId,
  { version, found: { document, parts, isForeign } }: Languages,
): Promise<void> {
  await lockMemory(orm, expert);
  await orm.execute(sql`UPDATE source_versions SET language = ${document} WHERE no = ${version}`);
  for (const { no, language } of parts)
    await orm.execute(sql`UPDATE chunks SET language = ${language} WHERE no = ${no}`);
  if (isForeign) await orm.execute(sql`UPDATE experts SET readings = ${languagesFound} WHERE id = ${expert}`);
}

async function unoutlined(orm: Orm, version: number, made: number): Promise<UnoutlinedVersion | null> {
  const found = await firstRow<{ filename: string | null; declared_type: string | null; content: string | null }>(
    orm,
    sql`SELECT filename, declared_type, content FROM source_versions v WHERE no = ${version} AND EXISTS (
      SELECT 1 FROM chunks c WHERE c.version_no = v.no
        AND substr(c.outline, 1, 1) IS DISTINCT FROM ${Uint8Array.of(made)}::bytea)`,
  );
  if (found?.content == null) return null;
  const passages = await rowsOf<UnoutlinedVersion["passages"][number]>(
    orm,
    sql`SELECT no::float8 AS no, start::float8 AS start, "end"::float8 AS "end" FROM chunks
      WHERE version_no = ${version} ORDER BY no`,
  );
  return { no: version, filename: found.filename, declaredType: found.declared_type, content: found.content, passages };
}
