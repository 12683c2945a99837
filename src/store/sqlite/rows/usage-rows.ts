import type { UsageEntry } from "../../../accounting/usage-entry.ts";
import type { UsageStore } from "../../../accounting/usage-ports.ts";
import type { Immediate } from "../../../kernel/awaitable.ts";
import { storageOf } from "../../sources/stored-amounts.ts";
import { countedUsage, summedUsage, usageAddition } from "../../usage-counters.ts";
import { atOnce, type Database, unlessFull } from "../database.ts";
import { tables } from "../schema.ts";
import { statementsIn } from "../store-dialect.ts";
import { usageGroup } from "./usage-group.ts";

/** Only `record` is asynchronous, because an entry may wait for others. */
type UsageRows = Immediate<Omit<UsageStore, "record">> & Pick<UsageStore, "record">;

export function usageRows({ orm, write }: Database): UsageRows {
  const add = usageAddition(statementsIn(orm));
  /** Entries that a full disk refused; they are lost if the process ends first. */
  const owed = summedUsage();
  const writeAll = (entries: readonly UsageEntry[]) =>
    unlessFull(() =>
      write(
        "process",
        () => {
          for (const entry of entries) atOnce(orm, add(orm, entry));
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
  });
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
