import { type Placeholder, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { StartTimer } from "../../kernel/timer.ts";
import { storageOf } from "../../store/sources/stored-amounts.ts";
import { countedUsage, counterRow, raising, summedUsage } from "../../store/usage-counters.ts";
import type { UsageStore } from "../../usage/ports.ts";
import { counterNames, internalKey, type UsageEntry } from "../../usage/usage-entry.ts";
import { builtOnce } from "../built-once.ts";
import { atOnce, type Database, type Drizzle, unlessFull } from "../database.ts";
import { tables, usageCounters } from "../schema.ts";
import { usageGroup } from "./usage-group.ts";

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
    rows: (...asked) => {
      group.write();
      settle();
      return atOnce(orm, countedUsage(tables, orm, asked));
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
    if (entry.keyId !== internalKey) statement().run(counterRow(entry));
  };
}

/** The statement that adds the `counterRow` of an entry to the row that is there. */
function addition(orm: Drizzle) {
  const columns = ["workspaceId", "day", "expertId", "keyId", ...counterNames] as const;
  const given = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]));
  return orm
    .insert(usageCounters)
    .values(given as Record<(typeof columns)[number], Placeholder>)
    .onConflictDoUpdate(raising(tables))
    .prepare();
}
