/** The rows that an index is built from, in pages of versions and batches of passages. */
import { aliasedTable, and, asc, eq, gt, type Placeholder, sql } from "drizzle-orm";
import { whenKnown } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { sectionWithLead } from "../../language/structure/outline-bytes.ts";
import { changesFrom, oldestToRead } from "../../memory/change-log.ts";
import type { Passage } from "../../memory/index-ports.ts";
import type { Derived, MemoryChange, PassageRange, PassageRows } from "../../memory/row-ports.ts";
import { senseFrom } from "../../memory/sense.ts";
import type { Tables } from "../tables.ts";
import { type LaterValue, type Orm, type ReadingStore, rowsOf, type Work } from "../work.ts";
import { vectorFrom } from "./derived-kinds.ts";

/** A batch takes a few milliseconds; then requests are served. */
const batchSize = 1000;
const versionsAtOnce = 50;
const numbersAtOnce = 5000;

/** @param senseModel null: passages without sense */
export function passageRows(store: ReadingStore, senseModel: string | null = null): PassageRows {
  const { read, kept, tables } = store;
  const versions = kept((orm, value) => versionsOfExpert(tables, orm, value));
  const revisions = kept((orm, value) => expertRevision(tables, orm, value));
  const { byNumbers, inVersions } = passageBatches(store, senseModel);
  return {
    revision: (expert) =>
      whenKnown(
        read((orm) => revisions(orm, { expert })),
        ([row]) => row?.revision ?? 0,
      ),
    changesSince: (expert, after) => read(() => changesSince(tables, expert, after)),
    passagesOf: inVersions,
    async *allPassages(expert) {
      for (let after = ""; ; ) {
        const rows = await read((orm) => versions(orm, { expert, after }));
        for (const page of inPages(rows)) yield* inVersions(expert, page);
        if (rows.length < versionsAtOnce) return;
        after = rows.at(-1)?.id ?? after;
      }
    },
    async *passagesIn(expert, ranges) {
      for (let from = 0; from < ranges.length; from += batchSize) {
        const some = ranges.slice(from, from + batchSize);
        yield* byNumbers(expert, await read(() => numbersInRanges(store, expert, some)));
      }
    },
  };
}

function passageBatches(store: ReadingStore, model: string | null) {
  const { read, dialect, kept } = store;
  const passages = kept((orm, value) => passagesByNumber(store, orm, value));
  const numbers = kept((orm, value) => numbersInVersions(store, orm, value));
  async function* byNumbers(expert: ExpertId, all: readonly number[]): AsyncGenerator<readonly Passage[]> {
    for (let from = 0; from < all.length; from += batchSize) {
      const some = dialect.listValue(all.slice(from, from + batchSize));
      const rows = await read((orm) => passages(orm, { expert, numbers: some, model }));
      if (rows.length > 0) yield rows.map(passageOf);
    }
  }
  async function* inVersions(expert: ExpertId, versions: readonly number[]): AsyncGenerator<readonly Passage[]> {
    const list = dialect.listValue(versions);
    for (let after = 0; ; ) {
      const rows = await read((orm) => numbers(orm, { expert, versions: list, after }));
      const found = rows.map(({ no }) => no);
      yield* byNumbers(expert, found);
      if (found.length < numbersAtOnce) return;
      after = found.at(-1) ?? after;
    }
  }
  return { byNumbers, inVersions };
}

/** Versions with about one page of chunks, because SQLite reads all chunks of the given versions. */
function* inPages(
  rows: readonly { readonly versionNo: number | null; readonly chunkCount: number }[],
): Iterable<readonly number[]> {
  let [page, size]: [number[], number] = [[], 0];
  for (const { versionNo, chunkCount } of rows) {
    if (versionNo === null) continue;
    if (size + chunkCount > numbersAtOnce && page.length > 0) {
      yield page;
      [page, size] = [[], 0];
    }
    page.push(versionNo);
    size += chunkCount;
  }
  if (page.length > 0) yield page;
}

function expertRevision({ experts }: Tables, orm: Orm, value: LaterValue) {
  return orm
    .select({ revision: experts.revision })
    .from(experts)
    .where(eq(experts.id, value("expert")));
}

interface LogRow {
  readonly revision: number;
  readonly version: number | null;
  readonly added: boolean | number | null;
  readonly first: number | null;
  readonly last: number | null;
}

/** One statement, so that log and newest revision are of one moment. */
function* changesSince(
  { experts, memoryChanges: groupLog, senseChanges: rangeLog }: Tables,
  expert: ExpertId,
  after: number,
): Work<readonly MemoryChange[] | null> {
  const number = (column: unknown) => sql`CAST(${column} AS double precision)`;
  const from = oldestToRead(after);
  const rows = yield* rowsOf<LogRow>(sql`
    SELECT ${number(groupLog.revision)} AS revision, ${number(groupLog.versionNo)} AS version, added,
      ${number(null)} AS first, ${number(null)} AS last
    FROM ${groupLog} WHERE ${groupLog.expertId} = ${expert} AND ${groupLog.revision} >= ${from}
    UNION ALL
    SELECT ${number(rangeLog.revision)}, NULL, NULL, ${number(rangeLog.first)}, ${number(rangeLog.last)}
    FROM ${rangeLog} WHERE ${rangeLog.expertId} = ${expert} AND ${rangeLog.revision} >= ${from}
    UNION ALL
    SELECT ${number(experts.revision)}, NULL, NULL, NULL, NULL FROM ${experts} WHERE ${experts.id} = ${expert}`);
  let newest = 0;
  const groups: { revision: number; versionNo: number; added: boolean }[] = [];
  const ranges: { revision: number; first: number; last: number }[] = [];
  for (const { revision, version, added, first, last } of rows) {
    if (version !== null) groups.push({ revision, versionNo: version, added: Boolean(added) });
    else if (first !== null && last !== null) ranges.push({ revision, first, last });
    else newest = revision;
  }
  return changesFrom(groups, ranges, { after, newest });
}

