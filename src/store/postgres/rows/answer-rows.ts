import { sql } from "drizzle-orm";
import type { PassageReader, Standing, StoredPassage } from "../../../answering/ports.ts";
import type { ExpertId } from "../../../kernel/ids.ts";
import { recentlyUsed } from "../../../kernel/stores/recently-used.ts";
import { noStanding, type PassageRow, passageReader, storedPassage } from "../../passages/passage-reader.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { firstRow, rowsOf, unseenList } from "../plain-statements.ts";
import { storeInPostgres } from "../store-dialect.ts";
import {
  type ForeseenStandings,
  foreseenStandings,
  type StandingRecord,
  standingColumns,
} from "./foreseen-standings.ts";
import { keptPassages } from "./kept-passages.ts";

const mostCounted = 1000;

/** @param senseModel whose progress counts @param foreseen standings read with experts */
export function readerInPostgres(
  database: PostgresDatabase,
  senseModel: string | null,
  foreseen: ForeseenStandings = foreseenStandings(),
): PassageReader {
  const { read } = database;
  const readyAt = recentlyUsed<{ readonly revision: number; readonly ready: number }>(mostCounted);
  return passageReader(storeInPostgres(database, ""), {
    passages: keptPassages((expert, numbers) => read((orm) => passagesOf(orm, expert, numbers))),
    standing: async (expert) => {
      const record = foreseen.take(expert) ?? (await read((orm) => standingOf(orm, expert.id)));
      if (record === undefined) return noStanding;
      const revision = Number(record.standing_revision);
      let known = readyAt.get(expert.id);
      if (known?.revision !== revision) {
        known = await read((orm) => countReady(orm, expert.id));
        readyAt.set(expert.id, known);
      }
      const sense = senseIn(record, senseModel);
      return { revision, ready: known.ready, pending: Number(record.standing_pending), sense };
    },
  });
}

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

/** As the driver gives it: a bigint is text, because conversions would take the database's time. */
interface AnswerRecord extends Omit<PassageRow, "no" | "sourceVersion" | "start" | "end" | "page" | "metadata"> {
  readonly no: string;
  readonly sourceVersion: string;
  readonly start: string;
  readonly end: string;
  readonly page: string | null;
  readonly metadata: string;
}

/** IS NOT DISTINCT FROM uses no index; with `=` all sources of the expert could be read. */
async function passagesOf(
  orm: PostgresOrm,
  expert: ExpertId,
  numbers: readonly number[],
): Promise<Map<number, StoredPassage>> {
  const rows = await rowsOf<AnswerRecord>(
    orm,
    sql`
    SELECT c.no, s.id AS "sourceId", v.version AS "sourceVersion", s.external_id AS "externalId", v.title, s.url, c.text, c.reading,
      c.outline, c.start, c."end", c.page, c.section, s.metadata, c.speaker, c.said_at AS "saidAt"
    FROM chunks c
      JOIN source_versions v ON v.no = c.version_no
      JOIN sources s ON s.no = v.source_no AND s.current_version_no = v.no
    WHERE c.no = ANY(${unseenList(numbers)}) AND s.expert_id IS NOT DISTINCT FROM ${expert}`,
  );
  return new Map(rows.map((row) => [Number(row.no), passageOf(row)]));
}

function passageOf({ page, metadata, reading, ...row }: AnswerRecord): StoredPassage {
  return storedPassage({
    ...row,
    no: Number(row.no),
    sourceVersion: Number(row.sourceVersion),
    start: Number(row.start),
    end: Number(row.end),
    page: page === null ? null : Number(page),
    reading: reading && new Uint8Array(reading),
    metadata: JSON.parse(metadata),
  });
}
