import { aliasedTable, and, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { ExpertId, SourceId } from "../../kernel/ids.ts";
import { apiKeeper, type SourceKeeper } from "../../kernel/keepers.ts";
import type { KeeperState } from "../../sources/mass-change.ts";
import type { KeeperRecord, KeeperStore, KeptOne } from "../../sources/ports/keeping-ports.ts";
import { all, counted, done, first, type Orm, rowsOf, type Store, type Work } from "../work.ts";

const mostWaiting = 100;

export function keeperStore(store: Store): KeeperStore {
  const { read, write, dialect } = store;
  const { keepers, sources } = store.tables;
  return {
    change: (expert, keeper, decide) => write("power", (orm) => change(store, orm, expert, keeper, decide)),
    keptOf: (expert, keeper, ids) => read((orm) => keptOf(store, orm, expert, keeper, ids)),
    list: (expert) =>
      read(function* (orm) {
        const counts = yield* rowsOf<{ keeper: SourceKeeper; n: number }>(
          sql`SELECT value AS keeper, CAST(count(*) AS int) AS n FROM ${sources}, ${dialect.each(sources.keepers)}
            WHERE ${sources.expertId} = ${expert} AND value <> ${apiKeeper} GROUP BY value`,
        );
        const states = yield* all(orm.select().from(keepers).where(eq(keepers.expertId, expert)));
        return keeperRecords(expert, counts, states);
      }),
    waiting: () =>
      read((orm) => {
        const isOpen = isNull(dialect.field(keepers.held, "confirmedAt"));
        return all(
          orm
            .select()
            .from(keepers)
            .where(and(isNotNull(keepers.held), isOpen))
            .limit(mostWaiting),
        );
      }),
  };
}

function* change(
  { tables, dialect }: Store,
  orm: Orm,
  expert: ExpertId,
  keeper: SourceKeeper,
  decide: Parameters<KeeperStore["change"]>[2],
): Work<KeeperState> {
  yield* dialect.lockName(`keeper ${expert} ${keeper}`);
  const { keepers, sources } = tables;
  const { done: deeds, held } = keepers;
  const mine = and(eq(keepers.expertId, expert), eq(keepers.keeper, keeper));
  const row = yield* first(orm.select({ done: deeds, held }).from(keepers).where(mine));
  const before = row ?? { done: [], held: null };
  const isKept = and(eq(sources.expertId, expert), dialect.has(sources.keepers, keeper));
  const kept = yield* counted(orm.select({ n: count() }).from(sources).where(isKept));
  const after = decide(before, kept);
  if (after === null) return before;
  const set = { done: after.done, held: after.held };
  yield* done(
    orm
      .insert(keepers)
      .values({ expertId: expert, keeper, ...set })
      .onConflictDoUpdate({ target: [keepers.expertId, keepers.keeper], set }),
  );
  return after;
}

function keptOf(
  { tables, dialect }: Store,
  orm: Orm,
  expert: ExpertId,
  keeper: SourceKeeper,
  ids: readonly SourceId[],
): Work<KeptOne[]> {
  const { sources, sourceVersions } = tables;
  const [latest, copy] = [aliasedTable(sourceVersions, "latest"), aliasedTable(sources, "copy")];
  const given = dialect.texts(ids);
  const copies = orm
    .select({ no: copy.no })
    .from(copy)
    .innerJoin(sourceVersions, eq(sourceVersions.no, copy.latestVersionNo))
    .where(and(eq(copy.expertId, expert), eq(sourceVersions.sha256, latest.sha256), sql`${copy.id} NOT IN ${given}`));
  const isAlone = eq(dialect.lengthOf(sources.keepers), 1);
  const isOnly = sql<boolean>`${isAlone} AND NOT EXISTS ${copies}`.mapWith(Boolean);
  const mine = and(eq(sources.expertId, expert), sql`${sources.id} IN ${given}`, dialect.has(sources.keepers, keeper));
  const isLatest = eq(latest.no, sources.latestVersionNo);
  return all(orm.select({ id: sources.id, isOnly }).from(sources).innerJoin(latest, isLatest).where(mine));
}

function keeperRecords(
  expertId: ExpertId,
  counts: readonly { readonly keeper: SourceKeeper; readonly n: number }[],
  states: readonly Omit<KeeperRecord, "sources">[],
): readonly KeeperRecord[] {
  const records = new Map<SourceKeeper, KeeperRecord>();
  for (const { keeper, n } of counts) records.set(keeper, { expertId, keeper, sources: n, done: [], held: null });
  for (const { keeper, done, held } of states) {
    const before = records.get(keeper);
    if (before !== undefined || held !== null)
      records.set(keeper, { expertId, keeper, sources: before?.sources ?? 0, done, held });
  }
  return [...records.values()].sort((a, b) => (a.keeper < b.keeper ? -1 : 1));
}
