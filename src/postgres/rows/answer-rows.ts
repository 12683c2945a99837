import { sql } from "drizzle-orm";
import type { Glimpse, PassageReader, Standing, StoredPassage, VersionPassage } from "../../answering/ports.ts";
import { chunkId, type ExpertId, type SourceId } from "../../kernel/ids.ts";
import { recentlyUsed } from "../../kernel/stores/recently-used.ts";
import { outlineFrom } from "../../language/structure/outline-bytes.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { filterSql } from "../filter-sql.ts";
import { firstRow, rowsOf, unseenList } from "../plain-statements.ts";
import {
  type ForeseenStandings,
  foreseenStandings,
  type StandingRecord,
  standingColumns,
} from "./foreseen-standings.ts";
import { keptPassages } from "./kept-passages.ts";

const mostCounted = 1000;

/** @param senseModel whose progress counts @param foreseen what was read with experts */
export function readerInPostgres(
  { read }: PostgresDatabase,
  senseModel: string | null,
  foreseen: ForeseenStandings = foreseenStandings(),
): PassageReader {
  const readyAt = recentlyUsed<{ readonly revision: number; readonly ready: number }>(mostCounted);
  return {
    passages: keptPassages((expert, numbers) => read((orm) => passagesOf(orm, expert, numbers))),
    permitted: async (expert, filter) => {
      const rows = await read((orm) =>
        rowsOf<{ no: number }>(
          orm,
          sql`
          SELECT source_versions.no::float8 AS no FROM sources JOIN source_versions ON source_versions.no = sources.current_version_no
          WHERE sources.expert_id = ${expert} AND ${filterSql(filter)}`,
        ),
      );
      return new Set(rows.map(({ no }) => no));
    },
    versionPassages: (...request) => read((orm) => versionPassages(orm, ...request)),
    glimpse: async (expert, most) => {
      const numbers = await read((orm) => firstOfSections(orm, expert, most));
      const found = await read((orm) => passagesOf(orm, expert, numbers));
      return numbers.flatMap((no) => found.get(no) ?? []);
    },
    standing: async (expert) => {
      const record = foreseen.take(expert) ?? (await read((orm) => standingOf(orm, expert.id)));
      if (record === undefined) return nobody;
      const revision = Number(record.standing_revision);
      let known = readyAt.get(expert.id);
      if (known?.revision !== revision) {
        known = await read((orm) => countReady(orm, expert.id));
        readyAt.set(expert.id, known);
      }
      const sense = senseIn(record, senseModel);
      return { revision, ready: known.ready, pending: Number(record.standing_pending), sense };
    },
  };
}

const nobody: Standing = { revision: 0, ready: 0, pending: 0, sense: { done: 0, total: 0 } };

function standingOf(orm: PostgresOrm, expert: ExpertId): Promise<StandingRecord | undefined> {
  return firstRow<StandingRecord>(orm, sql`SELECT ${standingColumns} FROM experts e WHERE e.id = ${expert}`);
}

function senseIn({ standing_senses: senses }: StandingRecord, model: string | null): Standing["sense"] {
  for (const sense of senses) {
    const [done, total, ...name] = sense.split(" ");
    if (name.join(" ") === model) return { done: Number(done), total: Number(total) };
  }
  return { done: 0, total: 0 };
}

async function countReady(orm: PostgresOrm, expert: ExpertId): Promise<{ revision: number; ready: number }> {
  const row = await firstRow<{ revision: number; ready: number }>(
    orm,
    sql`
    SELECT e.revision::float8 AS revision,
      (SELECT count(*) FROM sources s WHERE s.expert_id = e.id AND s.current_version_no IS NOT NULL)::int AS ready
    FROM experts e WHERE e.id = ${expert}`,
  );
  return row ?? { revision: 0, ready: 0 };
}

