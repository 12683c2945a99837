/** A row for each workspace, day, expert and key. */
import { and, eq, gte, lt, type Placeholder, sql } from "drizzle-orm";
import { type CounterName, counterNames, dayOf, internalKey, type UsageEntry } from "../accounting/usage-entry.ts";
import type { UsageStore } from "../accounting/usage-ports.ts";
import type { Tables } from "./tables.ts";
import { all, type LaterValue, type Orm, type StatementParts, type Store } from "./work.ts";

/** Stands for null in a key column. */
const noExpert = "" as const;

export function counterRow({ workspaceId, expertId, keyId, at, add }: UsageEntry) {
  const amounts = Object.fromEntries(counterNames.map((name) => [name, add[name] ?? 0]));
  return { workspaceId, day: dayOf(at), expertId: expertId ?? noExpert, keyId, ...amounts };
}

export function raising({ usageCounters }: Pick<Tables, "usageCounters">) {
  const { workspaceId, day, expertId, keyId } = usageCounters;
  const raised = counterNames.map((name) => {
    const counter = usageCounters[name];
    return [name, sql`${counter} + ${sql.raw(`excluded.${counter.name}`)}`];
  });
  return { target: [workspaceId, day, expertId, keyId], set: Object.fromEntries(raised) };
}

export function usageAddition({ tables, kept }: Pick<StatementParts, "tables" | "kept">): Store["addUsage"] {
  const columns = ["workspaceId", "day", "expertId", "keyId", ...counterNames] as const;
  const given = (value: LaterValue) =>
    Object.fromEntries(columns.map((name) => [name, value(name)])) as Record<(typeof columns)[number], Placeholder>;
  const add = kept((orm, value) =>
    orm.insert(tables.usageCounters).values(given(value)).onConflictDoUpdate(raising(tables)),
  );
  return function* (orm, entry) {
    if (entry.keyId !== internalKey) yield* add(orm, counterRow(entry));
  };
}

export function* countedUsage(
  { usageCounters }: Tables,
  orm: Orm,
  [workspace, fromDay, untilDay]: Parameters<UsageStore["rows"]>,
) {
  const { workspaceId, day } = usageCounters;
  const wanted = and(eq(workspaceId, workspace), gte(day, fromDay), lt(day, untilDay));
  const rows = yield* all(orm.select().from(usageCounters).where(wanted));
  return rows.map((row) => ({ ...row, expertId: row.expertId === noExpert ? null : row.expertId }));
}

export function summedUsage(entries: readonly UsageEntry[] = []) {
  const sums = new Map<string, UsageEntry>();
  const add = (entry: UsageEntry) => {
    const { workspaceId, expertId, keyId, at } = entry;
    const name = `${workspaceId} ${dayOf(at)} ${expertId} ${keyId}`;
    const known = sums.get(name);
    sums.set(name, known === undefined ? entry : { ...entry, add: sumOf(known.add, entry.add) });
  };
  for (const entry of entries) add(entry);
  return {
    /** In a fixed order, so that nodes that write the same rows wait for each other only once. */
    all: () => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
    add,
    clear: () => sums.clear(),
  };
}

function sumOf(a: UsageEntry["add"], b: UsageEntry["add"]): UsageEntry["add"] {
  const sum: Partial<Record<CounterName, number>> = { ...a };
  for (const name of counterNames) {
    const more = b[name];
    if (more !== undefined) sum[name] = (sum[name] ?? 0) + more;
  }
  return sum;
}
