/** Sources with their versions, texts and passages. */
import { and, asc, count, desc, eq, gt, ilike, inArray, lt, or, sql } from "drizzle-orm";
import { Fault } from "../../kernel/fault.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { type Keeper, keepersWithout } from "../../kernel/keepers.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import type {
  SourceFilter,
  SourceStore,
  SourceText,
  StoredChunk,
  VersionFacts,
} from "../../sources/ports/store-ports.ts";
import { type Source, sourceOf } from "../../sources/source.ts";
import { storable } from "../answers/chunk-rows.ts";
import { changeLog } from "../memory-log.ts";
import { firstRow, inTurn, numberList, rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { postgresWrite } from "../postgres-write.ts";
import { tables } from "../schema.ts";
import { accept, oldestWhere } from "./document-acceptance.ts";
import { selectSources, versionsOf } from "./source-records.ts";
import { editSource, isTextWhole, readAgain } from "./version-renewal.ts";

const { chunks, sourceVersions, sources } = tables;

export function sourcesInPostgres({ read, transact }: PostgresDatabase): SourceStore {
  return {
    acceptance: (version, usage, limits) => postgresWrite((orm) => accept(orm, version, { usage, limits })),
    byId: (expert, id) => read((orm) => oldestWhere(orm, and(eq(sources.expertId, expert), eq(sources.id, id)))),
    byExternalId: (expert, externalId) =>
      read((orm) => oldestWhere(orm, and(eq(sources.expertId, expert), eq(sources.externalId, storable(externalId))))),
    list: (expert, filter, page) => read((orm) => list(orm, { expert, filter }, page)),
    content: (source, version) => sourceText(read, source, version),
    versions: (source) => read((orm) => versionsOf(orm, source)),
    isTextWhole: (source) => read((orm) => isTextWhole(orm, source.versionNo)),
    readAgain: (source, at) => transact((orm) => readAgain(orm, source, at)),
    chunks: (source) => read((orm) => chunksOf(orm, source)),
    edit: (source, edit, at) => transact((orm) => editSource(orm, source, { edit, at })),
    remove: (source) => transact((orm) => remove(orm, source)),
    release: (source, keeper, heir) => transact((orm) => release(orm, source, { keeper, heir })),
    versionFacts: (source, version) => read((orm) => versionFacts(orm, source, version)),
    dropSuperseded: (source) => transact((orm) => dropSuperseded(orm, source)),
    move: (source, from, { to, at }) =>
      transact(async (orm) => {
        const movable = and(eq(sourceVersions.no, source.versionNo), inArray(sourceVersions.status, [...from]));
        const fresh = { status: to, stage: null, updatedAt: at, ...(to === "queued" ? notYetTried : {}) };
        const moved = orm.update(sourceVersions).set(fresh).where(movable);
        return (await moved.returning({ no: sourceVersions.no })).length === 1;
      }),
  };
}

/** A document from an address is fetched again, because the fault may have been there. */
const notYetTried = {
  attempts: 0,
  errorCode: null,
  errorMessage: null,
  errorRetryable: null,
  sha256: sql`CASE WHEN ${sourceVersions.fetchUrl} IS NULL THEN ${sourceVersions.sha256} ELSE '' END`,
};

interface Listing {
  readonly expert: ExpertId;
  readonly filter: SourceFilter;
}

async function list(orm: Orm, { expert, filter }: Listing, page: PageRequest): Promise<Page<Source>> {
  const { order, after, limit, skip = 0 } = page;
  const mine = and(eq(sources.expertId, expert), ...conditions(filter));
  const beyond =
    after === null ? undefined : order === "asc" ? gt(sources.id, after as never) : lt(sources.id, after as never);
  const rows = await selectSources(orm)
    .where(and(mine, beyond))
    .orderBy(order === "asc" ? asc(sources.id) : desc(sources.id))
    .limit(limit + 1)
    .offset(skip);
  const [total] = await orm
    .select({ n: count() })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.no, sources.latestVersionNo))
    .where(mine);
  const items = rows.slice(0, limit).map(sourceOf);
  return { items, hasMore: rows.length > limit, totalCount: Number(total?.n ?? 0) };
}

function conditions({ status, externalId, text = null }: SourceFilter) {
  return [
    status === null ? undefined : eq(sourceVersions.status, status),
    externalId === null ? undefined : eq(sources.externalId, storable(externalId)),
    text === null ? undefined : contains(storable(text)),
  ];
}

/** By SQLite's rule only ASCII letters match in either case, and here those of the database's locale too. */
function contains(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const places = [sourceVersions.title, sourceVersions.filename, sources.externalId, sources.url];
  return or(...places.map((place) => ilike(place, pattern)));
}

