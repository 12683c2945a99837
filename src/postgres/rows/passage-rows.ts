import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { sectionWithLead } from "../../language/structure/outline-bytes.ts";
import { changesFrom, lowestOfCount } from "../../memory/change-log.ts";
import type { Passage } from "../../memory/index-ports.ts";
import type { MemoryChange, PassageRange, PassageRows } from "../../memory/row-ports.ts";
import { senseFrom } from "../../memory/sense-bytes.ts";
import { vectorFrom } from "../../store/passages/derived-kinds.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { firstRow, numberList, rowsOf } from "../plain-statements.ts";

const batchSize = 1000;
const versionsAtOnce = 200;

export function passagesInPostgres({ read }: PostgresDatabase, senseModel: string | null): PassageRows {
  async function* byNumbers(expert: ExpertId, numbers: readonly number[]): AsyncGenerator<readonly Passage[]> {
    for (let from = 0; from < numbers.length; from += batchSize) {
      const some = numbers.slice(from, from + batchSize);
      const passages = await read((orm) => passagesByNumber(orm, { expert, senseModel, numbers: some }));
      if (passages.length > 0) yield passages;
    }
  }
  async function* inVersions(expert: ExpertId, versions: readonly number[]): AsyncGenerator<readonly Passage[]> {
    for (let from = 0; from < versions.length; from += versionsAtOnce) {
      const some = versions.slice(from, from + versionsAtOnce);
      yield* byNumbers(expert, await read((orm) => numbersInVersions(orm, some)));
    }
  }
  return {
    revision: (expert) => read((orm) => revisionOf(orm, expert)),
    changesSince: (expert, after) => read((orm) => changesSince(orm, expert, after)),
    passagesOf: inVersions,
    async *allPassages(expert) {
      for (let after = ""; ; ) {
        const page = await read((orm) => versionsOfExpert(orm, expert, after));
        yield* inVersions(
          expert,
          page.flatMap(({ version }) => version ?? []),
        );
        if (page.length < versionsAtOnce) return;
        after = page.at(-1)?.id ?? after;
      }
    },
    async *passagesIn(expert, ranges) {
      for (const some of inPages(ranges))
        yield* byNumbers(expert, await read((orm) => numbersInRanges(orm, expert, some)));
    },
  };
}

/** Ranges whose numbers are read together: other experts' chunks may lie between them. */
function* inPages(ranges: readonly PassageRange[]): Iterable<readonly PassageRange[]> {
  for (let from = 0; from < ranges.length; from += batchSize) yield ranges.slice(from, from + batchSize);
}

async function revisionOf(orm: PostgresOrm, expert: ExpertId): Promise<number> {
  const row = await firstRow<{ revision: number }>(
    orm,
    sql`SELECT revision::float8 AS revision FROM experts WHERE id = ${expert}`,
  );
  return row?.revision ?? 0;
}

interface LogRow {
  readonly revision: number;
  readonly version: number | null;
  readonly added: boolean | null;
  readonly first: number | null;
  readonly last: number | null;
}

/** One statement, so that the log and the newest revision are of one moment. */
async function changesSince(
  orm: PostgresOrm,
  expert: ExpertId,
  after: number,
): Promise<readonly MemoryChange[] | null> {
  const from = lowestOfCount(after);
  const rows = await rowsOf<LogRow>(
    orm,
    sql`
    SELECT revision::float8 AS revision, version_no::float8 AS version, added, NULL::float8 AS first, NULL::float8 AS last
    FROM memory_changes WHERE expert_id = ${expert} AND revision >= ${from}
    UNION ALL
    SELECT revision::float8, NULL, NULL, first_chunk_no::float8, last_chunk_no::float8
    FROM sense_changes WHERE expert_id = ${expert} AND revision >= ${from}
    UNION ALL
    SELECT revision::float8, NULL, NULL, NULL, NULL FROM experts WHERE id = ${expert}`,
  );
  let newest = 0;
  const groups: { revision: number; versionNo: number; added: boolean }[] = [];
  const ranges: { revision: number; first: number; last: number }[] = [];
  for (const { revision, version, added, first, last } of rows) {
    if (version !== null) groups.push({ revision, versionNo: version, added: added === true });
    else if (first !== null && last !== null) ranges.push({ revision, first, last });
    else newest = revision;
  }
  return changesFrom(groups, ranges, { after, newest });
}

function versionsOfExpert(orm: PostgresOrm, expert: ExpertId, after: string) {
  return rowsOf<{ id: string; version: number | null }>(
    orm,
    sql`
    SELECT id, current_version_no::float8 AS version FROM sources
    WHERE expert_id = ${expert} AND id > ${after} ORDER BY id LIMIT ${versionsAtOnce}`,
  );
}

async function numbersInVersions(orm: PostgresOrm, versions: readonly number[]): Promise<number[]> {
  const rows = await rowsOf<{ no: number }>(
    orm,
    sql`SELECT no::float8 AS no FROM chunks WHERE version_no = ANY(${numberList(versions)}) ORDER BY no`,
  );
  return rows.map(({ no }) => no);
}

async function numbersInRanges(orm: PostgresOrm, expert: ExpertId, ranges: readonly PassageRange[]): Promise<number[]> {
  const [first, last] = [ranges.map((range) => range.first), ranges.map((range) => range.last)];
  const rows = await rowsOf<{ no: number }>(
    orm,
    sql`
    SELECT DISTINCT c.no::float8 AS no
    FROM unnest(${numberList(first)}, ${numberList(last)}) AS r (first, last)
      JOIN chunks c ON c.no BETWEEN r.first AND r.last
      JOIN source_versions v ON v.no = c.version_no AND v.expert_id = ${expert}
    ORDER BY 1`,
  );
  return rows.map(({ no }) => no);
}

interface PassageRow {
  readonly no: number;
  readonly group: number;
  readonly title: string;
  readonly section: string;
  readonly outline: Uint8Array | null;
  readonly language: string | null;
  readonly text: string;
  readonly vector: Uint8Array | null;
  readonly sense: Uint8Array | null;
}

interface Wanted {
  readonly expert: ExpertId;
  readonly senseModel: string | null;
  readonly numbers: readonly number[];
}

async function passagesByNumber(orm: PostgresOrm, { expert, senseModel, numbers }: Wanted): Promise<Passage[]> {
  const rows = await rowsOf<PassageRow>(
    orm,
    sql`
    SELECT c.no::float8 AS no, c.version_no::float8 AS "group", v.title, c.section, c.outline, coalesce(c.language, v.language) AS language, c.text, w.bytes AS vector, n.bytes AS sense
    FROM chunks c
      JOIN source_versions v ON v.no = c.version_no
      JOIN sources s ON s.no = v.source_no AND s.current_version_no = v.no
      JOIN experts e ON e.id = s.expert_id
      LEFT JOIN derived w ON w.chunk_no = c.no AND w.kind = 'vector' AND w.maker_no = e.embedding_no
      LEFT JOIN sense_models m ON m.name = ${senseModel}
      LEFT JOIN derived n ON n.chunk_no = c.no AND n.kind = 'sense' AND n.maker_no = m.no
    WHERE c.no = ANY(${numberList(numbers)}) AND e.id = ${expert}
    ORDER BY c.no`,
  );
  return rows.map(({ no, group, title, section, outline, language, text, vector, sense }) => ({
    no,
    group,
    title,
    section: sectionWithLead(section, outline),
    language,
    text,
    vector: vector === null ? null : vectorFrom(vector),
    sense: sense === null ? null : senseFrom(sense),
  }));
}