/** The chunks that begin the first sections of the sources that were added last, in the order of the sources. */
async function firstOfSections(orm: PostgresOrm, expert: ExpertId, { sources, sections }: Glimpse): Promise<number[]> {
  const isOne = typeof sources !== "number";
  const rows = await rowsOf<{ no: number }>(
    orm,
    sql`
    SELECT f.no::float8 AS no
    FROM (SELECT id, current_version_no FROM sources
      WHERE expert_id = ${expert} AND current_version_no IS NOT NULL AND ${isOne ? sql`id = ${sources}` : sql`true`}
      ORDER BY id DESC LIMIT ${isOne ? 1 : sources}) AS s
    CROSS JOIN LATERAL (SELECT min(c.no) AS no FROM chunks c
      WHERE c.version_no = s.current_version_no GROUP BY c.section ORDER BY min(c.no) LIMIT ${sections}) AS f
    ORDER BY s.id DESC, f.no`,
  );
  return rows.map(({ no }) => no);
}

type VersionRow = Pick<AnswerRecord, "no" | "text" | "start" | "outline" | "source_version">;

async function versionPassages(
  orm: PostgresOrm,
  ...request: Parameters<PassageReader["versionPassages"]>
): Promise<VersionPassage[]> {
  const [expert, source, { after, most }] = request;
  const rows = await rowsOf<VersionRow>(
    orm,
    sql`
    SELECT c.no, c.text, c.start, c.outline, v.version AS source_version
    FROM sources s
      JOIN source_versions v ON v.no = s.current_version_no
      JOIN chunks c ON c.version_no = v.no
    WHERE s.id = ${source} AND s.expert_id = ${expert} AND c.no > ${after}
    ORDER BY c.no LIMIT ${most}`,
  );
  return rows.map(({ no, text, start, outline, source_version }) => {
    const { blocks } = outlineFrom(outline, text);
    return { no: Number(no), text, start: Number(start), outline: blocks, sourceVersion: Number(source_version) };
  });
}

/** As the driver gives it: a bigint is text. Conversions in the statement would take the database's time. */
interface AnswerRecord {
  readonly no: string;
  readonly source_id: SourceId;
  readonly source_version: string;
  readonly external_id: string | null;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  readonly reading: Uint8Array | null;
  readonly outline: Uint8Array | null;
  readonly start: string;
  readonly end: string;
  readonly page: string | null;
  readonly section: string;
  readonly metadata: string;
  readonly speaker: string | null;
  readonly said_at: string | null;
}

/** IS NOT DISTINCT FROM uses no index: with `=`, all sources of the expert could be read. */
async function passagesOf(
  orm: PostgresOrm,
  expert: ExpertId,
  numbers: readonly number[],
): Promise<Map<number, StoredPassage>> {
  const rows = await rowsOf<AnswerRecord>(
    orm,
    sql`
    SELECT c.no, s.id AS source_id, v.version AS source_version, s.external_id, v.title, s.url, c.text, c.reading, c.outline, c.start,
      c."end", c.page, c.section, s.metadata, c.speaker, c.said_at
    FROM chunks c
      JOIN source_versions v ON v.no = c.version_no
      JOIN sources s ON s.no = v.source_no AND s.current_version_no = v.no
    WHERE c.no = ANY(${unseenList(numbers)}) AND s.expert_id IS NOT DISTINCT FROM ${expert}`,
  );
  return new Map(rows.map((row) => [Number(row.no), passageOf(row)]));
}

function passageOf(row: AnswerRecord): StoredPassage {
  const { start, end, title, url, text, section, page, speaker, reading, outline } = row;
  const { blocks, ...beside } = outlineFrom(outline, text);
  return {
    chunkId: chunkId(Number(row.no)),
    sourceId: row.source_id,
    sourceVersion: Number(row.source_version),
    externalId: row.external_id,
    title,
    url,
    text,
    reading: reading && new Uint8Array(reading),
    outline: blocks,
    ...beside,
    start: Number(start),
    end: Number(end),
    page: page === null ? null : Number(page),
    section,
    metadata: JSON.parse(row.metadata),
    turn: speaker === null ? null : { speaker, saidAt: row.said_at },
  };
}
