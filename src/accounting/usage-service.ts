import type { Clock } from "../kernel/clock.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import { type CounterName, type Counters, counterNames, dayOf, type UsageEntry } from "./usage-entry.ts";
import type { Storage, UsageRow, UsageStore } from "./usage-ports.ts";

export type UsageGrouping = "expert" | "key" | "day";

/** Half-open, in milliseconds since the Unix epoch. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

export interface UsageReport {
  readonly period: Period;
  readonly totals: Counters;
  readonly groups: readonly { readonly key: string; readonly totals: Counters }[];
  readonly storage: Storage;
  readonly asOf: number;
}

export type UsageService = ReturnType<typeof createUsageService>;

export function createUsageService(store: UsageStore, clock: Clock, underWay: () => number = () => 1) {
  return {
    record: (entry: UsageEntry) => store.record(entry, underWay()),
    /** @param month `YYYY-MM`; null is the current one. */
    report: async (workspace: WorkspaceId, month: string | null, groupBy: UsageGrouping | null) => {
      const now = clock.now();
      const period = monthOf(month ?? new Date(now).toISOString().slice(0, 7));
      const rows = await store.rows(workspace, dayOf(period.start), dayOf(period.end));
      return {
        period,
        totals: sum(rows),
        groups: groupBy === null ? [] : grouped(rows, groupBy),
        storage: await store.storage(workspace),
        asOf: now,
      };
    },
  };
}

/** @param month `YYYY-MM`, already checked. */
export function monthOf(month: string): Period {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { start: Date.UTC(year, number - 1), end: Date.UTC(year, number) };
}

function sum(rows: readonly Counters[]): Counters {
  const totals = Object.fromEntries(counterNames.map((name) => [name, 0])) as Record<CounterName, number>;
  for (const row of rows) {
    for (const name of counterNames) totals[name] += row[name];
  }
  return totals;
}

function grouped(rows: readonly UsageRow[], by: UsageGrouping): { key: string; totals: Counters }[] {
  const keyOf = { expert: (row: UsageRow) => row.expertId ?? "none", key: (row: UsageRow) => row.keyId, day: dayName }[
    by
  ];
  const groups = Map.groupBy(rows, keyOf);
  return [...groups.keys()].sort().map((key) => ({ key, totals: sum(groups.get(key) ?? []) }));
}

function dayName(row: UsageRow): string {
  return new Date(row.day * 86_400_000).toISOString().slice(0, 10);
}
