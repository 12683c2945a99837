import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../../src/store/sqlite/database.ts";
import { groupedWrites } from "../../../src/store/sqlite/grouped-writes.ts";

let database: Database;
let commits: number;
beforeEach(() => {
  database = openDatabase(":memory:");
  database.orm.run(sql`CREATE TABLE notes (text TEXT UNIQUE)`);
  commits = 0;
  database.beforeCommit({
    now: () => undefined,
    behind: async () => {
      commits += 1;
    },
  });
});
afterEach(() => database.close());

const add = (text: string) => () => {
  database.orm.run(sql`INSERT INTO notes VALUES (${text})`);
  return text;
};
const notes = () =>
  database.orm.all<{ text: string }>(sql`SELECT text FROM notes ORDER BY text`).map(({ text }) => text);

test("simultaneous writes are one commit, and each caller gets its own result", async () => {
  const results = await Promise.all(["a", "b", "c"].map((text) => database.writeGrouped(add(text))));
  expect({ results, notes: notes(), commits }).toEqual({
    results: ["a", "b", "c"],
    notes: ["a", "b", "c"],
    commits: 1,
  });
});

test("a patient write that follows another waits for a moment, or joins the commit of an impatient one", async () => {
  const groups: number[] = [];
  let isRested: () => void = () => undefined;
  const write = groupedWrites({
    commit: async (work) => {
      groups.push(0);
      work();
    },
    undoable: (work) => {
      groups.push((groups.pop() ?? 0) + 1);
      return work();
    },
    startTimer: (_milliseconds, callback) => {
      isRested = callback;
      return () => undefined;
    },
  });
  expect(await write(() => "alone", "patient")).toBe("alone");
  const joining = [write(() => "second", "patient"), write(() => "third", "patient")];
  await new Promise((turn) => setImmediate(turn));
  expect(groups).toEqual([1]);
  await Promise.all([...joining, write(() => "impatient")]);
  expect(groups).toEqual([1, 3]);
  const waiting = [write(() => "fourth", "patient"), write(() => "fifth", "patient")];
  isRested();
  expect(await Promise.all(waiting)).toEqual(["fourth", "fifth"]);
  expect(groups).toEqual([1, 3, 2]);
});

test("a failing write is undone alone", async () => {
  const failing = database.writeGrouped(() => {
    add("half done")();
    throw new Error("no");
  });
  const other = database.writeGrouped(add("whole"));
  await expect(failing).rejects.toThrow("no");
  expect(await other).toBe("whole");
  expect({ notes: notes(), commits }).toEqual({ notes: ["whole"], commits: 1 });
});

test("all fail if the commit fails, and nothing remains", async () => {
  database.orm.run(sql`CREATE TABLE kept (text TEXT REFERENCES notes (text) DEFERRABLE INITIALLY DEFERRED)`);
  const failing = () => database.orm.run(sql`INSERT INTO kept VALUES ('missing')`);
  const outcomes = await Promise.allSettled([database.writeGrouped(add("a")), database.writeGrouped(failing)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([notes(), commits]).toEqual([[], 0]);
});

test("no write is acknowledged before it is on the disk", async () => {
  const disk = Promise.withResolvers<void>();
  database.beforeCommit({ now: () => undefined, behind: () => disk.promise });
  let told = false;
  const writing = database.writeGrouped(add("a")).then(() => {
    told = true;
  });
  while (notes().length === 0) await new Promise((turn) => setImmediate(turn));
  expect(told).toBe(false);
  disk.resolve();
  await writing;
  expect(told).toBe(true);
});

test("all fail if the disk does not accept the commit", async () => {
  database.beforeCommit({
    now: () => undefined,
    behind: async () => {
      throw Object.assign(new Error("fsync"), { code: "EIO" });
    },
  });
  const outcomes = await Promise.allSettled(["a", "b"].map((text) => database.writeGrouped(add(text))));
  expect(outcomes).toMatchObject(
    ["a", "b"].map(() => ({ status: "rejected", reason: expect.objectContaining({ name: "DiskError" }) })),
  );
});

test("a write during a commit joins the next group", async () => {
  let next: Promise<string> | null = null;
  await database.writeGrouped(() => {
    next = database.writeGrouped(add("second"));
    return add("first")();
  });
  expect(notes()).toEqual(["first"]);
  expect(await (next as Promise<string> | null)).toBe("second");
  expect(commits).toBe(2);
});
