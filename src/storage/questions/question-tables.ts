/** The tables of kept questions and of checks. */
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CheckId, ExpertId } from "../../kernel/ids.ts";
import type { CheckRun, Expectation } from "../../quality/check.ts";

export const askedQuestions = sqliteTable(
  "asked_questions",
  {
    no: integer().primaryKey({ autoIncrement: true }),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    question: text().notNull(),
    abstained: integer({ mode: "boolean" }).notNull(),
    confidence: real().notNull(),
    askedAt: integer("asked_at").notNull(),
  },
  (t) => [index("asked_questions_by_expert").on(t.expertId, t.no)],
);

export const checks = sqliteTable(
  "checks",
  {
    no: integer().primaryKey({ autoIncrement: true }),
    id: text().$type<CheckId>().notNull().unique(),
    expertId: text("expert_id").$type<ExpertId>().notNull(),
    question: text().notNull(),
    expected: text({ mode: "json" }).$type<Expectation>().notNull(),
    createdAt: integer("created_at").notNull(),
    lastRun: text("last_run", { mode: "json" }).$type<CheckRun>(),
  },
  (t) => [index("checks_by_expert").on(t.expertId, t.no)],
);
