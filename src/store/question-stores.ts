import { and, asc, count, desc, eq, getTableColumns, gte, lt, lte, or, sql } from "drizzle-orm";
import type { CheckId, ExpertId, SourceId } from "../kernel/ids.ts";
import type { Check } from "../quality/check.ts";
import type { AskedQuestions, CheckStore, RecentAnswers } from "../quality/ports.ts";
import type { Tables } from "./tables.ts";
import { all, counted, done, first, hasRows, type Orm, one, preparedWrite, type Store, type Work } from "./work.ts";

export function askedStore({ read, free, writeIfRoom, tables: { askedQuestions } }: Store): AskedQuestions {
  const { no, expertId, question, abstained, confidence, askedAt } = askedQuestions;
  return {
    keep: (expert, asked, most) =>
      writeIfRoom(function* (orm) {
        yield* done(orm.insert(askedQuestions).values({ expertId: expert, ...asked }));
        const mine = eq(expertId, expert);
        const newest = orm.select({ no }).from(askedQuestions).where(mine).orderBy(desc(no));
        const spare = yield* first(newest.limit(1).offset(most));
        if (spare !== undefined) yield* done(orm.delete(askedQuestions).where(and(mine, lte(no, spare.no))));
      }),
    all: (expert) =>
      read((orm) => {
        const mine = orm.select({ question, abstained, confidence, askedAt }).from(askedQuestions);
        return all(mine.where(eq(expertId, expert)).orderBy(asc(no)));
      }),
    clear: (expert) =>
      free("power", function* (orm) {
        return (yield* all(orm.delete(askedQuestions).where(eq(expertId, expert)).returning({ no }))).length;
      }),
  };
}

export function recentAnswerStore({ read, write, free, writeIfRoom, tables: { recentAnswers } }: Store): RecentAnswers {
  const { no, expertId, createdAt, ...columns } = getTableColumns(recentAnswers);
  return {
    keep: (answer, most, since) =>
      writeIfRoom(function* (orm) {
        yield* done(orm.insert(recentAnswers).values(answer));
        const mine = eq(expertId, answer.expertId);
        const newest = orm.select({ no }).from(recentAnswers).where(mine).orderBy(desc(no));
        const spare = yield* first(newest.limit(1).offset(most));
        const old = or(lt(createdAt, since), lte(no, spare?.no ?? 0));
        yield* done(orm.delete(recentAnswers).where(and(mine, old)));
      }),
    find: (id, since) =>
      read((orm) => {
        const recent = and(eq(columns.id, id), gte(createdAt, since));
        const found = orm.select({ ...columns, expertId, createdAt }).from(recentAnswers);
        return one(found.where(recent));
      }),
    judge: (id, verdict, note) =>
      write("power", (orm) => done(orm.update(recentAnswers).set({ verdict, note }).where(eq(columns.id, id)))),
    clear: (expert) => free("power", (orm) => done(orm.delete(recentAnswers).where(eq(expertId, expert)))),
  };
}

export function forgetAnswersFrom({ recentAnswers }: Tables, orm: Orm, expert: ExpertId, source: SourceId): Work<void> {
  const { expertId, sources } = recentAnswers;
  const cites = sql`${sources} LIKE ${`%"${source}"%`}`;
  return done(orm.delete(recentAnswers).where(and(eq(expertId, expert), cites)));
}

export function checkStore(store: Store): CheckStore {
  return { ...checkedExperts(store), ...keptChecks(store) };
}

type CheckedExperts = Pick<CheckStore, "workspaceOf" | "revision" | "behind">;

function checkedExperts({ read, tables: { checks, experts } }: Store): CheckedExperts {
  return {
    workspaceOf: (expert) =>
      read(function* (orm) {
        const found = orm.select({ id: experts.workspaceId }).from(experts).where(eq(experts.id, expert));
        return (yield* first(found))?.id ?? null;
      }),
    revision: (expert) =>
      read(function* (orm) {
        const found = orm.select({ revision: experts.revision }).from(experts).where(eq(experts.id, expert));
        return (yield* first(found))?.revision ?? 0;
      }),
    behind: () =>
      read(function* (orm) {
        const { id, revision } = experts;
        const of = eq(id, checks.expertId);
        const found = orm.select({ id, revision, lastRun: checks.lastRun }).from(checks).innerJoin(experts, of);
        const behind = (yield* all(found)).filter((one) => one.lastRun?.revision !== one.revision);
        return [...new Set(behind.map((one) => one.id))];
      }),
  };
}

function* addCheck({ dialect, tables }: Store, orm: Orm, expert: ExpertId, check: Check, most: number): Work<boolean> {
  const { checks, experts } = tables;
  yield* dialect.lock(experts, eq(experts.id, expert));
  const others = yield* counted(orm.select({ n: count() }).from(checks).where(eq(checks.expertId, expert)));
  if (others >= most) return false;
  yield* done(orm.insert(checks).values({ expertId: expert, ...check }));
  return true;
}

function keptChecks(store: Store): Omit<CheckStore, keyof CheckedExperts> {
  const { read, write, free, tables } = store;
  const { checks } = tables;
  const named = (expert: ExpertId, id: CheckId) => and(eq(checks.expertId, expert), eq(checks.id, id));
  return {
    add: (expert, check, most) => write("power", (orm) => addCheck(store, orm, expert, check, most)),
    addition: (expert, check, most) => preparedWrite((orm) => addCheck(store, orm, expert, check, most)),
    list: (expert) => {
      const { no, id, question, expected, createdAt, lastRun } = checks;
      return read((orm) => {
        const mine = orm.select({ id, question, expected, createdAt, lastRun }).from(checks);
        return all(mine.where(eq(checks.expertId, expert)).orderBy(asc(no)));
      });
    },
    edit: (expert, { id, ...edit }) =>
      write("power", (orm) => {
        const changed = orm.update(checks).set({ ...edit, lastRun: null });
        return hasRows(changed.where(named(expert, id)).returning({ no: checks.no }));
      }),
    remove: (expert, id) =>
      free("power", (orm) => hasRows(orm.delete(checks).where(named(expert, id)).returning({ no: checks.no }))),
    record: (expert, runs) =>
      write("process", function* (orm) {
        for (const [id, lastRun] of runs) yield* done(orm.update(checks).set({ lastRun }).where(named(expert, id)));
      }),
  };
}
