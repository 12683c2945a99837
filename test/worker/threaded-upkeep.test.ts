import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { threadedCheckpoints } from "../../src/worker/threaded-upkeep.ts";

const entry = new URL("../../src/worker/checkpoint-worker.ts", import.meta.url);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-checkpoints-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the thread writes the log of an open database back", async () => {
  const path = join(folder, "docent.db");
  const database = openDatabase(path);
  const thread = threadedCheckpoints(entry, path);
  const failures: unknown[] = [];
  database.checkpoints.leaveTo(thread.writeBack, (error) => void failures.push(error));
  database.write("process", () => database.orm.run("CREATE TABLE pages (no INTEGER PRIMARY KEY, text TEXT)"));
  for (let batch = 0; batch < 12; batch++) {
    database.write("process", () => {
      for (let i = 0; i < 100; i++) database.orm.run(`INSERT INTO pages (text) VALUES ('${"x".repeat(4000)}')`);
    });
    await Bun.sleep(21);
  }
  await database.checkpoints.stop();
  expect(failures).toEqual([]);
  expect(statSync(path).size).toBeGreaterThan(3_000_000);
  expect(database.orm.values("SELECT count(*) FROM pages")).toEqual([[1200]]);
  thread.close();
  database.close();
});

test("a database that is not there is an error", async () => {
  const thread = threadedCheckpoints(entry, join(folder, "none.db"));
  expect(await thread.writeBack().catch((error: unknown) => String(error))).toMatch(/not where it was/);
  thread.close();
});