async function chunksOf(orm: Orm, source: Source): Promise<StoredChunk[]> {
  const { no, start, end, section, page, text, speaker, saidAt } = chunks;
  const rows = await orm
    .select({ no, start, end, section, page, text, speaker, saidAt })
    .from(chunks)
    .innerJoin(sources, eq(sources.currentVersionNo, chunks.versionNo))
    .where(eq(sources.no, source.no))
    .orderBy(asc(chunks.no));
  return rows.map(({ speaker: said, saidAt: at, ...chunk }) => ({
    ...chunk,
    turn: said === null ? null : { speaker: said, saidAt: at },
  }));
}

/** Bytes of a piece, at least: PostgreSQL reads the text from its beginning for each. */
const leastPiece = 1_048_576;
const mostPieces = 32;

/** The text stays where it is: a deleted version ends the transfer with an error. */
async function sourceText(read: Read, source: Source, version: number | null): Promise<SourceText | null> {
  const wanted = version ?? source.answeringVersion;
  const found = sql`
    SELECT no::float8 AS no, version::int AS version, octet_length(content)::float8 AS bytes, ready_at::float8 AS "readyAt"
    FROM source_versions WHERE source_no = ${source.no} AND content IS NOT NULL
      AND (${wanted}::bigint IS NULL OR version = ${wanted}::bigint)
    ORDER BY source_versions.version DESC LIMIT 1`;
  const row = await read((orm) => firstRow<TextRow & { readonly version: number }>(orm, found));
  return row === undefined
    ? null
    : { version: row.version, bytes: row.bytes, pieces: () => piecesOf(read, source, row) };
}

type Read = PostgresDatabase["read"];

interface TextRow {
  readonly no: number;
  readonly bytes: number;
  readonly readyAt: number | null;
}

async function* piecesOf(read: Read, source: Source, { no, bytes, readyAt }: TextRow): AsyncGenerator<Uint8Array> {
  const length = Math.max(leastPiece, Math.ceil(bytes / mostPieces));
  for (let from = 0; from < bytes; from += length) {
    const piece = sql`
      SELECT substring(convert_to(content, 'UTF8') FROM ${from + 1}::int FOR ${length}::int) AS piece
      FROM source_versions WHERE no = ${no} AND ready_at IS NOT DISTINCT FROM ${readyAt}::bigint
        AND octet_length(content) = ${bytes}`;
    const row = await read((orm) => firstRow<{ piece: Uint8Array }>(orm, piece));
    if (row === undefined) {
      const message = `The source ${source.id} was deleted or read again while its text was sent.`;
      throw new Fault("source_not_found", message);
    }
    yield new Uint8Array(row.piece);
  }
}

async function release(
  orm: Orm,
  source: Source,
  { keeper, heir }: { readonly keeper: Keeper; readonly heir: Keeper | null },
): Promise<readonly number[] | null> {
  const mine = eq(sources.no, source.no);
  await orm.execute(sql`SELECT 1 FROM sources WHERE no = ${source.no} FOR UPDATE`);
  const [row] = await orm.select({ keepers: sources.keepers }).from(sources).where(mine);
  const left = row === undefined ? null : keepersWithout(row.keepers, keeper, heir);
  if (left?.length === 0) return remove(orm, source);
  if (left !== null) await orm.update(sources).set({ keepers: left }).where(mine);
  return null;
}

async function versionFacts(orm: Orm, source: Source, version: number): Promise<VersionFacts | null> {
  const { no: versionNo, type, givenTitle, title, filename, declaredType, sha256 } = sourceVersions;
  const [row] = await orm
    .select({ versionNo, type, givenTitle, title, filename, declaredType, sha256 })
    .from(sourceVersions)
    .where(and(eq(sourceVersions.sourceNo, source.no), eq(sourceVersions.version, version)));
  return row ?? null;
}

async function dropSuperseded(orm: Orm, { no, versionNo }: Source): Promise<number[]> {
  const dropped = await rowsOf<{ no: string }>(
    orm,
    sql`DELETE FROM source_versions v USING sources s
      WHERE v.source_no = ${no} AND s.no = v.source_no AND v.no < ${versionNo} AND v.type = 'conversation'
        AND v.status IN ('ready', 'failed', 'canceled')
        AND v.no IS DISTINCT FROM s.latest_version_no AND v.no IS DISTINCT FROM s.current_version_no
      RETURNING v.no`,
  );
  return dropped.map((row) => Number(row.no));
}

async function remove(orm: Orm, { no, expertId }: Source): Promise<number[]> {
  await inTurn(orm, changeLog.lock(expertId));
  const versions = await rowsOf<{ no: string; isCurrent: boolean }>(
    orm,
    sql`SELECT v.no, v.no IS NOT DISTINCT FROM s.current_version_no AS "isCurrent"
      FROM sources s JOIN source_versions v ON v.source_no = s.no WHERE s.no = ${no} FOR UPDATE OF s`,
  );
  await orm.execute(sql`DELETE FROM sources WHERE no = ANY(${numberList([no])})`);
  const searchable = versions.filter(({ isCurrent }) => isCurrent).map((row) => Number(row.no));
  if (searchable.length > 0) await inTurn(orm, changeLog.note(expertId, { removed: searchable }));
  return versions.map((row) => Number(row.no));
}
