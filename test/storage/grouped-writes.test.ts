import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../src/storage/database.ts";

let database: Database;
let commits: number;
beforeEach(() => {
  database = openDatabase(":memory:");
  database.orm.run(sql`CREATE TABLE notes (text TEXT UNIQUE)`);
  commits = 0;
  database.beforeCommit(() => {
    commits += 1;
  });
});
afterEach(() => database.close());

const add = (text: string) => () => {
  database.orm.run(sql`INSERT INTO notes VALUES (${text})`);
  return text;
};
const notes = () =>
  database.orm.all<{ text: string }>(sql`SELECT text FROM notes ORDER BY text`).map(({ text }) => text);

test("writes that come together are one commit, and each caller gets its own result", async () => {
  const results = await Promise.all(["a", "b", "c"].map((text) => database.writeGrouped(add(text))));
  expect({ results, notes: notes(), commits }).toEqual({
    results: ["a", "b", "c"],
    notes: ["a", "b", "c"],
    commits: 1,
  });
});

test("one that fails is undone alone", async () => {
  const failing = database.writeGrouped(() => {
    add("half done")();
    throw new Error("no");
  });
  const other = database.writeGrouped(add("whole"));
  await expect(failing).rejects.toThrow("no");
  expect(await other).toBe("whole");
  expect({ notes: notes(), commits }).toEqual({ notes: ["whole"], commits: 1 });
});

test("all fail when the commit does, and nothing of them stays", async () => {
  database.beforeCommit(() => {
    throw new Error("the disk is gone");
  });
  const outcomes = await Promise.allSettled(["a", "b"].map((text) => database.writeGrouped(add(text))));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(notes()).toEqual([]);
});

test("who comes while a group is committed is in the next", async () => {
  let next: Promise<string> | null = null;
  await database.writeGrouped(() => {
    next = database.writeGrouped(add("second"));
    return add("first")();
  });
  expect(notes()).toEqual(["first"]);
  expect(await (next as Promise<string> | null)).toBe("second");
  expect(commits).toBe(2);
});
