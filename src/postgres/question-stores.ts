/** Kept questions, and checks. */
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { CheckStore } from "../quality/check-ports.ts";
import type { AskedQuestions } from "../quality/gap-ports.ts";
import { experts } from "./accounts/account-tables.ts";
import type { PostgresDatabase } from "./postgres-database.ts";
import { askedQuestions, checks } from "./postgres-tables.ts";

export function askedInPostgres({ read, transact }: PostgresDatabase): AskedQuestions {
  return {
    keep: (expertId, asked, most) =>
      transact(async (orm) => {
        await orm.insert(askedQuestions).values({ expertId, ...asked });
        await orm.execute(sql`
          DELETE FROM asked_questions WHERE expert_id = ${expertId} AND no <= (
            SELECT no FROM asked_questions WHERE expert_id = ${expertId} ORDER BY no DESC LIMIT 1 OFFSET ${most})`);
      }),
    all: (expert) => {
      const { question, abstained, confidence, askedAt } = askedQuestions;
      return read((orm) =>
        orm
          .select({ question, abstained, confidence, askedAt })
          .from(askedQuestions)
          .where(eq(askedQuestions.expertId, expert))
          .orderBy(asc(askedQuestions.no)),
      );
    },
    clear: (expert) =>
      transact(async (orm) => {
        const mine = eq(askedQuestions.expertId, expert);
        return (await orm.delete(askedQuestions).where(mine).returning({ no: askedQuestions.no })).length;
      }),
  };
}

export function checksInPostgres({ read, transact }: PostgresDatabase): CheckStore {
  return {
    workspaceOf: async (expert) => {
      const [row] = await read((orm) =>
        orm.select({ id: experts.workspaceId }).from(experts).where(eq(experts.id, expert)),
      );
      return row?.id ?? null;
    },
    add: (expertId, check, most) =>
      transact(async (orm) => {
        // Whoever adds a check to the same expert waits here, so that both count what the other added.
        await orm.select({ id: experts.id }).from(experts).where(eq(experts.id, expertId)).for("no key update");
        const [others] = await orm.select({ n: count() }).from(checks).where(eq(checks.expertId, expertId));
        if ((others?.n ?? 0) >= most) return false;
        await orm.insert(checks).values({ expertId, ...check });
        return true;
      }),
    list: (expert) => {
      const { id, question, expected, createdAt, lastRun } = checks;
      return read((orm) =>
        orm
          .select({ id, question, expected, createdAt, lastRun })
          .from(checks)
          .where(eq(checks.expertId, expert))
          .orderBy(asc(checks.no)),
      );
    },
    remove: (expert, id) =>
      transact(async (orm) => {
        const mine = and(eq(checks.expertId, expert), eq(checks.id, id));
        return (await orm.delete(checks).where(mine).returning({ no: checks.no })).length > 0;
      }),
    record: (expert, runs) =>
      transact(async (orm) => {
        for (const [id, lastRun] of runs) {
          await orm
            .update(checks)
            .set({ lastRun })
            .where(and(eq(checks.expertId, expert), eq(checks.id, id)));
        }
      }),
  };
}
