/** The statements for accepting a source. */
import { and, asc, count, eq, type SQL } from "drizzle-orm";
import { sourceOf } from "../sources/source.ts";
import { selectSources, versionColumns } from "../store/sources/source-view.ts";
import { type DocumentName, type DocumentStatements, done, first, type Orm } from "../store/work.ts";
import { storable } from "./plain-statements.ts";
import { tables } from "./schema.ts";

const { chunks, sources, sourceVersions } = tables;

/** Passages of a statement: twelve values each, and a statement takes 65,535. */
const atOnce = 500;

export const documentStatements: DocumentStatements = {
  existing: (orm, name) => oldestWhere(orm, and(eq(sources.expertId, name.expertId), isNamed(name))),
  byNo: (orm, no) => oldestWhere(orm, eq(sources.no, no)),
  *addSource(orm, { at, ...facts }) {
    const row = { ...facts, createdAt: at, updatedAt: at };
    const added = yield* first(orm.insert(sources).values(row).returning());
    if (added === undefined) throw new Error("a source was not written");
    return added;
  },
  *addVersion(orm, { at, ...facts }) {
    const row = { ...facts, status: "queued" as const, createdAt: at, updatedAt: at };
    const latest = yield* first(orm.insert(sourceVersions).values(row).returning(versionColumns(tables)));
    if (latest === undefined) throw new Error("a version was not written");
    yield* done(orm.update(sources).set({ latestVersionNo: latest.no }).where(eq(sources.no, facts.sourceNo)));
    return latest;
  },
  *waiting(orm) {
    const queued = orm.select({ n: count() }).from(sourceVersions).where(eq(sourceVersions.status, "queued"));
    return (yield* first(queued))?.n ?? 0;
  },
  *addPassages(orm, versionNo, passages) {
    const rows = passages.map(({ turn, text, section, ...passage }) => ({
      versionNo,
      ...passage,
      text: storable(text),
      section: storable(section),
      speaker: turn && storable(turn.speaker),
      saidAt: turn?.saidAt ?? null,
    }));
    for (let from = 0; from < rows.length; from += atOnce)
      yield* done(orm.insert(chunks).values(rows.slice(from, from + atOnce)));
  },
};

function isNamed({ of, externalId, sha256, fetchUrl = "" }: DocumentName): SQL {
  if (of !== undefined) return eq(sources.id, of);
  if (externalId != null) return eq(sources.externalId, externalId);
  return sha256 === undefined ? eq(sourceVersions.fetchUrl, fetchUrl) : eq(sourceVersions.sha256, sha256);
}

function* oldestWhere(orm: Orm, condition: SQL | undefined) {
  const row = yield* first(selectSources(tables, orm).where(condition).orderBy(asc(sources.no)).limit(1));
  return row === undefined ? null : sourceOf(row);
}
