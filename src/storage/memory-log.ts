/** The log of what changed in an expert's searchable memory, written in the transaction that changed it. */
import { eq, sql } from "drizzle-orm";
import type { ExpertId } from "../kernel/ids.ts";
import type { Drizzle } from "./database.ts";
import { experts, memoryChanges } from "./schema.ts";

export interface MemoryLogEntry {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** Raises the expert's revision by one and notes which versions came and went with it. */
export function logMemoryChange(orm: Drizzle, expertId: ExpertId, { added, removed }: MemoryLogEntry): void {
  const raised = orm
    .update(experts)
    .set({ revision: sql`${experts.revision} + 1` })
    .where(eq(experts.id, expertId))
    .returning({ revision: experts.revision })
    .get();
  if (raised === undefined) throw new Error(`expert ${expertId} vanished inside a transaction`);
  const entry = (versionNo: number, wasAdded: boolean) => ({
    expertId,
    revision: raised.revision,
    versionNo,
    added: wasAdded,
  });
  const rows = [...removed.map((no) => entry(no, false)), ...added.map((no) => entry(no, true))];
  if (rows.length > 0) orm.insert(memoryChanges).values(rows).run();
}

/** Raises the expert's revision and forgets how it was reached, so that every index of it is rebuilt from the rows. */
export function cutMemoryLog(orm: Drizzle, expertId: ExpertId): void {
  orm.delete(memoryChanges).where(eq(memoryChanges.expertId, expertId)).run();
  orm
    .update(experts)
    .set({ revision: sql`${experts.revision} + 1` })
    .where(eq(experts.id, expertId))
    .run();
}
