/** What one node does at a time. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { PostgresDatabase } from "../../src/store/postgres/database.ts";
import { exclusiveIn, leasesIn } from "../../src/store/postgres/leased-work.ts";
import { openTestPostgres } from "../support/worlds/postgres-world.ts";

let database: PostgresDatabase;
beforeEach(async () => {
  database = await openTestPostgres();
});
afterEach(() => database.close());

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const node = (name: string) => exclusiveIn(leasesIn(database, name), nextTurn);

describe("work that one node does at a time", () => {
  test("is done by nodes one after another, and each sees what the one before did", async () => {
    const made: string[] = [];
    let atWork = 0;
    const makeOnce = async () => {
      atWork += 1;
      const isAlone = atWork === 1;
      const isMissing = made.length === 0;
      await nextTurn();
      if (isMissing) made.push("workspace");
      atWork -= 1;
      return isAlone;
    };
    const alone = await Promise.all(["a", "b", "c"].map((name) => node(name).run("first run", makeOnce)));
    expect([alone, made]).toEqual([[true, true, true], ["workspace"]]);
  });

  test("of other names does not wait", async () => {
    const done = await node("a").run("first run", () => node("b").run("handbook", async () => "done"));
    expect(done).toBe("done");
  });

  test("is another node's after a failure, and after the lease of a node that was killed", async () => {
    const failing = node("a").run("first run", () => Promise.reject(new Error("a full disk")));
    expect(String(await failing.catch((error: unknown) => error))).toContain("a full disk");
    expect(await node("b").run("first run", async () => "done")).toBe("done");
    expect(await leasesIn(database, "killed").take("first run", 0)).toBe(true);
    expect(await node("b").run("first run", async () => "done")).toBe("done");
  });
});
