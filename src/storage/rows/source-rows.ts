import { and, asc, count, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import { type Keeper, keepersWithout } from "../../kernel/keepers.ts";
import type { SourceFilter, SourceStore, VersionFacts } from "../../sources/ports/store-ports.ts";
import { type Source, sourceOf } from "../../sources/source.ts";
import { afterOf, orderOf, pageOf } from "../../store/paging.ts";
import type { Database, Drizzle } from "../database.ts";
import { type MemoryLog, memoryLog } from "../memory-log.ts";
import { chunks, sources, sourceVersions } from "../schema.ts";
import { sourceText } from "../source-text.ts";
import { sqliteWrite } from "../sqlite-write.ts";
import { acceptanceStatements, firstOf } from "../statements/acceptance-statements.ts";
import { turnColumns, withTurn } from "../statements/chunk-turns.ts";
import { accept } from "../statements/source-acceptance.ts";
import { editSource } from "./source-editing.ts";
import { isTextWhole, readAgain } from "./source-mending.ts";
import { selectSources, versionsOf } from "./source-view.ts";

export function sourceRows({ orm, write, reserve }: Database): Immediate<SourceStore> {
  const statements = acceptanceStatements(orm);
  const log = memoryLog(orm);
  return {
    acceptance: (version, usage, limits) => sqliteWrite(() => accept(statements, version, { usage, limits, log })),
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
    release: (source, keeper, heir) =>
      reserve.freeing(() => write("power", () => release({ orm, log }, source, { keeper, heir }))),
    versionFacts: (source, version) => versionFacts(orm, source, version),
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

function release(
  { orm, log }: { readonly orm: Drizzle; readonly log: MemoryLog },
  source: Source,
  { keeper, heir }: { readonly keeper: Keeper; readonly heir: Keeper | null },
): readonly number[] | null {
  const mine = eq(sources.no, source.no);
  const row = orm.select({ keepers: sources.keepers }).from(sources).where(mine).get();
  const left = row === undefined ? null : keepersWithout(row.keepers, keeper, heir);
  if (left?.length === 0) return remove(orm, log, source);
  if (left !== null) orm.update(sources).set({ keepers: left }).where(mine).run();
  return null;
}

function versionFacts(orm: Drizzle, source: Source, version: number): VersionFacts | null {
  const { no: versionNo, type, givenTitle, title, filename, declaredType, sha256 } = sourceVersions;
  const row = orm
    .select({ versionNo, type, givenTitle, title, filename, declaredType, sha256 })
    .from(sourceVersions)
    .where(and(eq(sourceVersions.sourceNo, source.no), eq(sourceVersions.version, version)))
    .get();
  return row ?? null;
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
