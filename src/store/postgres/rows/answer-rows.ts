import { sql } from "drizzle-orm";
import type { PassageReader, Standing, StoredPassage } from "../../../answering/ports.ts";
import type { ExpertId } from "../../../kernel/ids.ts";
import { recentlyUsed } from "../../../kernel/stores/recently-used.ts";
import { noStanding, passageColumns, passageReader, storedPassage } from "../../passages/passage-reader.ts";
import { columnList, rowDecoder } from "../../raw-rows.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { firstRow, rowsOf, unseenList } from "../plain-statements.ts";
import { tables } from "../schema.ts";
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

const passageFields = passageColumns(tables);
const decoded = rowDecoder(passageFields);

/** IS NOT DISTINCT FROM uses no index; with `=` all sources of the expert could be read. */
async function passagesOf(
  orm: PostgresOrm,
  expert: ExpertId,
  numbers: readonly number[],
): Promise<Map<number, StoredPassage>> {
  const records = await rowsOf<Record<string, unknown>>(
    orm,
    sql`
    SELECT ${columnList(passageFields)}
    FROM chunks
      JOIN source_versions ON source_versions.no = chunks.version_no
      JOIN sources ON sources.no = source_versions.source_no AND sources.current_version_no = source_versions.no
    WHERE chunks.no = ANY(${unseenList(numbers)}) AND sources.expert_id IS NOT DISTINCT FROM ${expert}`,
  );
  const rows = records.map((record) => decoded((name) => record[name]));
  return new Map(rows.map((row) => [row.no, storedPassage(row)]));
}
