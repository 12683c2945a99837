import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import {
  type FoundLanguages,
  languagesFound,
  type NewPassage,
  type ReadingRows,
  type UnoutlinedVersion,
} from "../../memory/reading-ports.ts";
import type { Tables } from "../tables.ts";
import { all, done, first, hasRows, type Orm, type Store, type Work } from "../work.ts";
import { expertLease, renewVersion } from "./background-models.ts";
import { setInUse } from "./vector-sets.ts";

export function readingStore(store: Store): ReadingRows {
  const { read, write, claim, leases, log, tables } = store;
  const { experts, sources } = tables;
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
    ...passagesRead(store),
    keepLanguages: (expert, version, found) =>
      write("power", (orm) => keepLanguages(store, orm, expert, version, found)),
    unoutlined: (version, made) => read((orm) => unoutlined(tables, orm, { version, made })),
    replace: (expert, version, passages) => write("power", (orm) => replace(store, orm, expert, version, passages)),
    keep: (made) => write("process", (orm) => keep(tables, orm, made)),
    settle: (expert, maker) =>
      write("power", function* (orm) {
        yield* log.lock(expert);
        const mine = eq(experts.id, expert);
        const before = yield* first(orm.select({ readings: experts.readings }).from(experts).where(mine));
        yield* done(orm.update(experts).set({ readings: maker }).where(mine));
        if (before?.readings === languagesFound) yield* log.cut(orm, expert);
      }),
  };
}

function passagesRead({ read, tables: { chunks, sourceVersions } }: Store) {
  const ofVersion = eq(sourceVersions.no, chunks.versionNo);
  const foundLanguage = sql<string | null>`coalesce(${chunks.language}, ${sourceVersions.language})`;
  const passages = (orm: Orm, version: number, condition: SQL | undefined) => {
    const { no, text, outline } = chunks;
    const found = orm.select({ no, text, outline }).from(chunks).innerJoin(sourceVersions, ofVersion);
    return found.where(and(eq(chunks.versionNo, version), condition)).orderBy(asc(no));
  };
  const reads: Pick<ReadingRows, "unspoken" | "languages" | "lacking"> = {
    unspoken: (version) => read((orm) => all(passages(orm, version, isNull(sourceVersions.language)))),
    languages: (version) =>
      read(function* (orm) {
        const found = orm.selectDistinct({ language: foundLanguage }).from(chunks).innerJoin(sourceVersions, ofVersion);
        return (yield* all(found.where(eq(chunks.versionNo, version)))).map(({ language }) => language);
      }),
    lacking: (version, after, { language, stamp, limit }) =>
      read((orm) => {
        const made = sql`substr(${chunks.reading}, 1, CAST(${stamp.length} AS int))`;
        const isLacking = sql`${made} IS DISTINCT FROM ${sql.param(stamp, chunks.reading)}`;
        const isSpoken = sql`${foundLanguage} IS NOT DISTINCT FROM CAST(${language} AS text)`;
        return all(passages(orm, version, and(gt(chunks.no, after), isLacking, isSpoken)).limit(limit));
      }),
  };
  return reads;
}

type Made = Parameters<ReadingRows["keep"]>[0] | FoundLanguages["parts"];

function* keep({ chunks }: Tables, orm: Orm, made: Made): Work<void> {
  for (const { no, ...columns } of made) yield* done(orm.update(chunks).set(columns).where(eq(chunks.no, no)));
}

function* keepLanguages(
  { tables, log }: Store,
  orm: Orm,
  expert: ExpertId,
  version: number,
  found: FoundLanguages,
): Work<void> {
  const { experts, sourceVersions } = tables;
  yield* log.lock(expert);
  const ofDocument = { language: found.document };
  yield* done(orm.update(sourceVersions).set(ofDocument).where(eq(sourceVersions.no, version)));
  yield* keep(tables, orm, found.parts);
  if (found.isForeign) yield* done(orm.update(experts).set({ readings: languagesFound }).where(eq(experts.id, expert)));
}

interface Outlines {
  readonly version: number;
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
  if (!(yield* hasRows(lacking))) return null;
  const { filename, declaredType, content, expertId } = tables.sourceVersions;
  const mine = eq(tables.sourceVersions.no, version);
  const facts = orm.select({ filename, declaredType, content, expertId }).from(tables.sourceVersions).where(mine);
  const found = yield* first(facts);
  if (found?.content == null) return null;
  const { section, page } = tables.chunks;
  const cut = orm.select({ no, start, end, section, page }).from(tables.chunks).where(eq(versionNo, version));
  const passages = yield* all(cut.orderBy(asc(no)));
  const { expertId: expert, ...rest } = found;
  const isFixed = yield* areVectorsFixed(tables, orm, expert);
  return { ...rest, no: version, content: found.content, passages, isFixed };
}

/** Vectors are made only while a source is read. */
function* areVectorsFixed(tables: Tables, orm: Orm, expert: ExpertId): Work<boolean> {
  return (yield* setInUse(tables, orm, expert))?.mayLack === false;
}

function* replace(
  store: Store,
  orm: Orm,
  expert: ExpertId,
  version: number,
  passages: readonly NewPassage[],
): Work<void> {
  const { tables, log, dialect, documents } = store;
  const { sources, sourceVersions, chunks } = tables;
  yield* log.lock(expert);
  const answers = and(eq(sources.expertId, expert), eq(sources.currentVersionNo, version));
  yield* dialect.lock(sources, answers);
  if (!(yield* hasRows(orm.select({ no: sources.no }).from(sources).where(answers)))) return;
  if (yield* areVectorsFixed(tables, orm, expert)) throw new Error("the memory came to be embedded otherwise");
  yield* done(orm.delete(chunks).where(eq(chunks.versionNo, version)));
  yield* documents.addPassages(orm, version, passages);
  const total = passages.length;
  yield* done(orm.update(sourceVersions).set({ chunkCount: total }).where(eq(sourceVersions.no, version)));
  yield* renewVersion(store, orm, { expert, version, total });
}
