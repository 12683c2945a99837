import { internalKey, type UsageEntry } from "../../../accounting/usage-entry.ts";
import type { UsageStore } from "../../../accounting/usage-ports.ts";
import { storageOf } from "../../sources/stored-amounts.ts";
import { countedUsage, counterRow, raising, summedUsage } from "../../usage-counters.ts";
import { type Orm as Builders, done, type Work } from "../../work.ts";
import type { PostgresDatabase } from "../database.ts";
import { inTurn } from "../plain-statements.ts";
import { tables } from "../schema.ts";

/** Entries in a group after which the next group waits for more. A single client never waits. */
const many = 4;
/** Milliseconds, which triple the groups at 1,000 questions a second. */
const collecting = 10;

/** Entries that come during a write form the next one. Callers wait for their commit. */
export function usageInPostgres({ read, transact }: PostgresDatabase): UsageStore {
  const record = inGroups((entries: readonly UsageEntry[]) => transact((orm) => inTurn(orm, addUsage(orm, entries))));
  return {
    record,
    rows: (...asked) => read((orm) => inTurn(orm, countedUsage(tables, orm, asked))),
    storage: (workspace) => read((orm) => inTurn(orm, storageOf(tables, orm, workspace))),
  };
}

function* addUsage(orm: Builders, entries: readonly UsageEntry[]): Work<void> {
  const { all } = summedUsage(entries.filter(({ keyId }) => keyId !== internalKey));
  const rows = all().map(counterRow);
  if (rows.length > 0) yield* done(orm.insert(tables.usageCounters).values(rows).onConflictDoUpdate(raising(tables)));
}

function inGroups<T>(write: (group: readonly T[]) => Promise<void>): (one: T) => Promise<void> {
  let next: { readonly group: T[]; readonly written: Promise<void> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return (one) => {
    if (next === null) {
      const group: T[] = [];
      const written = last.then(() => {
        next = null;
        return write(group);
      });
      last = written.catch(() => undefined).then(() => (group.length > many ? Bun.sleep(collecting) : undefined));
      next = { group, written };
    }
    next.group.push(one);
    return next.written;
  };
}