function versionsOfExpert({ sources, chunks }: Tables, orm: Orm, value: LaterValue) {
  // `chunk_count` would take longer: SQLite has to read past the text before it.
  const chunkCount = sql`(SELECT count(*) FROM ${chunks} WHERE ${chunks.versionNo} = ${sources.currentVersionNo})`;
  return orm
    .select({ id: sources.id, versionNo: sources.currentVersionNo, chunkCount: chunkCount.mapWith(Number) })
    .from(sources)
    .where(and(eq(sources.expertId, value("expert")), gt(sources.id, value("after"))))
    .orderBy(asc(sources.id))
    .limit(versionsAtOnce);
}

export const answersFrom = ({ sources, sourceVersions }: Tables) =>
  and(eq(sources.no, sourceVersions.sourceNo), eq(sources.currentVersionNo, sourceVersions.no));

/** SQLite must not start with all sources of the expert: 35 ms instead of 0.3 ms for 100 passages of 1,240 sources. */
export const isOfExpert = ({ tables, dialect }: ReadingStore, expert: Placeholder) =>
  sql`${dialect.unindexed(tables.sources.expertId)} = ${expert}`;

function numbersInVersions(store: ReadingStore, orm: Orm, value: LaterValue) {
  const { chunks, sources, sourceVersions } = store.tables;
  const isWanted = store.dialect.isAmong(sourceVersions.no, value("versions"));
  return orm
    .select({ no: chunks.no })
    .from(sourceVersions)
    .innerJoin(sources, answersFrom(store.tables))
    .innerJoin(chunks, eq(chunks.versionNo, sourceVersions.no))
    .where(and(isWanted, isOfExpert(store, value("expert")), gt(chunks.no, value("after"))))
    .orderBy(asc(chunks.no))
    .limit(numbersAtOnce);
}

/** Leaves out chunks of other experts within the ranges. */
function* numbersInRanges(
  { tables: { chunks, sourceVersions }, dialect }: ReadingStore,
  expert: ExpertId,
  ranges: readonly PassageRange[],
): Work<number[]> {
  const pairs = dialect.pairs(ranges.map(({ first, last }) => ({ old: first, now: last })));
  const rows = yield* rowsOf<{ no: number }>(sql`
    SELECT DISTINCT CAST(c.no AS double precision) AS no
    FROM ${pairs} CROSS JOIN ${chunks} c JOIN ${sourceVersions} v ON v.no = c.version_no AND v.expert_id = ${expert}
    WHERE c.no BETWEEN pair.old AND pair.now ORDER BY 1`);
  return rows.map(({ no }) => no);
}

/** Only of versions that still answer. */
function passagesByNumber(store: ReadingStore, orm: Orm, value: LaterValue) {
  const { chunks, derived, experts, senseModels, sources, sourceVersions } = store.tables;
  const [vectors, senses] = [aliasedTable(derived, "vectors"), aliasedTable(derived, "senses")];
  const set = sql`(SELECT ${experts.embeddingNo} FROM ${experts} WHERE ${experts.id} = ${value("expert")})`;
  const model = sql`(SELECT ${senseModels.no} FROM ${senseModels} WHERE ${senseModels.name} = ${value("model")})`;
  const isMade = (rows: typeof derived, kind: keyof Derived, maker: typeof set) =>
    and(eq(rows.chunkNo, chunks.no), eq(rows.kind, kind), eq(rows.makerNo, maker));
  return orm
    .select({
      no: chunks.no,
      group: chunks.versionNo,
      title: sourceVersions.title,
      section: chunks.section,
      outline: chunks.outline,
      language: sql<string | null>`coalesce(${chunks.language}, ${sourceVersions.language})`,
      text: chunks.text,
      vector: vectors.bytes,
      sense: senses.bytes,
    })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, answersFrom(store.tables))
    .leftJoin(vectors, isMade(vectors, "vector", set))
    .leftJoin(senses, isMade(senses, "sense", model))
    .where(and(store.dialect.isAmong(chunks.no, value("numbers")), isOfExpert(store, value("expert"))))
    .orderBy(asc(chunks.no));
}

type Row = ReturnType<ReturnType<typeof passagesByNumber>["all"]>[number];

function passageOf({ outline, ...row }: Row): Passage {
  return {
    ...row,
    section: sectionWithLead(row.section, outline),
    vector: row.vector === null ? null : vectorFrom(row.vector),
    sense: row.sense === null ? null : senseFrom(row.sense),
  };
}
