import { and, asc, count, desc, eq, gt, isNotNull, min, sql } from "drizzle-orm";
import type { Glimpse, PassageReader, Standing, StoredPassage, VersionPassage } from "../../answering/ports.ts";
import type { Immediate } from "../../kernel/awaitable.ts";
import { chunkId, type ExpertId } from "../../kernel/ids.ts";
import { recentlyUsed } from "../../kernel/stores/recently-used.ts";
import type { SourceFilter } from "../../kernel/stores/source-filter.ts";
import { versionedCache } from "../../kernel/stores/versioned-cache.ts";
import { outlineFrom } from "../../language/structure/outline-bytes.ts";
import type { Database, Drizzle } from "../database.ts";
import { filterSql } from "../filter-sql.ts";
import { builtOnce, plainRows } from "../plain-rows.ts";
import { chunks, experts, isPending, senseModels, senseStandings, sources, sourceVersions } from "../schema.ts";

/** @param database with the number of its writes, unless it is only read @param senseModel whose progress counts */
export function answerRows(
  { orm, rowsGeneration }: Pick<Database, "orm"> & Partial<Pick<Database, "rowsGeneration">>,
  senseModel: string | null = null,
): Immediate<PassageReader> {
  const standing = builtOnce(() => standingOf(orm));
  const standings = rowsGeneration === undefined ? null : versionedCache<Standing>(rowsGeneration, 1000);
  const passages = builtOnce(() => plainRows(passagesByNumber(orm), passageColumns));
  /** How many sources answer changes only with the expert's revision, so it is counted once for each revision. */
  const readyCounts = recentlyUsed<number>(1000);
  const ready = (expert: ExpertId, revision: number): number => {
    const name = `${expert} ${revision}`;
    const counted = readyCounts.get(name) ?? countReady(orm, expert);
    readyCounts.set(name, counted);
    return counted;
  };
  const read = (expert: ExpertId, numbers: readonly number[]) => {
    const found = new Map<number, StoredPassage>();
    for (const row of passages()({ expert, numbers: JSON.stringify(numbers) })) found.set(row.no, passageOf(row));
    return found;
  };
  const standingNow = (expert: ExpertId): Standing => {
    // As values: for one row, drizzle's mapping takes half as long as SQLite.
    const [found] = standing().values({ expert, model: senseModel });
    if (found === undefined) return nobody;
    const [revision, pending, done, total] = found as StandingValues;
    return { revision, ready: ready(expert, revision), pending, sense: { done: done ?? 0, total: total ?? 0 } };
  };
  return {
    passages: read,
    glimpse: (expert, most) => {
      const numbers = firstOfSections(orm, shownVersions(orm, expert, most.sources), most.sections);
      const found = read(expert, numbers);
      return numbers.flatMap((no) => found.get(no) ?? []);
    },
    versionPassages: (...request) => versionPassages(orm, ...request),
    permitted: (expert, filter) => permitted(orm, expert, filter),
    standing: ({ id: expert }) => standings?.get(expert, () => standingNow(expert)) ?? standingNow(expert),
  };
}

const nobody: Standing = { revision: 0, ready: 0, pending: 0, sense: { done: 0, total: 0 } };

function shownVersions(orm: Drizzle, expert: ExpertId, of: Glimpse["sources"]): number[] {
  const one = typeof of === "number" ? undefined : eq(sources.id, of);
  const rows = orm
    .select({ no: sources.currentVersionNo })
    .from(sources)
    .where(and(eq(sources.expertId, expert), isNotNull(sources.currentVersionNo), one))
    .orderBy(desc(sources.id))
    .limit(typeof of === "number" ? of : 1)
    .all();
  return rows.flatMap(({ no }) => no ?? []);
}

