import { and, count, eq, gte, lt, sql } from "drizzle-orm";
import type { WorkspaceId } from "../kernel/ids.ts";
import { type CounterName, counterNames, dayOf, type UsageEntry } from "../usage/usage-entry.ts";
import type { Storage, UsageStore } from "../usage/usage-service.ts";
import type { Database, Drizzle } from "./database.ts";
import { experts, sources, sourceVersions, usageCounters } from "./schema.ts";

/** In a column that is part of the key, and so cannot be null. */
const noExpert = "";

export function usageRows({ orm, write }: Database): UsageStore {
  return {
    record: (entry) => write("process", () => addUsage(orm, entry)),
    rows: (workspace, fromDay, untilDay) => {
      const found = orm
        .select()
        .from(usageCounters)
        .where(
          and(
            eq(usageCounters.workspaceId, workspace),
            gte(usageCounters.day, fromDay),
            lt(usageCounters.day, untilDay),
          ),
        )
        .all();
      return found.map((row) => ({ ...row, expertId: row.expertId === noExpert ? null : row.expertId }));
    },
    storage: (workspace) => storageOf(orm, workspace),
  };
}

/** Adds to the counters; called inside the transaction of the work that is counted. */
export function addUsage(orm: Drizzle, { workspaceId, expertId, keyId, at, add }: UsageEntry): void {
  const used = counterNames.filter((name) => add[name] !== undefined);
  const raised = Object.fromEntries(used.map((name) => [name, raise(name, add[name] ?? 0)]));
  orm
    .insert(usageCounters)
    .values({ workspaceId, day: dayOf(at), expertId: expertId ?? noExpert, keyId, ...add })
    .onConflictDoUpdate({
      target: [usageCounters.workspaceId, usageCounters.day, usageCounters.expertId, usageCounters.keyId],
      set: raised,
    })
    .run();
}

function raise(name: CounterName, by: number) {
  return sql`${usageCounters[name]} + ${by}`;
}

function storageOf(orm: Drizzle, workspace: WorkspaceId): Storage {
  const expertCount = orm.select({ n: count() }).from(experts).where(eq(experts.workspaceId, workspace)).get()?.n ?? 0;
  const held = orm
    .select({
      sources: sql<number>`count(DISTINCT ${sources.no})`,
      chunks: sql<number>`coalesce(sum(CASE WHEN ${sources.currentVersionNo} = ${sourceVersions.no} THEN ${sourceVersions.chunkCount} END), 0)`,
      bytes: sql<number>`coalesce(sum(${sourceVersions.bytes} + coalesce(octet_length(${sourceVersions.content}), 0)), 0)`,
    })
    .from(experts)
    .innerJoin(sources, eq(sources.expertId, experts.id))
    .innerJoin(sourceVersions, eq(sourceVersions.sourceNo, sources.no))
    .where(eq(experts.workspaceId, workspace))
    .get() ?? { sources: 0, chunks: 0, bytes: 0 };
  return { experts: expertCount, ...held };
}
