import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { openReadingConnection } from "../../../src/store/sqlite/reading-connection.ts";
import { workspaces } from "../../../src/store/sqlite/schema.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-reading-connection-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("it sees what was committed before each piece of work, the same until its end, and cannot write", async () => {
  const path = join(folder, "docent.db");
  const database = openDatabase(path);
  const add = (name: string) =>
    database.write("power", () =>
      database.orm.run(`INSERT INTO workspaces (id, name, created_at) VALUES ('${name}', '${name}', 0)`),
    );
  const reading = openReadingConnection(path);
  const names = () =>
    reading.orm
      .select({ name: workspaces.name })
      .from(workspaces)
      .all()
      .map(({ name }) => name);

  add("one");
  const seen = await reading.atOneMoment(async () => {
    const first = names();
    add("two");
    await Promise.resolve();
    return [first, names()];
  });
  expect(seen).toEqual([["one"], ["one"]]);
  expect(await reading.atOneMoment(async () => names())).toEqual(["one", "two"]);

  const failing = reading.atOneMoment(() => Promise.reject(new Error("behind")));
  expect(await failing.catch((error: Error) => error.message)).toBe("behind");
  expect(await reading.atOneMoment(async () => names())).toEqual(["one", "two"]);
  expect(() => reading.orm.delete(workspaces).run()).toThrow("readonly");

  reading.close();
  database.close();
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0); // The log was written back.
});
