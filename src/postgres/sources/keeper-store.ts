/** What folders and sites did within a day, and what of theirs is held. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { ExpertId, SourceId } from "../../kernel/ids.ts";
import { apiKeeper, type Keeper } from "../../kernel/keepers.ts";
import { keeperRecords } from "../../sources/keeping/keeper-records.ts";
import type { KeeperState } from "../../sources/keeping/mass-change.ts";
import type { KeeperStore, KeptOne } from "../../sources/keeping/ports.ts";
import { rowsOf } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { keepers, sources } from "./source-tables.ts";

export function keepersInPostgres({ read, transact }: PostgresDatabase): KeeperStore {
  return {
    change: (expert, keeper, decide) => transact((orm) => change(orm, { expert, keeper }, decide)),
    keptOf: (expert, keeper, ids) => read((orm) => keptOf(orm, { expert, keeper }, ids)),
    list: (expert) =>
      read(async (orm) => {
        const counts = await rowsOf<{ keeper: Keeper; n: number }>(
          orm,
          sql`SELECT k.value AS keeper, count(*)::int AS n
            FROM sources, jsonb_array_elements_text(sources.keepers::jsonb) k
            WHERE expert_id = ${expert} AND k.value <> ${apiKeeper} GROUP BY k.value`,
        );
        const states = await orm.select().from(keepers).where(eq(keepers.expertId, expert));
        return keeperRecords(expert, counts, states);
      }),
    waiting: () =>
      read(async (orm) => {
        const isOpen = sql`${keepers.held}::jsonb ->> 'confirmedAt' IS NULL`;
        return orm
          .select()
          .from(keepers)
          .where(and(isNotNull(keepers.held), isOpen))
          .limit(100);
      }),
  };
}

interface OneKeeper {
  readonly expert: ExpertId;
  readonly keeper: Keeper;
}

async function change(
  orm: Orm,
  { expert, keeper }: OneKeeper,
  decide: Parameters<KeeperStore["change"]>[2],
): Promise<KeeperState> {
  // Two nodes that look at the same keeper decide one after the other.
  await orm.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`keeper ${expert} ${keeper}`}, 0))`);
  const { done, held } = keepers;
  const mine = and(eq(keepers.expertId, expert), eq(keepers.keeper, keeper));
  const [row] = await orm.select({ done, held }).from(keepers).where(mine);
  const before = row ?? { done: [], held: null };
  const counted = sql<number>`count(*)::int`;
  const [count] = await orm
    .select({ n: counted })
    .from(sources)
    .where(and(eq(sources.expertId, expert), keptBy(keeper)));
  const after = decide(before, count?.n ?? 0);
  if (after === null) return before;
  const set = { done: after.done, held: after.held };
  await orm
    .insert(keepers)
    .values({ expertId: expert, keeper, ...set })
    .onConflictDoUpdate({ target: [keepers.expertId, keepers.keeper], set });
  return after;
}

async function keptOf(orm: Orm, { expert, keeper }: OneKeeper, ids: readonly SourceId[]): Promise<readonly KeptOne[]> {
  return rowsOf<KeptOne>(
    orm,
    sql`WITH given AS (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) AS id)
      SELECT sources.id, jsonb_array_length(sources.keepers::jsonb) = 1 AND NOT EXISTS (
        SELECT 1 FROM source_versions v JOIN sources copy ON copy.latest_version_no = v.no
        WHERE copy.expert_id = ${expert} AND v.sha256 = latest.sha256 AND copy.id NOT IN (SELECT id FROM given)
      ) AS "isOnly"
      FROM sources JOIN source_versions latest ON latest.no = sources.latest_version_no
      WHERE sources.expert_id = ${expert} AND sources.id IN (SELECT id FROM given) AND ${keptBy(keeper)}`,
  );
}

function keptBy(keeper: Keeper) {
  return sql`${sources.keepers}::jsonb @> ${JSON.stringify([keeper])}::text::jsonb`;
}
