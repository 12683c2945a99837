/** The statements for accepting a source. Their speed limits the rate at which small sources are accepted. */
import { and, count, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { NewPassage } from "../memory/readings/ports.ts";
import { type Source, sourceOf } from "../sources/source.ts";
import { selectSources, versionColumns } from "../store/sources/source-view.ts";
import { type DocumentStatements, known } from "../store/work.ts";
import { builtOnce } from "./built-once.ts";
import type { Drizzle } from "./database.ts";
import { chunks, isPending, sources, sourceVersions, tables } from "./schema.ts";

const value = sql.placeholder;

export function documentStatements(orm: Drizzle): DocumentStatements {
  const statements = acceptanceStatements(orm);
  const addPassages = passageAddition(orm);
  const existing: DocumentStatements["existing"] = (_orm, { expertId: expert, ...name }) => {
    if (name.of !== undefined) return known(firstOf(statements.byId().get({ expert, id: name.of })));
    if (name.externalId != null)
      return known(firstOf(statements.byExternalId().get({ expert, externalId: name.externalId })));
    if (name.sha256 !== undefined) return known(firstOf(statements.bySha256().get({ expert, sha256: name.sha256 })));
    return known(firstOf(statements.byFetchUrl().get({ expert, fetchUrl: name.fetchUrl })));
  };
  return {
    existing,
    byNo: (_orm, no) => known(firstOf(statements.byNo().get({ no }))),
    addSource: (_orm, facts) => known(statements.addSource().get({ ...facts })),
    *addVersion(_orm, facts) {
      const latest = yield* known(statements.addVersion().get({ ...facts }));
      statements.setLatest().run({ sourceNo: facts.sourceNo, versionNo: latest.no });
      return latest;
    },
    waiting: () => known(statements.waiting().get()?.n ?? 0),
    addPassages: (_orm, versionNo, passages) => known(addPassages(versionNo, passages)),
  };
}

/** Must run inside one transaction, except those that only read. */
export function acceptanceStatements(orm: Drizzle) {
  const ofExpert = eq(sources.expertId, value("expert"));
  const oldest = (expert: SQL, condition: SQL) => builtOnce(() => oldestWhere(orm, and(expert, condition)));
  return {
    waiting: builtOnce(() => waitingCount(orm)),
    byId: oldest(ofExpertFound, eq(sources.id, value("id"))),
    bySha256: oldest(ofExpertFound, eq(sourceVersions.sha256, value("sha256"))),
    byFetchUrl: oldest(ofExpert, eq(sourceVersions.fetchUrl, value("fetchUrl"))),
    byExternalId: oldest(ofExpert, eq(sources.externalId, value("externalId"))),
    byNo: builtOnce(() => oldestWhere(orm, eq(sources.no, value("no")))),
    addSource: builtOnce(() => sourceInsertion(orm)),
    addVersion: builtOnce(() => versionInsertion(orm)),
    setLatest: builtOnce(() =>
      orm
        .update(sources)
        .set({ latestVersionNo: sql`${value("versionNo")}` })
        .where(eq(sources.no, value("sourceNo")))
        .prepare(),
    ),
  };
}

/** How many versions wait to be read. */
export function waitingCount(orm: Drizzle) {
  const waiting = and(eq(sourceVersions.status, "queued"), isPending);
  return orm.select({ n: count() }).from(sourceVersions).where(waiting).prepare();
}

/** The plus keeps SQLite from reading all sources of the expert, since the other condition finds a few by an index. */
const ofExpertFound = sql`+${sources.expertId} = ${value("expert")}`;

/** The oldest source that meets the condition. */
function oldestWhere(orm: Drizzle, condition: SQL | undefined) {
  return selectSources(tables, orm).where(condition).orderBy(sql`+${sources.no}`).limit(1).prepare();
}

/** The row that was found; null for none. */
function firstOf(row: Parameters<typeof sourceOf>[0] | undefined): Source | null {
  return row === undefined ? null : sourceOf(row);
}

function sourceInsertion(orm: Drizzle) {
  return orm
    .insert(sources)
    .values({
      id: value("id"),
      expertId: value("expertId"),
      externalId: value("externalId"),
      url: value("url"),
      metadata: value("metadata"),
      keepers: value("keepers"),
      createdAt: value("at"),
      updatedAt: value("at"),
    })
    .returning()
    .prepare();
}

function versionInsertion(orm: Drizzle) {
  return orm
    .insert(sourceVersions)
    .values({
      sourceNo: value("sourceNo"),
      version: value("version"),
      expertId: value("expertId"),
      type: value("type"),
      givenTitle: value("givenTitle"),
      title: value("title"),
      filename: value("filename"),
      declaredType: value("declaredType"),
      bytes: value("bytes"),
      sha256: value("sha256"),
      fetchUrl: value("fetchUrl"),
      status: "queued",
      keyId: value("keyId"),
      createdAt: value("at"),
      updatedAt: value("at"),
    })
    .returning(versionColumns(tables))
    .prepare();
}

/** Row by row: building one statement for many takes longer than running one for each. */
export function passageAddition(orm: Drizzle): (versionNo: number, passages: readonly NewPassage[]) => void {
  const { no: _, ...columns } = getTableColumns(chunks);
  const places = Object.fromEntries(Object.keys(columns).map((name) => [name, value(name)]));
  const statement = builtOnce(() =>
    orm
      .insert(chunks)
      .values(places as unknown as typeof chunks.$inferInsert)
      .prepare(),
  );
  return (versionNo, passages) => {
    for (const { turn, ...passage } of passages) {
      const said = { speaker: turn?.speaker ?? null, saidAt: turn?.saidAt ?? null };
      statement().run({ versionNo, reading: null, outline: null, language: null, ...passage, ...said });
    }
  };
}