function firstOfSections(orm: Drizzle, versions: readonly number[], sections: number): number[] {
  return versions.flatMap((version) => {
    const rows = orm
      .select({ no: min(chunks.no) })
      .from(chunks)
      .where(eq(chunks.versionNo, version))
      .groupBy(chunks.section)
      .orderBy(min(chunks.no))
      .limit(sections)
      .all();
    return rows.flatMap(({ no }) => no ?? []);
  });
}

function versionPassages(
  orm: Drizzle,
  ...[expert, source, { after, most }]: Parameters<PassageReader["versionPassages"]>
): VersionPassage[] {
  const { no, text, start, outline } = chunks;
  return orm
    .select({ no, text, start, outline, sourceVersion: sourceVersions.version })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.no, sources.currentVersionNo))
    .innerJoin(chunks, eq(chunks.versionNo, sourceVersions.no))
    .where(and(eq(sources.id, source), eq(sources.expertId, expert), gt(no, after)))
    .orderBy(asc(no))
    .limit(most)
    .all()
    .map((row) => ({ ...row, outline: outlineFrom(row.outline, row.text).blocks }));
}

function countReady(orm: Drizzle, expert: ExpertId): number {
  const answering = and(eq(sources.expertId, expert), isNotNull(sources.currentVersionNo));
  return orm.select({ n: count() }).from(sources).where(answering).get()?.n ?? 0;
}

type StandingValues = [revision: number, pending: number, done: number | null, total: number | null];

/** In one statement, because each costs more than what it reads. */
function standingOf(orm: Drizzle) {
  const expert = sql.placeholder("expert");
  const mine = and(eq(sourceVersions.expertId, expert), isPending);
  const pending = orm.select({ n: count() }).from(sourceVersions).where(mine);
  const ofModel = and(eq(senseStandings.modelNo, senseModels.no), eq(senseStandings.expertId, expert));
  const { done, total } = senseStandings;
  return orm
    .select({ revision: experts.revision, pending: sql<number>`${pending}`, done, total })
    .from(experts)
    .leftJoin(senseModels, eq(senseModels.name, sql.placeholder("model")))
    .leftJoin(senseStandings, ofModel)
    .where(eq(experts.id, expert))
    .prepare();
}

const passageColumns = {
  no: chunks.no,
  sourceId: sources.id,
  sourceVersion: sourceVersions.version,
  externalId: sources.externalId,
  title: sourceVersions.title,
  url: sources.url,
  text: chunks.text,
  reading: chunks.reading,
  outline: chunks.outline,
  start: chunks.start,
  end: chunks.end,
  page: chunks.page,
  section: chunks.section,
  metadata: sources.metadata,
  speaker: chunks.speaker,
  saidAt: chunks.saidAt,
} as const;

/** Each field by name: copying the rest of a row takes longer than reading it. */
function passageOf(row: AnswerRow): StoredPassage {
  const { speaker, saidAt } = row;
  const { blocks, ...beside } = outlineFrom(row.outline, row.text);
  return {
    chunkId: chunkId(row.no),
    sourceId: row.sourceId,
    sourceVersion: row.sourceVersion,
    externalId: row.externalId,
    title: row.title,
    url: row.url,
    text: row.text,
    reading: row.reading,
    outline: blocks,
    ...beside,
    start: row.start,
    end: row.end,
    page: row.page,
    section: row.section,
    metadata: row.metadata,
    turn: speaker === null ? null : { speaker, saidAt },
  };
}

type AnswerRow = ReturnType<ReturnType<typeof passagesByNumber>["all"]>[number];

function passagesByNumber(orm: Drizzle) {
  return orm
    .select(passageColumns)
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, answersFor)
    .where(chunksByNumber)
    .prepare();
}

function permitted(orm: Drizzle, expert: ExpertId, filter: SourceFilter): Set<number> {
  const rows = orm
    .select({ no: sourceVersions.no })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.no, sources.currentVersionNo))
    .where(and(eq(sources.expertId, expert), filterSql(filter)))
    .all();
  return new Set(rows.map(({ no }) => no));
}

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
