import { and, eq, gte, lt, sql } from "drizzle-orm";
import { storageOf } from "../../store/sources/stored-amounts.ts";
import { type Orm as Builders, done, type Work } from "../../store/work.ts";
import type { UsageStore } from "../../usage/ports.ts";
import { counterNames, dayOf, internalKey, type UsageEntry } from "../../usage/usage-entry.ts";
import type { PostgresDatabase } from "../database.ts";
import { inTurn } from "../plain-statements.ts";
import { tables } from "../schema.ts";

const { usageCounters } = tables;

/** Stored in place of null, because the column is part of the key. */
const noExpert = "";

/** Entries of a group after which the next group is collected for a while. A single client never waits for that. */
const many = 4;
/** Milliseconds of collecting. They make the groups of 1,000 questions a second three times as large. */
const collecting = 10;

/**
 * Entries that come while others are being written are written together, by one statement: under load a question costs
 * no transaction of its own for its usage. Each caller waits until its entry is committed.
 */
export function usageInPostgres({ read, transact }: PostgresDatabase): UsageStore {
  const record = inGroups((entries: readonly UsageEntry[]) => transact((orm) => inTurn(orm, addUsage(orm, entries))));
  return {
    record,
    rows: async (workspaceId, fromDay, untilDay) => {
      const { day } = usageCounters;
      const wanted = and(eq(usageCounters.workspaceId, workspaceId), gte(day, fromDay), lt(day, untilDay));
      const rows = await read((orm) => orm.select().from(usageCounters).where(wanted));
      return rows.map((row) => ({ ...row, expertId: row.expertId === noExpert ? null : row.expertId }));
    },
    storage: (workspace) => read((orm) => inTurn(orm, storageOf(tables, orm, workspace))),
  };
}

/** Adds entries to the counters, except the program's own work, in the caller's transaction. */
export function* addUsage(orm: Builders, entries: readonly UsageEntry[]): Work<void> {
  const rows = summed(entries.filter(({ keyId }) => keyId !== internalKey));
  if (rows.length === 0) return;
  const raised = counterNames.map((name) => [
    name,
    sql`${usageCounters[name]} + ${sql.raw(`excluded.${usageCounters[name].name}`)}`,
  ]);
  const { workspaceId, day, expertId, keyId } = usageCounters;
  const set = Object.fromEntries(raised);
  yield* done(
    orm
      .insert(usageCounters)
      .values(rows)
      .onConflictDoUpdate({ target: [workspaceId, day, expertId, keyId], set }),
  );
}

/** A row for each day, expert and key. In one order, so that nodes that write the same rows wait for each other only once. */
function summed(entries: readonly UsageEntry[]) {
  const groups = Map.groupBy(entries, ({ workspaceId, at, expertId, keyId }) =>
    JSON.stringify([workspaceId, dayOf(at), expertId, keyId]),
  );
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => rowOf(group));
}

function rowOf(group: readonly UsageEntry[]) {
  return group.slice(0, 1).map(({ workspaceId, at, expertId, keyId }) => {
    const amounts = counterNames.map((name) => [name, group.reduce((sum, { add }) => sum + (add[name] ?? 0), 0)]);
    return { workspaceId, day: dayOf(at), expertId: expertId ?? noExpert, keyId, ...Object.fromEntries(amounts) };
  });
}

/** Returns a function that writes what it is given, together with what came since the last group began to be written. */
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
