/** The readings of passages, which lie beside their texts. */
import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { ExpertId } from "../kernel/ids.ts";
import {
  type FoundLanguages,
  languagesFound,
  type ReadingRows,
  type UnoutlinedVersion,
} from "../memory/readings/ports.ts";
import { expertLease } from "./background-models.ts";
import type { Tables } from "./tables.ts";
import { all, done, first, type Orm, type Store, type Work } from "./work.ts";

export function readingStore(store: Store): ReadingRows {
  const { read, write, claim, leases, log, tables } = store;
  const { chunks, experts, sources, sourceVersions } = tables;
  const ofVersion = eq(sourceVersions.no, chunks.versionNo);
  const inVersion = (version: number) => eq(chunks.versionNo, version);
  /** In its version's row where it is the same. */
  const foundLanguage = sql<string | null>`coalesce(${chunks.language}, ${sourceVersions.language})`;
  const passages = (orm: Orm) =>
    orm.select({ no: chunks.no, text: chunks.text }).from(chunks).innerJoin(sourceVersions, ofVersion);
  return {
    experts: () =>
      read((orm) => {
        const { id, language, readings } = experts;
        return all(orm.select({ id, language, readings }).from(experts).orderBy(asc(id)));
      }),
    reserve: (expert) => claim(() => leases.take(`readings ${expert}`, expertLease)),
    versions: (expert) =>
      read(function* (orm) {
        const no = sources.currentVersionNo;
        const mine = and(eq(sources.expertId, expert), isNotNull(no));
        const rows = yield* all(orm.select({ no }).from(sources).where(mine));
        return rows.flatMap((row) => row.no ?? []).sort((a, b) => a - b);
      }),
    unspoken: (version) =>
      read((orm) =>
        all(
          passages(orm)
            .where(and(inVersion(version), isNull(sourceVersions.language)))
            .orderBy(asc(chunks.no)),
        ),
      ),
    keepLanguages: (expert, version, found) =>
      write("power", (orm) => keepLanguages(store, orm, { expert, version, found })),
    languages: (version) =>
      read(function* (orm) {
        const found = orm.selectDistinct({ language: foundLanguage }).from(chunks).innerJoin(sourceVersions, ofVersion);
        return (yield* all(found.where(inVersion(version)))).map(({ language }) => language);
      }),
    lacking: (version, after, { language, stamp, limit }) =>
      read((orm) => {
        const made = sql`substr(${chunks.reading}, 1, CAST(${stamp.length} AS int))`;
        const isLacking = sql`${made} IS DISTINCT FROM ${sql.param(stamp, chunks.reading)}`;
        const isSpoken = sql`${foundLanguage} IS NOT DISTINCT FROM CAST(${language} AS text)`;
        const wanted = and(inVersion(version), gt(chunks.no, after), isLacking, isSpoken);
        return all(passages(orm).where(wanted).orderBy(asc(chunks.no)).limit(limit));
      }),
    unoutlined: (version, made) => read((orm) => unoutlined(tables, orm, { version, made })),
    keepOutlines: (outlines) =>
      write("process", function* (orm) {
        for (const { no, outline } of outlines)
          yield* done(orm.update(chunks).set({ outline }).where(eq(chunks.no, no)));
      }),
    keep: (readings) =>
      write("process", function* (orm) {
        for (const { no, reading } of readings)
          yield* done(orm.update(chunks).set({ reading }).where(eq(chunks.no, no)));
      }),
    settle: (expert, maker) =>
      write("power", function* (orm) {
        yield* log.lock(expert);
        const mine = eq(experts.id, expert);
        const before = yield* first(orm.select({ readings: experts.readings }).from(experts).where(mine));
        yield* done(orm.update(experts).set({ readings: maker }).where(mine));
        if (before?.readings === languagesFound) yield* log.cut(expert);
      }),
  };
}

interface Languages {
  readonly expert: ExpertId;
  readonly version: number;
  readonly found: FoundLanguages;
}

function* keepLanguages({ tables, log }: Store, orm: Orm, { expert, version, found }: Languages): Work<void> {
  const { chunks, experts, sourceVersions } = tables;
  yield* log.lock(expert);
  const ofDocument = { language: found.document };
  yield* done(orm.update(sourceVersions).set(ofDocument).where(eq(sourceVersions.no, version)));
  for (const { no, language } of found.parts)
    yield* done(orm.update(chunks).set({ language }).where(eq(chunks.no, no)));
  if (found.isForeign) yield* done(orm.update(experts).set({ readings: languagesFound }).where(eq(experts.id, expert)));
}

interface Outlines {
  readonly version: number;
  /** The first byte of an outline that is up to date. */
  readonly made: number;
}

function* unoutlined(tables: Tables, orm: Orm, { version, made }: Outlines): Work<UnoutlinedVersion | null> {
  const { no, versionNo, start, end, outline } = tables.chunks;
  const isLacking = sql`substr(${outline}, 1, 1) IS DISTINCT FROM ${sql.param(Uint8Array.of(made), outline)}`;
  const lacking = orm
    .select({ no })
    .from(tables.chunks)
    .where(and(eq(versionNo, version), isLacking))
    .limit(1);
  if ((yield* first(lacking)) === undefined) return null;
  const { filename, declaredType, content } = tables.sourceVersions;
  const mine = eq(tables.sourceVersions.no, version);
  const found = yield* first(orm.select({ filename, declaredType, content }).from(tables.sourceVersions).where(mine));
  if (found?.content == null) return null;
  const rows = orm.select({ no, start, end }).from(tables.chunks).where(eq(versionNo, version)).orderBy(asc(no));
  return { ...found, no: version, content: found.content, passages: yield* all(rows) };
}
