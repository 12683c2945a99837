/** The common parts of the queries for an expert's passages, so that all find the same passages with the same query plan. */
import { and, eq, sql } from "drizzle-orm";
import { chunks, sources, sourceVersions } from "../schema.ts";

/** What was found of a passage's language, in its version's row where it is the same. */
export const foundLanguage = sql<string | null>`coalesce(${chunks.language}, ${sourceVersions.language})`;

/** Joins a version to its source if it is the version that answers. */
export const answersFor = and(eq(sources.no, sourceVersions.sourceNo), eq(sources.currentVersionNo, sourceVersions.no));

/**
 * The chunks of the placeholder `numbers`, a JSON list, that belong to the expert of the placeholder `expert`. The plus
 * keeps SQLite from starting with all sources of the expert, as it does without statistics: with 1,240 sources, 100
 * passages took 35 ms instead of 0.3 ms.
 */
export const chunksByNumber = and(
  sql`${chunks.no} IN (SELECT value FROM json_each(${sql.placeholder("numbers")}))`,
  sql`+${sources.expertId} = ${sql.placeholder("expert")}`,
);
