/** The common parts of the queries for an expert's passages, so that all find the same passages with the same query plan. */
import { and, eq, sql } from "drizzle-orm";
import { chunks, sources, sourceVersions } from "../schema.ts";

export const foundLanguage = sql<string | null>`coalesce(${chunks.language}, ${sourceVersions.language})`;

export const answersFor = and(eq(sources.no, sourceVersions.sourceNo), eq(sources.currentVersionNo, sourceVersions.no));

/**
 * The plus keeps SQLite from starting with all sources of the expert: 35 ms instead of 0.3 ms for 100 passages of 1,240
 * sources.
 */
export const chunksByNumber = and(
  sql`${chunks.no} IN (SELECT value FROM json_each(${sql.placeholder("numbers")}))`,
  sql`+${sources.expertId} = ${sql.placeholder("expert")}`,
);
