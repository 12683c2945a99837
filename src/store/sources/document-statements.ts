import { and, count, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { NewPassage } from "../../memory/reading-ports.ts";
import { type Source, sourceOf } from "../../sources/source.ts";
import type { Tables } from "../tables.ts";
import type { DocumentStatements, KeptStatement, LaterValue, Orm, StatementParts, Work } from "../work.ts";
import { selectSources, versionColumns } from "./source-view.ts";

/** Must be literal, as in the partial indexes: with parameters SQLite would not use them. */
export const isPending = ({ sourceVersions }: Tables) => sql`${sourceVersions.status} IN ('queued', 'processing')`;

export function documentStatements(parts: StatementParts): DocumentStatements {
  const { tables, dialect, kept } = parts;
  const { sources, sourceVersions } = tables;
  const ofExpert = (value: LaterValue) => eq(sources.expertId, value("expert"));
  /** Unindexed, because the other condition finds few rows. */
  const ofExpertFound = (value: LaterValue) => sql`${dialect.unindexed(sources.expertId)} = ${value("expert")}`;
  const oldest = (condition: (value: LaterValue) => SQL | undefined) =>
    kept((orm, value) =>
      selectSources(tables, orm).where(condition(value)).orderBy(dialect.unindexed(sources.no)).limit(1),
    );
  const byId = oldest((value) => and(ofExpertFound(value), eq(sources.id, value("id"))));
  const bySha256 = oldest((value) => and(ofExpertFound(value), eq(sourceVersions.sha256, value("sha256"))));
  const byFetchUrl = oldest((value) => and(ofExpert(value), eq(sourceVersions.fetchUrl, value("fetchUrl"))));
  const byExternalId = oldest((value) => and(ofExpert(value), eq(sources.externalId, value("externalId"))));
  const byNo = oldest((value) => eq(sources.no, value("no")));
  const queued = kept((orm) =>
    orm
      .select({ n: count() })
      .from(sourceVersions)
      .where(and(eq(sourceVersions.status, "queued"), isPending(tables))),
  );
  return {
    existing: (orm, { expertId: expert, of, externalId, sha256, fetchUrl = "" }) => {
      if (of !== undefined) return found(byId(orm, { expert, id: of }));
      if (externalId != null) return found(byExternalId(orm, { expert, externalId }));
      return found(sha256 === undefined ? byFetchUrl(orm, { expert, fetchUrl }) : bySha256(orm, { expert, sha256 }));
    },
    byNo: (orm, no) => found(byNo(orm, { no })),
    *waiting(orm) {
      return (yield* queued(orm, {}))[0]?.n ?? 0;
    },
    ...additions(parts),
  };
}

function* found(rows: ReturnType<KeptStatement<Parameters<typeof sourceOf>[0]>>): Work<Source | null> {
  const [row] = yield* rows;
  return row === undefined ? null : sourceOf(row);
}

function additions({ tables, dialect, kept, insertAll }: StatementParts) {
  const { sources, chunks } = tables;
  const addSource = kept((orm, value) => sourceInsertion(tables, orm, value));
  const addVersion = kept((orm, value) => versionInsertion(tables, orm, value));
  const setLatest = kept((orm, value) =>
    orm
      .update(sources)
      .set({ latestVersionNo: sql`${value("versionNo")}` })
      .where(eq(sources.no, value("sourceNo"))),
  );
  const made: Pick<DocumentStatements, "addSource" | "addVersion" | "addPassages"> = {
    *addSource(orm, facts) {
      const [added] = yield* addSource(orm, { ...facts });
      if (added === undefined) throw new Error("a source was not written");
      return added;
    },
    *addVersion(orm, facts) {
      const [latest] = yield* addVersion(orm, { ...facts });
      if (latest === undefined) throw new Error("a version was not written");
      yield* setLatest(orm, { sourceNo: facts.sourceNo, versionNo: latest.no });
      return latest;
    },
    addPassages(orm, versionNo, passages) {
      const rows = passages.map((passage) => passageRow(dialect, versionNo, passage));
      return insertAll(orm, chunks, rows);
    },
  };
  return made;
}

function passageRow(
  { storable }: StatementParts["dialect"],
  versionNo: number,
  { turn, text, section, ...passage }: NewPassage,
) {
  const unread = { reading: null, outline: null, language: null };
  const said = { speaker: turn && storable(turn.speaker), saidAt: turn?.saidAt ?? null };
  return { versionNo, ...unread, ...passage, text: storable(text), section: storable(section), ...said };
}

function sourceInsertion({ sources }: Tables, orm: Orm, value: LaterValue) {
  const names = ["id", "expertId", "externalId", "url", "metadata", "keepers"] as const;
  return orm.insert(sources).values(laterValues(names, value)).returning();
}

function versionInsertion(tables: Tables, orm: Orm, value: LaterValue) {
  const facts = ["sourceNo", "version", "expertId", "type", "bytes", "sha256", "fetchUrl", "keyId"] as const;
  const names = ["givenTitle", "title", "filename", "declaredType"] as const;
  const row = { ...laterValues([...facts, ...names], value), status: "queued" as const };
  return orm.insert(tables.sourceVersions).values(row).returning(versionColumns(tables));
}

/** `at` fills both columns of time. */
function laterValues<Name extends string>(names: readonly Name[], value: LaterValue) {
  const given = Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Placeholder>;
  return { ...given, createdAt: value("at"), updatedAt: value("at") };
}
