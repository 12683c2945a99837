/** The rows behind an answer: passages by number, sources by filter, and an expert's standing. */
import { sql } from "drizzle-orm";
import type { PassageReader, Standing, StoredPassage } from "../../answering/ports.ts";
import { chunkId, type ExpertId, type SourceId } from "../../kernel/ids.ts";
import { recentlyUsed } from "../../kernel/recently-used.ts";
import { firstRow, numberList, rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { filterSql } from "./filter-conditions.ts";
import {
  type ForeseenStandings,
  foreseenStandings,
  type StandingRecord,
  standingColumns,
} from "./foreseen-standings.ts";

/** Experts whose number of answering sources is remembered. */
const mostCounted = 1000;

/**
 * @param senseModel the model whose progress counts; null: no model encodes passages.
 * @param foreseen what was read with experts
 */
export function readerInPostgres(
  { read }: PostgresDatabase,
  senseModel: string | null,
  foreseen: ForeseenStandings = foreseenStandings(),
): PassageReader {
  // How many sources answer changes only with the expert's revision.
  const readyAt = recentlyUsed<{ readonly revision: number; readonly ready: number }>(mostCounted);
  return {
    passages: (expert, numbers) => (numbers.length === 0 ? new Map() : read((orm) => passagesOf(orm, expert, numbers))),
    permitted: async (expert, filter) => {
      const rows = await read((orm) =>
        rowsOf<{ no: number }>(
          orm,
          sql`
          SELECT v.no::float8 AS no FROM sources s JOIN source_versions v ON v.no = s.current_version_no
          WHERE s.expert_id = ${expert} AND ${filterSql(filter)}`,
        ),
      );
      return new Set(rows.map(({ no }) => no));
    },
    glimpse: async (expert, most) => {
      const numbers = await read((orm) => firstOfSections(orm, expert, most));
      const found = await read((orm) => passagesOf(orm, expert, numbers));
      return numbers.flatMap((no) => found.get(no) ?? []);
    },
    standing: async (expert) => {
      const record = foreseen.take(expert) ?? (await read((orm) => standingOf(orm, expert.id)));
      if (record === undefined) return nobody;
      const revision = record.standing_revision;
      let known = readyAt.get(expert.id);
      if (known?.revision !== revision) {
        known = await read((orm) => countReady(orm, expert.id));
        readyAt.set(expert.id, known);
      }
      const sense = senseIn(record, senseModel);
      return { revision, ready: known.ready, pending: record.standing_pending, sense };
    },
  };
}

const nobody: Standing = { revision: 0, ready: 0, pending: 0, sense: { done: 0, total: 0 } };

function standingOf(orm: Orm, expert: ExpertId): Promise<StandingRecord | undefined> {
  return firstRow<StandingRecord>(orm, sql`SELECT ${standingColumns} FROM experts e WHERE e.id = ${expert}`);
}

function senseIn({ standing_senses: senses }: StandingRecord, model: string | null): Standing["sense"] {
  const byModel: Readonly<Record<string, readonly [done: number, total: number]>> = JSON.parse(senses ?? "{}");
  const [done, total] = (model === null ? undefined : byModel[model]) ?? [0, 0];
  return { done, total };
}

/** Both of one moment. */
async function countReady(orm: Orm, expert: ExpertId): Promise<{ revision: number; ready: number }> {
  const row = await firstRow<{ revision: number; ready: number }>(
    orm,
    sql`
    SELECT e.revision::float8 AS revision,
      (SELECT count(*) FROM sources s WHERE s.expert_id = e.id AND s.current_version_no IS NOT NULL)::int AS ready
    FROM experts e WHERE e.id = ${expert}`,
  );
  return row ?? { revision: 0, ready: 0 };
}

/** Number of sections that are read from a source. */
const sectionsShown = 4;

/** The chunks that begin the first sections of the sources that were added last, in the order of the sources. */
async function firstOfSections(orm: Orm, expert: ExpertId, most: number): Promise<number[]> {
  const rows = await rowsOf<{ no: number }>(
    orm,
    sql`
    SELECT f.no::float8 AS no
    FROM (SELECT id, current_version_no FROM sources
      WHERE expert_id = ${expert} AND current_version_no IS NOT NULL ORDER BY id DESC LIMIT ${most}) AS s
    CROSS JOIN LATERAL (SELECT min(c.no) AS no FROM chunks c
      WHERE c.version_no = s.current_version_no GROUP BY c.section ORDER BY min(c.no) LIMIT ${sectionsShown}) AS f
    ORDER BY s.id DESC, f.no`,
  );
  return rows.map(({ no }) => no);
}

interface PassageRow {
  readonly no: number;
  readonly source_id: SourceId;
  readonly source_version: number;
  readonly external_id: string | null;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  readonly reading: Uint8Array | null;
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly section: string;
  readonly metadata: string;
  readonly speaker: string | null;
  readonly said_at: string | null;
}

async function passagesOf(orm: Orm, expert: ExpertId, numbers: readonly number[]): Promise<Map<number, StoredPassage>> {
  const rows = await rowsOf<PassageRow>(
    orm,
    sql`
    SELECT c.no::float8 AS no, s.id AS source_id, v.version::int AS source_version, s.external_id, v.title, s.url, c.text,
      c.reading, c.start::float8 AS start, c."end"::float8 AS "end", c.page::int AS page, c.section, s.metadata, c.speaker,
      c.said_at
    FROM chunks c
      JOIN source_versions v ON v.no = c.version_no
      JOIN sources s ON s.no = v.source_no AND s.current_version_no = v.no
    WHERE c.no = ANY(${numberList(numbers)}) AND s.expert_id = ${expert}`,
  );
  return new Map(rows.map((row) => [row.no, passageOf(row)]));
}

function passageOf(row: PassageRow): StoredPassage {
  const { start, end, title, url, text, section, page, speaker, reading } = row;
  return {
    chunkId: chunkId(row.no),
    sourceId: row.source_id,
    sourceVersion: row.source_version,
    externalId: row.external_id,
    title,
    url,
    text,
    reading: reading && new Uint8Array(reading),
    start,
    end,
    page,
    section,
    metadata: JSON.parse(row.metadata),
    turn: speaker === null ? null : { speaker, saidAt: row.said_at },
  };
}
