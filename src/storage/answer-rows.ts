/** The rows behind an answer: passages by number, sources by filter, and how many there are. */
import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import type { PassageReader, StoredPassage } from "../answering/ports.ts";
import type { SourceFilter } from "../answering/source-filter.ts";
import { chunkId, type ExpertId } from "../kernel/ids.ts";
import type { Database, Drizzle } from "./database.ts";
import { filterSql } from "./filter-sql.ts";
import { chunks, experts, isPending, sources, sourceVersions } from "./schema.ts";

export function answerRows({ orm }: Database): PassageReader {
  const readyCounts = new Map<ExpertId, { readonly revision: number; readonly ready: number }>();
  /** How many sources answer changes only with the expert's revision, so it is counted once for each. */
  const ready = (expert: ExpertId): number => {
    const row = orm.select({ revision: experts.revision }).from(experts).where(eq(experts.id, expert)).get();
    const known = readyCounts.get(expert);
    if (row === undefined) return 0;
    if (known?.revision === row.revision) return known.ready;
    const counted = countReady(orm, expert);
    readyCounts.set(expert, { revision: row.revision, ready: counted });
    return counted;
  };
  return {
    passages: (expert, numbers) => passages(orm, expert, numbers),
    permitted: (expert, filter) => permitted(orm, expert, filter),
    counts: (expert) => ({ ready: ready(expert), pending: countPending(orm, expert) }),
  };
}

function countReady(orm: Drizzle, expert: ExpertId): number {
  const answering = and(eq(sources.expertId, expert), isNotNull(sources.currentVersionNo));
  return orm.select({ n: count() }).from(sources).where(answering).get()?.n ?? 0;
}

function countPending(orm: Drizzle, expert: ExpertId): number {
  const mine = and(eq(sourceVersions.expertId, expert), isPending);
  return orm.select({ n: count() }).from(sourceVersions).where(mine).get()?.n ?? 0;
}

function passages(orm: Drizzle, expert: ExpertId, numbers: readonly number[]): Map<number, StoredPassage> {
  const rows = orm
    .select({
      no: chunks.no,
      sourceId: sources.id,
      sourceVersion: sourceVersions.version,
      externalId: sources.externalId,
      title: sourceVersions.title,
      url: sources.url,
      text: chunks.text,
      start: chunks.start,
      end: chunks.end,
      page: chunks.page,
      section: chunks.section,
      metadata: sources.metadata,
    })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, eq(sources.currentVersionNo, chunks.versionNo))
    .where(and(inArray(chunks.no, [...numbers]), eq(sources.expertId, expert)))
    .all();
  return new Map(rows.map(({ no, ...passage }) => [no, { chunkId: chunkId(no), ...passage }]));
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
