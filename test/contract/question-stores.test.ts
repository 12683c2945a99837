/** What gaps and checks are promised by their stores. */
import { afterEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { defaultSettings } from "../../src/experts/expert.ts";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { CheckId, ExpertId, QueryId, SourceId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { Check, CheckRun } from "../../src/quality/check.ts";
import type { AskedQuestions, CheckStore, RecentAnswer, RecentAnswers } from "../../src/quality/ports.ts";
import { workspaceStore } from "../../src/store/account-stores.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { askedStore, checkStore, recentAnswerStore } from "../../src/store/question-stores.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { expertRows } from "../../src/store/sqlite/rows/expert-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { answeringLate } from "../support/fakes/late-stores.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const home = "ws_home" as WorkspaceId;
const [pumps, boats] = ["exp_pumps", "exp_boats"] as [ExpertId, ExpertId];

interface Subject {
  readonly asked: AskedQuestions;
  readonly checks: CheckStore;
  readonly recent: RecentAnswers;
  removePumps(): Awaitable<void>;
}

function overDatabase(): Subject {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  void workspaceStore(storeInSqlite(database)).add({ id: home, name: "default", createdAt: 0 });
  const facts = { description: "", instructions: "", language: "en", aliases: [], settings: defaultSettings };
  const rest = { metadata: {}, embedding: null, createdAt: 0, updatedAt: 0, workspaceId: home };
  const store = expertRows(database);
  for (const id of [pumps, boats]) store.add({ id, name: id, slug: id.slice(4), ...facts, ...rest });
  const removePumps = () => {
    store.hide(home, pumps);
    while (store.removeSlice() !== null);
  };
  const same = storeInSqlite(database);
  return { asked: askedStore(same), checks: checkStore(same), recent: recentAnswerStore(same), removePumps };
}

function answeringLater() {
  const { asked, checks, recent, removePumps } = overDatabase();
  return { asked: answeringLate(asked), checks: answeringLate(checks), recent: answeringLate(recent), removePumps };
}

async function openInPostgres(): Promise<Subject> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  await database.transact(async (orm) => {
    await orm.execute(sql`INSERT INTO workspaces VALUES (${home}, 'default', 0)`);
    for (const id of [pumps, boats]) {
      await orm.execute(sql`
        INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata,
          created_at, updated_at)
        VALUES (${id}, ${home}, ${id}, ${id}, '', '', 'en', '{}', '{}', 0, 0)`);
    }
  });
  const removePumps = async () => {
    await database.transact(async (orm) => orm.execute(sql`DELETE FROM experts WHERE id = ${pumps}`));
  };
  return {
    asked: askedStore(storeInPostgres(database, "node")),
    checks: checkStore(storeInPostgres(database, "node")),
    recent: recentAnswerStore(storeInPostgres(database, "node")),
    removePumps,
  };
}

const subjects: readonly (readonly [string, () => Awaitable<Subject>])[] = [
  ["the database", overDatabase],
  ["the database, answering late", answeringLater],
  ...overPostgres(openInPostgres),
];
const question = (text: string, askedAt: number) => ({ question: text, abstained: true, confidence: 0.2, askedAt });

describe.each(subjects)("AskedQuestions: %s", (_name, open) => {
  test("questions are kept by expert, oldest first", async () => {
    const { asked } = await open();
    await asked.keep(pumps, question("one", 1), 10);
    await asked.keep(boats, question("other", 2), 10);
    await asked.keep(pumps, question("two", 3), 10);
    expect(await asked.all(pumps)).toEqual([question("one", 1), question("two", 3)]);
  });

  test("the oldest make room", async () => {
    const { asked } = await open();
    await asked.keep(boats, question("other", 0), 2);
    for (const [i, text] of ["one", "two", "three"].entries()) await asked.keep(pumps, question(text, i), 2);
    expect((await asked.all(pumps)).map((one) => one.question)).toEqual(["two", "three"]);
    expect(await asked.all(boats)).toHaveLength(1);
  });

  test("they are deleted on request, and with their expert", async () => {
    const { asked, removePumps } = await open();
    for (const expert of [pumps, boats]) await asked.keep(expert, question("one", 1), 10);
    expect([await asked.clear(boats), await asked.clear(boats)]).toEqual([1, 0]);
    await removePumps();
    expect(await asked.all(pumps)).toEqual([]);
  });
});

const check = (id: string): Check => ({
  id: id as CheckId,
  question: "How often?",
  expected: { contains: ["six months"], cites: [], refused: false },
  createdAt: 5,
  lastRun: null,
});
const run: CheckRun = { faults: ["It abstains."], answer: null, confidence: 0.1, ranAt: 9 };

describe.each(subjects)("CheckStore: %s", (_name, open) => {
  test("checks are listed by expert, oldest first", async () => {
    const { checks } = await open();
    await checks.add(pumps, check("check_2"), 9);
    await checks.add(boats, check("check_3"), 9);
    await checks.add(pumps, check("check_1"), 9);
    expect(await checks.list(pumps)).toEqual([check("check_2"), check("check_1")]);
    expect(await checks.workspaceOf(pumps)).toBe(home);
    expect(await checks.workspaceOf("exp_none" as ExpertId)).toBeNull();
  });

  test("an expert has no more than allowed, also of those that come at once", async () => {
    const { checks } = await open();
    const ids = ["check_1", "check_2", "check_3", "check_4"];
    const added = await Promise.all(ids.map((id) => checks.add(pumps, check(id), 3)));
    expect(added.filter(Boolean)).toHaveLength(3);
    expect(await checks.list(pumps)).toHaveLength(3);
    expect(await checks.add(boats, check("check_5"), 1)).toBe(true);
  });

  test("a run is stored with the checks that are there", async () => {
    const { checks } = await open();
    await checks.add(pumps, check("check_1"), 9);
    await checks.record(pumps, new Map([check("check_1"), check("check_9")].map(({ id }) => [id, run])));
    await checks.record(boats, new Map([[check("check_1").id, { ...run, faults: [] }]]));
    expect(await checks.list(pumps)).toEqual([{ ...check("check_1"), lastRun: run }]);
  });

  test("experts are behind whose checks were not all run on the last revision", async () => {
    const { checks } = await open();
    for (const id of ["check_1", "check_2"]) await checks.add(pumps, check(id), 9);
    await checks.add(boats, check("check_3"), 9);
    const revision = await checks.revision(pumps);
    const ran = (id: string, on: number) => new Map([[check(id).id, { ...run, revision: on }]]);
    await checks.record(boats, ran("check_3", revision));
    await checks.record(pumps, ran("check_1", revision));
    expect(await checks.behind()).toEqual([pumps]);
    await checks.record(pumps, ran("check_2", revision + 1));
    expect(await checks.behind()).toEqual([pumps]);
    await checks.record(pumps, ran("check_2", revision));
    expect(await checks.behind()).toEqual([]);
    await checks.record(pumps, new Map([[check("check_2").id, run]]));
    expect(await checks.behind()).toEqual([pumps]);
  });

  test("a check is changed by its own expert, and counts as not yet run", async () => {
    const { checks } = await open();
    const { id } = check("check_1");
    await checks.add(pumps, check("check_1"), 9);
    await checks.record(pumps, new Map([[id, run]]));
    const edited = { id, question: "Who?", expected: { contains: [], cites: [], refused: true } };
    expect([await checks.edit(boats, edited), (await checks.list(pumps))[0]?.lastRun]).toEqual([false, run]);
    expect(await checks.edit(pumps, edited)).toBe(true);
    expect(await checks.list(pumps)).toEqual([{ ...check("check_1"), ...edited, lastRun: null }]);
  });

  test("a check is deleted once, by its own expert, and all with their expert", async () => {
    const { checks, removePumps } = await open();
    await checks.add(pumps, check("check_1"), 9);
    await checks.add(pumps, check("check_2"), 9);
    const { id } = check("check_1");
    expect([await checks.remove(boats, id), await checks.remove(pumps, id), await checks.remove(pumps, id)]).toEqual([
      false,
      true,
      false,
    ]);
    await removePumps();
    expect(await checks.list(pumps)).toEqual([]);
  });
});

const recentAnswer = (id: string, createdAt: number, expertId = pumps): RecentAnswer => ({
  id: id as QueryId,
  expertId,
  createdAt,
  verdict: null,
  note: null,
  sources: ["src_1" as SourceId],
  answer: { question: "How often?", citations: [] },
});

describe.each(subjects)("RecentAnswers: %s", (_name, open) => {
  test("an answer is found by its id while it is recent, with its verdict", async () => {
    const { recent } = await open();
    await recent.keep(recentAnswer("qry_1", 5), 9, 0);
    expect(await recent.find("qry_1" as QueryId, 5)).toEqual(recentAnswer("qry_1", 5));
    expect([await recent.find("qry_1" as QueryId, 6), await recent.find("qry_2" as QueryId, 0)]).toEqual([null, null]);
    await recent.judge("qry_1" as QueryId, "wrong", "Monthly.");
    const judged = { ...recentAnswer("qry_1", 5), verdict: "wrong" as const, note: "Monthly." };
    expect(await recent.find("qry_1" as QueryId, 5)).toEqual(judged);
  });

  test("an expert has no more than allowed, and none that is old", async () => {
    const { recent } = await open();
    const there = async () => {
      const ids = ["qry_0", "qry_1", "qry_2", "qry_3", "qry_4"] as QueryId[];
      const found = await Promise.all(ids.map((id) => recent.find(id, 0)));
      return found.flatMap((one) => (one === null ? [] : [one.id]));
    };
    await recent.keep(recentAnswer("qry_0", 0, boats), 2, 0);
    for (const at of [1, 2, 3]) await recent.keep(recentAnswer(`qry_${at}`, at), 2, 0);
    expect(await there()).toEqual(["qry_0", "qry_2", "qry_3"] as QueryId[]);
    await recent.keep(recentAnswer("qry_4", 9), 2, 4);
    expect(await there()).toEqual(["qry_0", "qry_4"] as QueryId[]);
  });

  test("they are deleted on request, and with their expert", async () => {
    const { recent, removePumps } = await open();
    await recent.keep(recentAnswer("qry_1", 5), 9, 0);
    await recent.keep(recentAnswer("qry_2", 5, boats), 9, 0);
    await recent.clear(boats);
    await removePumps();
    expect([await recent.find("qry_1" as QueryId, 0), await recent.find("qry_2" as QueryId, 0)]).toEqual([null, null]);
  });
});
