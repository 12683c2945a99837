/** The log of what changed in an expert's searchable memory, written in the transaction that changed it. */
import { and, eq, lte, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { PassageRange } from "../../memory/ports.ts";
import type { Drizzle } from "../database.ts";
import { experts, memoryChanges, senseChanges } from "../schema.ts";

export interface MemoryLogEntry {
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  /** Chunks whose sense arrived. */
  readonly sensed?: readonly PassageRange[];
}

/**
 * Revisions that the log reaches back: some 5 MB an expert at most. A snapshot that is further behind is rebuilt from
 * the rows, which by then is hardly more work.
 */
const remembered = 100_000;

/** Raises the expert's revision by one and notes which versions came and went with it, and what sense arrived. */
export function logMemoryChange(orm: Drizzle, expertId: ExpertId, entry: MemoryLogEntry): void {
  const { added = [], removed = [], sensed = [] } = entry;
  const revision = raiseRevision(orm, expertId);
  if (revision === undefined) throw new Error(`expert ${expertId} vanished inside a transaction`);
  const change = (versionNo: number, wasAdded: boolean) => ({ expertId, revision, versionNo, added: wasAdded });
  const rows = [...removed.map((no) => change(no, false)), ...added.map((no) => change(no, true))];
  if (rows.length > 0) orm.insert(memoryChanges).values(rows).run();
  const ranges = sensed.map((range) => ({ expertId, revision, ...range }));
  if (ranges.length > 0) orm.insert(senseChanges).values(ranges).run();
  forget(orm, expertId, revision - remembered);
}

/** Raises the expert's revision and forgets how it was reached, so that every index of it is rebuilt from the rows. */
export function cutMemoryLog(orm: Drizzle, expertId: ExpertId): void {
  const revision = raiseRevision(orm, expertId);
  if (revision !== undefined) forget(orm, expertId, revision);
}

function raiseRevision(orm: Drizzle, expertId: ExpertId): number | undefined {
  const raised = { revision: sql`${experts.revision} + 1` };
  const mine = eq(experts.id, expertId);
  return orm.update(experts).set(raised).where(mine).returning({ revision: experts.revision }).get()?.revision;
}

function forget(orm: Drizzle, expertId: ExpertId, until: number): void {
  for (const log of [memoryChanges, senseChanges]) {
    orm
      .delete(log)
      .where(and(eq(log.expertId, expertId), lte(log.revision, until)))
      .run();
  }
}
