import { and, count, eq, isNotNull, sql } from "drizzle-orm";
import type { PassageReader, Standing, StoredPassage } from "../../../answering/ports.ts";
import { type Immediate, immediately } from "../../../kernel/awaitable.ts";
import type { ExpertId } from "../../../kernel/ids.ts";
import { builtOnce, recentlyUsed } from "../../../kernel/stores/recently-used.ts";
import { versionedCache } from "../../../kernel/stores/versioned-cache.ts";
import { noStanding, passageColumns, passageReader, storedPassage } from "../../passages/passage-reader.ts";
import { answersFrom, isOfExpert } from "../../passages/passage-rows.ts";
import { rowDecoder } from "../../raw-rows.ts";
import type { ReadingStore } from "../../work.ts";
import type { Database, Drizzle } from "../database.ts";
import { chunks, experts, isPending, senseModels, senseStandings, sources, sourceVersions, tables } from "../schema.ts";
import { readingIn } from "../store-dialect.ts";

/** @param database `rowsGeneration` absent: only read @param senseModel whose progress counts */
export function answerRows(
  { orm, rowsGeneration }: Pick<Database, "orm"> & Partial<Pick<Database, "rowsGeneration">>,
  senseModel: string | null = null,
): Immediate<PassageReader> {
  const standing = builtOnce(() => standingOf(orm));
  const standings = rowsGeneration === undefined ? null : versionedCache<Standing>(rowsGeneration, 1000);
  const store = readingIn(orm);
  const passages = builtOnce(() => passagesByNumber(store, orm));
  /** The number of answering sources changes only with the revision, so it is cached by it. */
  const readyCounts = recentlyUsed<number>(1000);
  const ready = (expert: ExpertId, revision: number): number => {
    const name = `${expert} ${revision}`;
    const counted = readyCounts.get(name) ?? countReady(orm, expert);
    readyCounts.set(name, counted);
    return counted;
  };
  const read = (expert: ExpertId, numbers: readonly number[]) => {
    const found = new Map<number, StoredPassage>();
    for (const values of passages().values({ expert, numbers: JSON.stringify(numbers) })) {
      const row = decoded((_, position) => values[position]);
      found.set(row.no, storedPassage(row));
    }
    return found;
  };
  const standingNow = (expert: ExpertId): Standing => {
    // As values, because drizzle's mapping of a row takes half as long as SQLite.
    const [found] = standing().values({ expert, model: senseModel });
    if (found === undefined) return noStanding;
    const [revision, pending, done, total] = found as StandingValues;
    return { revision, ready: ready(expert, revision), pending, sense: { done: done ?? 0, total: total ?? 0 } };
  };
  return immediately(
    passageReader(store, {
      passages: read,
      standing: ({ id: expert }) => standings?.get(expert, () => standingNow(expert)) ?? standingNow(expert),
    }),
  );
}

function countReady(orm: Drizzle, expert: ExpertId): number {
  const answering = and(eq(sources.expertId, expert), isNotNull(sources.currentVersionNo));
  return orm.select({ n: count() }).from(sources).where(answering).get()?.n ?? 0;
}

type StandingValues = [revision: number, pending: number, done: number | null, total: number | null];

/** One statement, because each costs more than what it reads. */
function standingOf(orm: Drizzle) {
  const expert = sql.placeholder("expert");
  const mine = and(eq(sourceVersions.expertId, expert), isPending);
  const pending = orm.select({ n: count() }).from(sourceVersions).where(mine);
  const ofModel = and(eq(senseStandings.modelNo, senseModels.no), eq(senseStandings.expertId, expert));
  const { done, total } = senseStandings;
  return orm
    .select({ revision: experts.revision, pending: sql<number>`${pending}`, done, total })
    .from(experts)
    .leftJoin(senseModels, eq(senseModels.name, sql.placeholder("model")))
    .leftJoin(senseStandings, ofModel)
    .where(eq(experts.id, expert))
    .prepare();
}

const passageFields = passageColumns(tables);
/** Blobs stay SQLite's arrays. */
const decoded = rowDecoder(passageFields, ["string", "number", "buffer"]);

function passagesByNumber(store: ReadingStore, orm: Drizzle) {
  const value = sql.placeholder;
  return orm
    .select(passageFields)
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, answersFrom(tables))
    .where(and(store.dialect.isAmong(chunks.no, value("numbers")), isOfExpert(store, value("expert"))))
    .prepare();
}
