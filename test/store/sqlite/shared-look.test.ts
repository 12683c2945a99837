/** What one process sees of another's commits while requests share a look at the file. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../../src/store/sqlite/database.ts";

let folder: string;
let ours: Database;
let theirs: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-look-"));
  ours = openDatabase(join(folder, "docent.db"));
  theirs = openDatabase(join(folder, "docent.db"));
});
afterEach(() => {
  theirs.close();
  ours.close();
  rmSync(folder, { recursive: true });
});

let times = 0;
const commitThere = () =>
  theirs.write("power", () => theirs.orm.run(sql.raw(`PRAGMA user_version = ${1000 + ++times}`)));
const nextTurn = () => new Promise((go) => setImmediate(go));
/** Whether a look tells of a commit since the last one. */
function hasChanged(): boolean {
  const before = seen;
  seen = ours.generation();
  return seen !== before;
}
let seen = Number.NaN;

test("without a request, each look tells of what was committed before it", () => {
  hasChanged();
  for (let i = 0; i < 3; i++) {
    commitThere();
    expect(hasChanged()).toBeTrue();
  }
});

test("a request that came after a commit is told of it, and its later looks in this turn see the same", () => {
  hasChanged();
  commitThere();
  ours.requestCame();
  expect(hasChanged()).toBeTrue();
  commitThere();
  expect(ours.generation()).toBe(seen);
  ours.requestGoesOn();
  expect(hasChanged()).toBeFalse();
  ours.requestCame();
  expect(hasChanged()).toBeTrue();
});

test("what this process commits is seen at once, whether or not looks are shared", () => {
  ours.requestCame();
  hasChanged();
  ours.write("power", () => undefined);
  expect(hasChanged()).toBeTrue();
});

test("in the next turn a look is taken again, by a request that goes on and without one", async () => {
  ours.requestCame();
  hasChanged();
  commitThere();
  await nextTurn();
  ours.requestGoesOn();
  expect(hasChanged()).toBeTrue();
  await nextTurn();
  commitThere();
  expect(hasChanged()).toBeTrue();
});

test("every write may change how experts stand, but for one of counters", () => {
  const changed = (work: () => void) => {
    const before = ours.rowsGeneration();
    work();
    return ours.rowsGeneration() !== before;
  };
  expect(changed(() => ours.write("process", () => undefined))).toBeTrue();
  expect(changed(() => ours.write("power", () => undefined, "sources"))).toBeTrue();
  expect(changed(() => ours.write("process", () => ours.write("process", () => undefined, "counters")))).toBeTrue();
  expect(changed(() => ours.write("process", () => undefined, "counters"))).toBeFalse();
  expect(changed(commitThere)).toBeTrue();
});
