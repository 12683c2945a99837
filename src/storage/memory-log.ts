/** The log of changes to an expert's searchable memory, written in the transaction of the change. */
import { and, eq, lte, sql } from "drizzle-orm";
import type { ExpertId } from "../kernel/ids.ts";
import { type ChangeLog, known, type NotedChange } from "../store/work.ts";
import { builtOnce } from "./built-once.ts";
import type { Drizzle } from "./database.ts";
import { experts, memoryChanges, senseChanges } from "./schema.ts";

/** Must be written inside the transaction of the change. */
export interface MemoryLog {
  /** Raises the expert's revision by one and logs the versions that were added and removed, and the sense that was added. */
  note(expert: ExpertId, entry: NotedChange): void;
  /** Raises the expert's revision and clears its log, so that every index of the expert is rebuilt from the rows. */
  cut(expert: ExpertId): void;
}

/**
 * Number of revisions in the log: at most about 5 MB for each expert. A snapshot that is further behind is rebuilt from the
 * rows, which is then hardly more work.
 */
const remembered = 100_000;

export function memoryLog(orm: Drizzle): MemoryLog {
  const raise = builtOnce(() => raising(orm));
  const change = builtOnce(() => changing(orm));
  const forgets = builtOnce(() => [memoryChanges, senseChanges].map((log) => forgetting(orm, log)));
  const forget = (expert: ExpertId, until: number) => {
    for (const statement of forgets()) statement.run({ expert, until });
  };
  return {
    note: (expertId, { added = [], removed = [], sensed = [] }) => {
      const revision = raise().get({ expert: expertId })?.revision;
      if (revision === undefined) throw new Error(`expert ${expertId} vanished inside a transaction`);
      for (const versionNo of removed) change().run({ expertId, revision, versionNo, added: false });
      for (const versionNo of added) change().run({ expertId, revision, versionNo, added: true });
      const ranges = sensed.map((range) => ({ expertId, revision, ...range }));
      if (ranges.length > 0) orm.insert(senseChanges).values(ranges).run();
      if (revision > remembered) forget(expertId, revision - remembered);
    },
    cut: (expert) => {
      const revision = raise().get({ expert })?.revision;
      if (revision !== undefined) forget(expert, revision);
    },
  };
}

/** The same log for stores that both databases share. */
export function changeLogIn(orm: Drizzle): ChangeLog {
  const log = memoryLog(orm);
  return {
    lock: () => known(true),
    *note(expert, change) {
      yield* known(log.note(expert, change));
    },
    *cut(expert) {
      yield* known(log.cut(expert));
    },
  };
}

function raising(orm: Drizzle) {
  return orm
    .update(experts)
    .set({ revision: sql`${experts.revision} + 1` })
    .where(eq(experts.id, sql.placeholder("expert")))
    .returning({ revision: experts.revision })
    .prepare();
}

function changing(orm: Drizzle) {
  const [expertId, revision] = [sql.placeholder("expertId"), sql.placeholder("revision")];
  const [versionNo, added] = [sql.placeholder("versionNo"), sql.placeholder("added")];
  return orm.insert(memoryChanges).values({ expertId, revision, versionNo, added }).prepare();
}

function forgetting(orm: Drizzle, log: typeof memoryChanges | typeof senseChanges) {
  return orm
    .delete(log)
    .where(and(eq(log.expertId, sql.placeholder("expert")), lte(log.revision, sql.placeholder("until"))))
    .prepare();
}
