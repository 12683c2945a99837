import { and, eq, gte, lt, type Placeholder, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { StartTimer } from "../../kernel/timer.ts";
import { storageOf } from "../../store/sources/stored-amounts.ts";
import type { UsageStore } from "../../usage/ports.ts";
import { counterNames, dayOf, internalKey, type UsageEntry } from "../../usage/usage-entry.ts";
import { builtOnce } from "../built-once.ts";
import { atOnce, type Database, type Drizzle, unlessFull } from "../database.ts";
import { tables, usageCounters } from "../schema.ts";
import { summedUsage } from "./summed-usage.ts";
import { usageGroup } from "./usage-group.ts";

/** Stored in place of null, because the column is part of the key. */
const noExpert = "";

/** The rows' methods answer at once, but for an entry that waits for others. */
type UsageRows = Immediate<Omit<UsageStore, "record">> & Pick<UsageStore, "record">;

export function usageRows({ orm, write }: Database, startTimer?: StartTimer): UsageRows {
  const add = usageAddition(orm);
  /** What could not be written because the disk is full, until it can be. It is lost if the process ends before. */
  const owed = summedUsage();
  const writeAll = (entries: readonly UsageEntry[]) =>
    unlessFull(() =>
      write(
        "process",
        () => {
          for (const entry of entries) add(entry);
        },
        "counters",
      ),
    );
  const settle = () => {
    const entries = owed.all();
    if (entries.length > 0 && writeAll(entries)) owed.clear();
  };
  const group = usageGroup((entries) => {
    settle();
    if (!writeAll(entries)) for (const entry of entries) owed.add(entry);
  }, startTimer);
  return {
    record: group.record,
    rows: (workspace, fromDay, untilDay) => {
      group.write();
      settle();
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
    storage: (workspace) => atOnce(orm, storageOf(tables, orm, workspace)),
  };
}

/**
 * Returns the function that adds an entry to the counters, unless it is the program's own work. It must be called inside
 * the transaction of the work that is counted.
 */
export function usageAddition(orm: Drizzle): (entry: UsageEntry) => void {
  const statement = builtOnce(() => addition(orm));
  return (entry) => {
    if (entry.keyId !== internalKey) statement().run(valuesOf(entry));
  };
}

/** The statement that adds `valuesOf` an entry to the row of its day, expert and key. */
function addition(orm: Drizzle) {
  const { workspaceId, day, expertId, keyId } = usageCounters;
  const columns = ["workspaceId", "day", "expertId", "keyId", ...counterNames] as const;
  const given = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]));
  const raised = counterNames.map((name) => [
    name,
    sql`${usageCounters[name]} + ${sql.raw(`excluded.${usageCounters[name].name}`)}`,
  ]);
  return orm
    .insert(usageCounters)
    .values(given as Record<(typeof columns)[number], Placeholder>)
    .onConflictDoUpdate({ target: [workspaceId, day, expertId, keyId], set: Object.fromEntries(raised) })
    .prepare();
}

function valuesOf({ workspaceId, expertId, keyId, at, add }: UsageEntry) {
  const amounts = Object.fromEntries(counterNames.map((name) => [name, add[name] ?? 0]));
  return { workspaceId, day: dayOf(at), expertId: expertId ?? noExpert, keyId, ...amounts };
}
