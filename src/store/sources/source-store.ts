import { and, asc, count, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import { keepersWithout, type SourceKeeper } from "../../kernel/keepers.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import type { OutlinedChunk, SourceSelection, SourceStore } from "../../sources/ports/store-ports.ts";
import { type Source, type SourceRecord, sourceOf } from "../../sources/source.ts";
import { forgetTurnsFrom } from "../account-stores.ts";
import { afterOf, containing, orderOf, pageOf } from "../paging.ts";
import { forgetAnswersFrom } from "../question-stores.ts";
import type { Tables } from "../tables.ts";
import { all, counted, done, first, hasRows, type Orm, one, preparedWrite, type Store, type Work } from "../work.ts";
import { accept } from "./document-acceptance.ts";
import { isPending } from "./document-statements.ts";
import { foldersIn, inFolder, pathOf } from "./source-folders.ts";
import { editSource, isTextWhole, readAgain } from "./source-renewal.ts";
import { sourceText } from "./source-text.ts";
import { selectSources, versionsOf } from "./source-view.ts";

export function sourceStore(store: Store): SourceStore {
  const { read, write, free, tables, documents } = store;
  const { sourceVersions } = tables;
  return {
    acceptance: (version, usage, limits) => preparedWrite((orm) => accept(store, orm, version, usage, limits)),
    byId: (expertId, of) => read((orm) => documents.existing(orm, { expertId, of })),
    byExternalId: (expertId, externalId) => read((orm) => documents.existing(orm, { expertId, externalId })),
    list: (expert, filter, page) => read((orm) => list(store, orm, expert, filter, page)),
    unsettled: (expert, most) => read((orm) => unsettled(store, orm, expert, most)),
    folders: (expert, filter) => read((orm) => folders(store, orm, expert, filter)),
    content: (source, version) => sourceText(store, source, version),
    versions: (source) => read((orm) => versionsOf(tables, orm, source)),
    isTextWhole: (source) => read((orm) => isTextWhole(tables, orm, source.versionNo)),
    readAgain: (source, at) => write("power", (orm) => readAgain(store, orm, { ...source, at })),
    chunks: (source) => read((orm) => chunksOf(tables, orm, source)),
    edit: (source, edit, at) => write("power", (orm) => editSource(store, orm, source, edit, at)),
    remove: (source) => free("power", (orm) => remove(store, orm, source)),
    release: (source, keeper, heir) => free("power", (orm) => release(store, orm, source, keeper, heir)),
    versionFacts: (source, version) =>
      read((orm) => {
        const { no: versionNo, type, givenTitle, title, filename, declaredType, sha256 } = sourceVersions;
        const found = orm
          .select({ versionNo, type, givenTitle, title, filename, declaredType, sha256 })
          .from(sourceVersions)
          .where(and(eq(sourceVersions.sourceNo, source.no), eq(sourceVersions.version, version)));
        return one(found);
      }),
    dropSuperseded: (source) => free("power", (orm) => dropSuperseded(tables, orm, source)),
    move: (source, from, { to, at }) =>
      write("power", (orm) => {
        const movable = and(eq(sourceVersions.no, source.versionNo), inArray(sourceVersions.status, [...from]));
        const fresh = { status: to, stage: null, updatedAt: at, ...(to === "queued" ? notYetTried(tables) : {}) };
        const moved = orm.update(sourceVersions).set(fresh).where(movable);
        return hasRows(moved.returning({ no: sourceVersions.no }));
      }),
  };
}

/** A document from an address is fetched again, because the fault may have been there. */
function notYetTried({ sourceVersions: { fetchUrl, sha256 } }: Tables) {
  return {
    attempts: 0,
    errorCode: null,
    errorMessage: null,
    errorRetryable: null,
    sha256: sql`CASE WHEN ${fetchUrl} IS NULL THEN ${sha256} ELSE '' END`,
  };
}

function folders(store: Store, orm: Orm, expert: ExpertId, { folder, ...others }: SourceSelection) {
  const chosen = and(eq(store.tables.sources.expertId, expert), ...conditions(store, others));
  return foldersIn(store, orm, folder?.path ?? "", chosen);
}

function* unsettled({ tables, dialect }: Store, orm: Orm, expert: ExpertId, most: number): Work<readonly Source[]> {
  const { sources, sourceVersions } = tables;
  const ofExpert = eq(sourceVersions.expertId, expert);
  // Uses the index of pending versions, because the other would walk all sources.
  const byVersion = sql`${dialect.unindexed(sources.expertId)} = ${expert}`;
  const found = selectSources(tables, orm).where(and(ofExpert, isPending(tables), byVersion));
  return (yield* all(found.orderBy(asc(sources.id)).limit(most))).map(sourceOf);
}

function* list(
  store: Store,
  orm: Orm,
  expert: ExpertId,
  filter: SourceSelection,
  page: PageRequest,
): Work<Page<Source>> {
  const { sources, sourceVersions } = store.tables;
  const mine = and(eq(sources.expertId, expert), ...conditions(store, filter));
  const rows = yield* filter.folder?.below === false
    ? byPath(store, orm, mine, page)
    : all(
        selectSources(store.tables, orm)
          .where(and(mine, afterOf(sources.id, page)))
          .orderBy(orderOf(sources.id, page))
          .limit(page.limit + 1)
          .offset(page.skip ?? 0),
      );
  const total = yield* counted(
    orm
      .select({ n: count() })
      .from(sources)
      .innerJoin(sourceVersions, eq(sourceVersions.no, sources.latestVersionNo))
      .where(mine),
  );
  return pageOf(rows.map(sourceOf), page, total);
}

/** Sources without a path last, newest first. Sorts ids, because whole rows take longer. */
function* byPath(store: Store, orm: Orm, mine: SQL | undefined, page: PageRequest): Work<SourceRecord[]> {
  const { sources, sourceVersions } = store.tables;
  const isLatest = eq(sourceVersions.no, sources.latestVersionNo);
  const path = pathOf(store);
  const last = sql`(SELECT ${path} FROM ${sources} WHERE ${sources.id} = ${page.after})`;
  const isBehind = sql`(${path} > ${last} OR (${path} = ${last} AND ${sources.id} < ${page.after}))`;
  const ids = yield* all(
    orm
      .select({ no: sources.no })
      .from(sources)
      .innerJoin(sourceVersions, isLatest)
      .where(and(mine, page.after === null ? undefined : isBehind))
      .orderBy(path, desc(sources.id))
      .limit(page.limit + 1)
      .offset(page.skip ?? 0),
  );
  const rows: readonly SourceRecord[] = yield* all(
    selectSources(store.tables, orm).where(
      inArray(
        sources.no,
        ids.map(({ no }) => no),
      ),
    ),
  );
  const byNo = new Map(rows.map((row) => [row.source.no, row]));
  return ids.flatMap(({ no }) => byNo.get(no) ?? []);
}

function conditions(store: Store, selection: SourceSelection) {
  const { tables, dialect } = store;
  const { status, externalId, text = null, filter = null, folder = null, changedSince = null } = selection;
  const { sources, sourceVersions } = tables;
  const places = [sourceVersions.title, sourceVersions.filename, sources.externalId, sources.url];
  return [
    status === null ? undefined : eq(sourceVersions.status, status),
    externalId === null ? undefined : eq(sources.externalId, dialect.storable(externalId)),
    containing(dialect, text, places),
    filter === null ? undefined : dialect.filtered(filter),
    changedSince === null ? undefined : gte(sourceVersions.updatedAt, changedSince),
    folder === null ? undefined : inFolder(store, folder),
  ];
}

function* chunksOf({ chunks, sources }: Tables, orm: Orm, source: Source): Work<OutlinedChunk[]> {
  const { no, start, end, section, page, text, outline, speaker, saidAt } = chunks;
  const rows = yield* all(
    orm
      .select({ no, start, end, section, page, text, outline, speaker, saidAt })
      .from(chunks)
      .innerJoin(sources, eq(sources.currentVersionNo, chunks.versionNo))
      .where(eq(sources.no, source.no))
      .orderBy(asc(no)),
  );
  return rows.map(({ speaker: said, saidAt: at, ...chunk }) => ({
    ...chunk,
    turn: said === null ? null : { speaker: said, saidAt: at },
  }));
}

function* release(
  store: Store,
  orm: Orm,
  source: Source,
  keeper: SourceKeeper,
  heir: SourceKeeper | null,
): Work<readonly number[] | null> {
  const { sources } = store.tables;
  const mine = eq(sources.no, source.no);
  yield* store.dialect.lock(sources, mine);
  const row = yield* first(orm.select({ keepers: sources.keepers }).from(sources).where(mine));
  const left = row === undefined ? null : keepersWithout(row.keepers, keeper, heir);
  if (left?.length === 0) return yield* remove(store, orm, source);
  if (left !== null) yield* done(orm.update(sources).set({ keepers: left }).where(mine));
  return null;
}

function* dropSuperseded(tables: Tables, orm: Orm, { no, versionNo }: Source): Work<number[]> {
  const { sources, sourceVersions } = tables;
  const used = [sources.latestVersionNo, sources.currentVersionNo].map(
    (version) =>
      sql`${sourceVersions.no} IS DISTINCT FROM (SELECT ${version} FROM ${sources} WHERE ${sources.no} = ${no})`,
  );
  const mine = and(eq(sourceVersions.sourceNo, no), lt(sourceVersions.no, versionNo));
  const ended = inArray(sourceVersions.status, ["ready", "failed", "canceled"]);
  const spare = and(mine, eq(sourceVersions.type, "conversation"), ended, ...used);
  const dropped = yield* all(orm.delete(sourceVersions).where(spare).returning({ no: sourceVersions.no }));
  return dropped.map((row) => row.no);
}

function* remove(store: Store, orm: Orm, { no, id, expertId }: Source): Work<number[]> {
  const { tables, dialect, log } = store;
  const { sources, sourceVersions } = tables;
  yield* log.lock(expertId);
  yield* dialect.lock(sources, eq(sources.no, no));
  const versions = yield* all(
    orm
      .select({ no: sourceVersions.no, current: sources.currentVersionNo })
      .from(sourceVersions)
      .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
      .where(eq(sources.no, no)),
  );
  yield* done(orm.delete(sources).where(eq(sources.no, no)));
  yield* forgetAnswersFrom(tables, orm, expertId, id);
  yield* forgetTurnsFrom(store, orm, expertId, id);
  const searchable = versions.flatMap((version) => (version.no === version.current ? [version.no] : []));
  if (searchable.length > 0) yield* log.note(orm, expertId, { removed: searchable });
  return versions.map((version) => version.no);
}
