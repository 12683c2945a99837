import { and, asc, count, eq } from "drizzle-orm";
import type { CheckStore } from "../../quality/check-ports.ts";
import type { Database } from "../database.ts";
import { experts } from "../schema.ts";
import { checks } from "./question-tables.ts";

export function checkRows({ orm, write, reserve }: Database): CheckStore {
  return {
    workspaceOf: (expert) => {
      const row = orm.select({ id: experts.workspaceId }).from(experts).where(eq(experts.id, expert)).get();
      return row?.id ?? null;
    },
    add: (expertId, check, most) =>
      write("power", () => {
        const others = orm.select({ n: count() }).from(checks).where(eq(checks.expertId, expertId));
        if ((others.get()?.n ?? 0) >= most) return false;
        orm
          .insert(checks)
          .values({ expertId, ...check })
          .run();
        return true;
      }),
    list: (expert) => {
      const { id, question, expected, createdAt, lastRun } = checks;
      return orm
        .select({ id, question, expected, createdAt, lastRun })
        .from(checks)
        .where(eq(checks.expertId, expert))
        .orderBy(asc(checks.no))
        .all();
    },
    remove: (expert, id) =>
      reserve.freeing(() =>
        write("power", () => {
          const mine = and(eq(checks.expertId, expert), eq(checks.id, id));
          return orm.delete(checks).where(mine).returning({ no: checks.no }).all().length > 0;
        }),
      ),
    record: (expert, runs) =>
      write("process", () => {
        for (const [id, lastRun] of runs) {
          const mine = and(eq(checks.expertId, expert), eq(checks.id, id));
          orm.update(checks).set({ lastRun }).where(mine).run();
        }
      }),
  };
}
