/** Writes chunks: many with one statement. */
import { sql } from "drizzle-orm";
import type { NewChunk } from "../../sources/ports/queue-ports.ts";
import type { PostgresOrm } from "../database.ts";
import { storable } from "../store-dialect.ts";

/** Chunks of a statement: twelve values each, and a statement takes 65,535. */
const atOnce = 500;

export async function chunkRows(orm: PostgresOrm, versionNo: number, chunks: readonly NewChunk[]): Promise<void> {
  for (let from = 0; from < chunks.length; from += atOnce) {
    const rows = chunks.slice(from, from + atOnce).map(({ turn, ...chunk }) => {
      const { start, end, section, page, text, reading = null, outline = null, language = null } = chunk;
      const [speaker, saidAt] = [turn?.speaker ?? null, turn?.saidAt ?? null];
      return sql`(${versionNo}::bigint, ${start}::bigint, ${end}::bigint, ${storable(section)}::text, ${page}::bigint,
        ${storable(text)}::text, ${reading}::bytea, ${speaker && storable(speaker)}::text, ${saidAt}::text, ${outline}::bytea,
        ${language}::text)`;
    });
    await orm.execute(sql`
      INSERT INTO chunks (version_no, start, "end", section, page, text, reading, speaker, said_at, outline, language)
      VALUES ${sql.join(rows, sql`, `)}`);
  }
}
