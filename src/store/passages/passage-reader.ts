/** Databases add their own fast reading of the rows of one question. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Glimpse, PassageReader, Standing, StoredPassage, VersionPassage } from "../../answering/ports.ts";
import { whenKnown } from "../../kernel/awaitable.ts";
import { chunkId, type ExpertId } from "../../kernel/ids.ts";
import { outlineFrom } from "../../language/structure/outline-bytes.ts";
import type { DecodedRow } from "../raw-rows.ts";
import type { Tables } from "../tables.ts";
import { all, type Orm, type ReadingStore, rowsOf, type Work } from "../work.ts";

export const noStanding: Standing = { revision: 0, ready: 0, pending: 0, sense: { done: 0, total: 0 } };

export function passageReader(store: ReadingStore, own: Pick<PassageReader, "passages" | "standing">): PassageReader {
  const { read } = store;
  return {
    ...own,
    sentences: (expert, numbers) =>
      whenKnown(
        read((orm) => sentencesOf(store, orm, expert, numbers)),
        (rows) => new Map(rows.map(({ no, bytes }) => [no, bytes])),
      ),
    permitted: (expert, filter) =>
      whenKnown(
        read((orm) =>
          answering(store, orm, and(eq(store.tables.sources.expertId, expert), store.dialect.filtered(filter))),
        ),
        (rows) => new Set(rows.map(({ no }) => no)),
      ),
    versionPassages: (...request) => read((orm) => versionPassages(store, orm, request)),
    glimpse: (expert, most) =>
      whenKnown(
        read(() => firstOfSections(store, expert, most)),
        (numbers) => whenKnown(own.passages(expert, numbers), (found) => numbers.flatMap((no) => found.get(no) ?? [])),
      ),
  };
}

function answering({ tables: { sources, sourceVersions } }: ReadingStore, orm: Orm, which: ReturnType<typeof and>) {
  return all(
    orm
      .select({ no: sourceVersions.no })
      .from(sources)
      .innerJoin(sourceVersions, eq(sourceVersions.no, sources.currentVersionNo))
      .where(which),
  );
}

function sentencesOf(
  { tables: { derived, experts }, dialect }: ReadingStore,
  orm: Orm,
  expert: ExpertId,
  numbers: readonly number[],
) {
  const set = orm.select({ no: experts.embeddingNo }).from(experts).where(eq(experts.id, expert));
  const isWanted = dialect.isAmong(derived.chunkNo, dialect.listValue(numbers));
  return all(
    orm
      .select({ no: derived.chunkNo, bytes: derived.bytes })
      .from(derived)
      .where(and(isWanted, eq(derived.kind, "sentences"), eq(derived.makerNo, set))),
  );
}

function* firstOfSections(
  { tables }: ReadingStore,
  expert: ExpertId,
  { sources: which, sections }: Glimpse,
): Work<number[]> {
  const [one, most] = typeof which === "number" ? [sql``, which] : [sql`AND id = ${which}`, 1];
  const rows = yield* rowsOf<{ no: number }>(sql`
    SELECT CAST(f.no AS double precision) AS no FROM (
      SELECT s.id, min(c.no) AS no, row_number() OVER (PARTITION BY s.id ORDER BY min(c.no)) AS place
      FROM (SELECT id, current_version_no FROM ${tables.sources}
        WHERE expert_id = ${expert} AND current_version_no IS NOT NULL ${one} ORDER BY id DESC LIMIT ${most}) AS s
        CROSS JOIN ${tables.chunks} c
      WHERE c.version_no = s.current_version_no GROUP BY s.id, c.section) AS f
    WHERE f.place <= ${sections} ORDER BY f.id DESC, f.no`);
  return rows.map(({ no }) => no);
}

function* versionPassages(
  { tables: { chunks, sources, sourceVersions } }: ReadingStore,
  orm: Orm,
  [expert, source, { after, most }]: Parameters<PassageReader["versionPassages"]>,
): Work<VersionPassage[]> {
  const { no, text, start, outline } = chunks;
  const rows = yield* all(
    orm
      .select({ no, text, start, outline, sourceVersion: sourceVersions.version })
      .from(sources)
      .innerJoin(sourceVersions, eq(sourceVersions.no, sources.currentVersionNo))
      .innerJoin(chunks, eq(chunks.versionNo, sourceVersions.no))
      .where(and(eq(sources.id, source), eq(sources.expertId, expert), gt(no, after)))
      .orderBy(asc(no))
      .limit(most),
  );
  return rows.map((row) => Object.assign(row, { outline: outlineFrom(row.outline, row.text).blocks }));
}

export type PassageRow = DecodedRow<ReturnType<typeof passageColumns>>;

export function passageColumns({ chunks, sources, sourceVersions }: Tables) {
  const { no, text, reading, outline, start, end, page, section, speaker, saidAt } = chunks;
  const { version: sourceVersion, title } = sourceVersions;
  const { id: sourceId, externalId, url, metadata } = sources;
  const ofChunk = { no, text, reading, outline, start, end, page, section, speaker, saidAt };
  return { ...ofChunk, sourceVersion, title, sourceId, externalId, url, metadata };
}

/** Named one by one: copying the rest of a row takes longer than reading it. */
export function storedPassage(row: PassageRow): StoredPassage {
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
