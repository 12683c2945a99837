import { asc, eq, sql } from "drizzle-orm";
import type { AskedQuestions } from "../../quality/gap-ports.ts";
import { type Database, unlessFull } from "../database.ts";
import { askedQuestions } from "./question-tables.ts";

export function askedRows({ orm, write, reserve }: Database): AskedQuestions {
  return {
    keep: (expertId, asked, most) => {
      unlessFull(() =>
        write("process", () => {
          orm
            .insert(askedQuestions)
            .values({ expertId, ...asked })
            .run();
          orm.run(sql`
            DELETE FROM asked_questions WHERE expert_id = ${expertId} AND no <= (
              SELECT no FROM asked_questions WHERE expert_id = ${expertId} ORDER BY no DESC LIMIT 1 OFFSET ${most})`);
        }),
      );
    },
    all: (expert) => {
      const { question, abstained, confidence, askedAt } = askedQuestions;
      return orm
        .select({ question, abstained, confidence, askedAt })
        .from(askedQuestions)
        .where(eq(askedQuestions.expertId, expert))
        .orderBy(asc(askedQuestions.no))
        .all();
    },
    clear: (expert) =>
      reserve.freeing(() =>
        write("power", () => {
          const gone = orm.delete(askedQuestions).where(eq(askedQuestions.expertId, expert));
          return gone.returning({ no: askedQuestions.no }).all().length;
        }),
      ),
  };
}
