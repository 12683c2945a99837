/** Written in the transaction of each change to an expert's memory. */
import { and, eq, lte } from "drizzle-orm";
import type { ExpertId } from "../kernel/ids.ts";
import type { ChangeLog, Orm, StatementParts, Work } from "./work.ts";

export function changeLog({ tables, dialect, kept, insertAll }: StatementParts): ChangeLog {
  const { experts, memoryChanges, senseChanges } = tables;
  const raise = kept((orm, value) =>
    orm
      .update(experts)
      .set({ revision: dialect.nextRevision })
      .where(eq(experts.id, value("expert")))
      .returning({ revision: experts.revision }),
  );
  const forgetting = [memoryChanges, senseChanges].map((log) =>
    kept((orm, value) =>
      orm.delete(log).where(and(eq(log.expertId, value("expert")), lte(log.revision, value("until")))),
    ),
  );
  function* forget(orm: Orm, expert: ExpertId, until: number): Work<void> {
    for (const statement of forgetting) yield* statement(orm, { expert, until });
  }
  return {
    lock: (expert) => dialect.lock(experts, eq(experts.id, expert)),
    *note(orm, expertId, { added = [], removed = [], sensed = [] }) {
      const [row] = yield* raise(orm, { expert: expertId });
      if (row === undefined) throw new Error(`expert ${expertId} vanished inside a transaction`);
      const { revision } = row;
      const changed = (versionNo: number, isAdded: boolean) => ({ expertId, revision, versionNo, added: isAdded });
      const versions = [...removed.map((no) => changed(no, false)), ...added.map((no) => changed(no, true))];
      yield* insertAll(orm, memoryChanges, versions);
      const ranges = sensed.map((range) => ({ expertId, revision, ...range }));
      yield* insertAll(orm, senseChanges, ranges);
      const until = revision - dialect.rememberedRevisions;
      if (until > 0) yield* forget(orm, expertId, until);
    },
    *cut(orm, expert) {
      const [row] = yield* raise(orm, { expert });
      if (row !== undefined) yield* forget(orm, expert, row.revision);
    },
  };
}
