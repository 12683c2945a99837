import { and, asc, count, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { StoredAmounts } from "../../limits/quota.ts";
import type { Accepted, NewVersion, SourceFilter, SourceStore } from "../../sources/ports.ts";
import { isSettled, type Source } from "../../sources/source.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import type { Database, Drizzle } from "../database.ts";
import { afterOf, orderOf, pageOf } from "../paging.ts";
import { chunks, sources, sourceVersions } from "../schema.ts";
import { sourceText } from "../source-text.ts";
import { type AcceptanceStatements, acceptanceStatements, firstOf } from "../statements/acceptance-statements.ts";
import { turnColumns, withTurn } from "../statements/chunk-turns.ts";
import { type MemoryLog, memoryLog } from "./memory-log.ts";
import { editSource } from "./source-editing.ts";
import { isTextWhole, readAgain } from "./source-mending.ts";
import { selectSources, sourceOf, versionsOf } from "./source-view.ts";

export function sourceRows({ orm, write, reserve }: Database): SourceStore {
  const statements = acceptanceStatements(orm);
  const log = memoryLog(orm);
  return {
    accept: (version, usage, checkGrowth) =>
      write("power", () => accept(statements, version, { usage, checkGrowth, log }), "sources"),
    byId: (expert, id) => firstOf(statements.byId().get({ expert, id })),
    byExternalId: (expert, externalId) => firstOf(statements.byExternalId().get({ expert, externalId })),
    list: (expert, filter, page) => {
      const mine = and(eq(sources.expertId, expert), ...conditions(filter));
      const rows = selectSources(orm)
        .where(and(mine, afterOf(sources.id, page)))
        .orderBy(orderOf(sources.id, page))
        .limit(page.limit + 1)
        .offset(page.skip ?? 0)
        .all();
      const total = orm
        .select({ n: count() })
        .from(sources)
        .innerJoin(sourceVersions, eq(sourceVersions.no, sources.latestVersionNo))
        .where(mine)
        .get();
      return pageOf(rows.map(sourceOf), page, total?.n ?? 0);
    },
    content: (source, version) => sourceText(orm, source, version),
    versions: (source) => versionsOf(orm, source),
    isTextWhole: (source) => isTextWhole(orm, source.versionNo),
    readAgain: (source, at) => write("power", () => readAgain(orm, log, source, at)),
    chunks: (source) =>
      orm
        .select({
          no: chunks.no,
          start: chunks.start,
          end: chunks.end,
          section: chunks.section,
          page: chunks.page,
          text: chunks.text,
          turn: turnColumns,
        })
        .from(chunks)
        .innerJoin(sources, eq(sources.currentVersionNo, chunks.versionNo))
        .where(eq(sources.no, source.no))
        .orderBy(asc(chunks.no))
        .all()
        .map(withTurn),
    edit: (source, edit, at) => write("power", () => editSource(orm, source, { edit, at })),
    remove: (source) => reserve.freeing(() => write("power", () => remove(orm, log, source))),
    dropSuperseded: (source) => reserve.freeing(() => write("power", () => dropSuperseded(orm, source))),
    move: (source, from, { to, at }) =>
      write("power", () => {
        const movable = and(eq(sourceVersions.no, source.versionNo), inArray(sourceVersions.status, [...from]));
        const fresh = { status: to, stage: null, updatedAt: at, ...(to === "queued" ? notYetTried : {}) };
        return (
          orm.update(sourceVersions).set(fresh).where(movable).returning({ no: sourceVersions.no }).all().length === 1
        );
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

function conditions({ status, externalId, text = null }: SourceFilter) {
  return [
    status === null ? undefined : eq(sourceVersions.status, status),
    externalId === null ? undefined : eq(sources.externalId, externalId),
    text === null ? undefined : contains(text),
  ];
}

function contains(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const places = [sourceVersions.title, sourceVersions.filename, sources.externalId, sources.url];
  return or(...places.map((place) => sql`${place} LIKE ${pattern} ESCAPE '\\'`));
}

interface Acceptance {
  readonly usage: UsageEntry;
  readonly checkGrowth: Parameters<SourceStore["accept"]>[2];
  readonly log: MemoryLog;
}

function accept(
  statements: AcceptanceStatements,
  version: NewVersion,
  { usage, checkGrowth, log }: Acceptance,
): Accepted {
  const existing =
    version.externalId === null ? sameDocument(statements, version) : sameExternalId(statements, version);
  if (existing !== null && isSameDocument(existing, version)) {
    statements.addUsage({ ...usage, add: { ingest: 1 } });
    return sentAgain(statements, existing, { version, log });
  }
  checkGrowth(growthBy(version, existing));
  if (existing !== null) return addNewVersion(statements, existing, { version, usage });
  statements.addUsage(usage);
  return { source: addSource(statements, version), outcome: "created", overtaken: null };
}

interface Counted {
  readonly version: NewVersion;
  readonly usage: UsageEntry;
}

function addNewVersion(statements: AcceptanceStatements, existing: Source, { version, usage }: Counted): Accepted {
  touchSource(statements, existing, version);
  const overtaken = isSettled(existing.status) ? null : existing.versionNo;
  if (overtaken !== null) supersede(statements.orm, overtaken, version.at);
  addVersion(statements, version, { sourceNo: existing.no, version: existing.version + 1 });
  statements.addUsage({ ...usage, add: { ...usage.add, sourcesCreated: 0 } });
  return { source: sourceByNo(statements, existing.no), outcome: "new_version", overtaken };
}

function growthBy({ origin }: NewVersion, existing: Source | null): StoredAmounts {
  return { sources: existing === null ? 1 : 0, bytes: "file" in origin ? origin.file.bytes : 0 };
}

/** Without an external id, the same bytes or the same address in the same expert are the same source. */
function sameDocument(statements: AcceptanceStatements, { expertId: expert, origin }: NewVersion): Source | null {
  if ("file" in origin) return firstOf(statements.bySha256().get({ expert, sha256: origin.file.sha256 }));
  return firstOf(statements.byFetchUrl().get({ expert, fetchUrl: origin.fetchUrl }));
}

function sameExternalId(statements: AcceptanceStatements, { expertId: expert, externalId }: NewVersion): Source | null {
  return firstOf(statements.byExternalId().get({ expert, externalId }));
}

/**
 * Bytes that failed are tried again. A different title is searchable text, so it makes a new version. The document at an
 * address may have changed, unless it is being fetched already.
 */
function isSameDocument(existing: Source, { origin, externalId, givenTitle }: NewVersion): boolean {
  const failed = existing.status === "failed" || existing.status === "canceled";
  const retitled = externalId !== null && givenTitle !== null && givenTitle !== existing.title;
  if (failed || retitled) return false;
  if ("file" in origin) return existing.sha256 === origin.file.sha256;
  return existing.fetchUrl === origin.fetchUrl && !isSettled(existing.status);
}

interface Resent {
  readonly version: NewVersion;
  readonly log: MemoryLog;
}

/** The same document again, possibly with other facts. */
function sentAgain(statements: AcceptanceStatements, existing: Source, { version, log }: Resent): Accepted {
  const outcome = mended(statements, existing, { version, log }) ? "mended" : "duplicate";
  if (version.externalId !== null) touchSource(statements, existing, version);
  return { source: sourceByNo(statements, existing.no), outcome, overtaken: null };
}

/**
 * The received bytes replace the original file, which may be lost or damaged. Returns whether the text or the passages are
 * damaged too and the source is read again.
 */
function mended({ orm }: AcceptanceStatements, existing: Source, { version: { origin, at }, log }: Resent): boolean {
  if (!("file" in origin)) return false;
  origin.file.keep(existing.versionNo);
  if (existing.status !== "ready" || isTextWhole(orm, existing.versionNo)) return false;
  readAgain(orm, log, existing, at);
  return true;
}

/** The new source is as the statements returned it, since reading it again would take as long as writing it. */
function addSource(statements: AcceptanceStatements, version: NewVersion): Source {
  const { sourceId: id, expertId, externalId, url, metadata, at } = version;
  const source = statements.addSource().get({ id, expertId, externalId, url, metadata: metadata ?? {}, at });
  const latest = addVersion(statements, version, { sourceNo: source.no, version: 1 });
  return sourceOf({ source, latest, answering: null });
}

function touchSource({ orm }: AcceptanceStatements, existing: Source, { url, metadata, at }: NewVersion): void {
  const changes = { url: url ?? existing.url, metadata: metadata ?? existing.metadata, updatedAt: at };
  orm.update(sources).set(changes).where(eq(sources.no, existing.no)).run();
}

/** Writes the newest version of a source, and gives it its file. */
function addVersion(
  { addVersion: statement, setLatest }: AcceptanceStatements,
  { expertId, type, givenTitle, title, filename, declaredType, origin, keyId, at }: NewVersion,
  place: { sourceNo: number; version: number },
) {
  const content =
    "file" in origin
      ? { bytes: origin.file.bytes, sha256: origin.file.sha256, fetchUrl: null }
      : { bytes: 0, sha256: "", fetchUrl: origin.fetchUrl };
  const facts = { expertId, type, givenTitle, title, filename, declaredType, keyId, at };
  const latest = statement().get({ ...place, ...content, ...facts });
  setLatest().run({ sourceNo: place.sourceNo, versionNo: latest.no });
  if ("file" in origin) origin.file.keep(latest.no);
  return latest;
}

/** A version that was replaced before it was ready is not finished. */
function supersede(orm: Drizzle, versionNo: number, at: number): void {
  const canceled = { status: "canceled" as const, stage: null, updatedAt: at };
  orm.update(sourceVersions).set(canceled).where(eq(sourceVersions.no, versionNo)).run();
}

function sourceByNo({ byNo }: AcceptanceStatements, no: number): Source {
  const source = firstOf(byNo().get({ no }));
  if (source === null) throw new Error(`source ${no} vanished inside a transaction`);
  return source;
}

function dropSuperseded(orm: Drizzle, { no, versionNo }: Source): number[] {
  const isSpare = sql`${sourceVersions.no} NOT IN (
    SELECT value FROM ${sources}, json_each(json_array(${sources.latestVersionNo}, ${sources.currentVersionNo}))
    WHERE ${sources.no} = ${no} AND value IS NOT NULL)`;
  const mine = and(eq(sourceVersions.sourceNo, no), lt(sourceVersions.no, versionNo));
  const ended = inArray(sourceVersions.status, ["ready", "failed", "canceled"]);
  const spare = and(mine, eq(sourceVersions.type, "conversation"), ended, isSpare);
  const dropped = orm.delete(sourceVersions).where(spare).returning({ no: sourceVersions.no }).all();
  return dropped.map((row) => row.no);
}

function remove(orm: Drizzle, log: MemoryLog, source: Source): number[] {
  const versions = orm
    .select({ no: sourceVersions.no, isCurrent: sql<number>`${sourceVersions.no} = ${sources.currentVersionNo}` })
    .from(sourceVersions)
    .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
    .where(eq(sources.no, source.no))
    .all();
  orm.delete(sources).where(eq(sources.no, source.no)).run();
  const searchable = versions.filter(({ isCurrent }) => isCurrent === 1).map(({ no }) => no);
  if (searchable.length > 0) log.note(source.expertId, { removed: searchable });
  return versions.map(({ no }) => no);
}
