/** What folders and sites did within a day, and what of theirs is held. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { apiKeeper, type Keeper } from "../../kernel/keepers.ts";
import { keeperRecords } from "../../sources/keeping/keeper-records.ts";
import type { KeeperStore } from "../../sources/keeping/ports.ts";
import type { Database, Drizzle } from "../database.ts";
import { sources, sourceVersions } from "../schema.ts";
import { keepers } from "./site-tables.ts";

const latest = alias(sourceVersions, "latest");

export function keeperRows({ orm, write }: Database): Immediate<KeeperStore> {
  return {
    change: (expert, keeper, decide) =>
      write("power", () => {
        const mine = and(eq(keepers.expertId, expert), eq(keepers.keeper, keeper));
        const { done, held } = keepers;
        const before = orm.select({ done, held }).from(keepers).where(mine).get() ?? { done: [], held: null };
        const kept = countOf(orm, expert, keeper);
        const after = decide(before, kept);
        if (after === null) return before;
        const set = { done: after.done, held: after.held };
        const row = { expertId: expert, keeper, ...set };
        orm
          .insert(keepers)
          .values(row)
          .onConflictDoUpdate({ target: [keepers.expertId, keepers.keeper], set })
          .run();
        return after;
      }),
    keptOf: (expert, keeper, ids) => {
      const given = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
      const copy = alias(sources, "copy");
      const copies = orm
        .select({ no: copy.no })
        .from(copy)
        .innerJoin(sourceVersions, eq(sourceVersions.no, copy.latestVersionNo))
        .where(
          and(eq(copy.expertId, expert), eq(sourceVersions.sha256, latest.sha256), sql`${copy.id} NOT IN ${given}`),
        );
      const isOnly = sql<number>`json_array_length(${sources.keepers}) = 1 AND NOT EXISTS ${copies}`.mapWith(Boolean);
      const mine = and(eq(sources.expertId, expert), sql`${sources.id} IN ${given}`, keptBy(keeper));
      const isLatest = eq(latest.no, sources.latestVersionNo);
      return orm.select({ id: sources.id, isOnly }).from(sources).innerJoin(latest, isLatest).where(mine).all();
    },
    list: (expert) => {
      const counts = orm.all<{ keeper: Keeper; n: number }>(sql`
        SELECT k.value AS keeper, count(*) AS n FROM ${sources}, json_each(${sources.keepers}) k
        WHERE ${sources.expertId} = ${expert} AND k.value <> ${apiKeeper} GROUP BY k.value`);
      const states = orm.select().from(keepers).where(eq(keepers.expertId, expert)).all();
      return keeperRecords(expert, counts, states);
    },
    waiting: () =>
      orm
        .select()
        .from(keepers)
        .where(and(isNotNull(keepers.held), sql`${keepers.held} ->> '$.confirmedAt' IS NULL`))
        .limit(100)
        .all(),
  };
}

function keptBy(keeper: Keeper) {
  return sql`EXISTS (SELECT 1 FROM json_each(${sources.keepers}) k WHERE k.value = ${keeper})`;
}

function countOf(orm: Drizzle, expert: ExpertId, keeper: Keeper): number {
  const mine = and(eq(sources.expertId, expert), keptBy(keeper));
  return orm.select({ n: sql<number>`count(*)` }).from(sources).where(mine).get()?.n ?? 0;
}
