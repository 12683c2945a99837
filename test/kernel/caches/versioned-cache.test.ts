import { describe, expect, test } from "bun:test";
import { versionedCache } from "../../../src/kernel/stores/versioned-cache.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";

function world(limit = 10) {
  const at = { version: 1 };
  const cache = versionedCache<number>(() => at.version, limit);
  let reads = 0;
  const get = (name = "a") => cache.get(name, () => ++reads);
  return { at, cache, get };
}

describe("versionedCache", () => {
  test("reads once for each version", () => {
    const { at, get } = world();
    expect([get(), get()]).toEqual([1, 1]);
    at.version = 2;
    expect([get(), get()]).toEqual([2, 2]);
  });

  test("does not keep undefined", () => {
    const { cache } = world();
    expect([cache.get("a", () => undefined), cache.get("a", () => 1)]).toEqual([undefined, 1]);
  });

  test("is bounded", () => {
    const { get } = world(1000);
    for (let i = 0; i < 2001; i++) get(`name ${i}`);
    expect(get("name 0")).toBe(2002);
  });

  test("is empty after clear", () => {
    const { cache, get } = world();
    get();
    cache.clear();
    expect(get()).toBe(2);
  });

  test("a value of an earlier version is neither returned nor kept", () => {
    const { at, cache } = world();
    const first = cache.openAt("a");
    first.keep(1);
    const second = cache.openAt("b");
    expect([first.known, cache.openAt("a").known]).toEqual([undefined, 1]);
    at.version = 2;
    second.keep(2);
    expect(["a", "b"].map((name) => cache.openAt(name).known)).toEqual([undefined, undefined]);
  });

  test("with a database's generation: a commit empties it, and reads of a failed write are not kept", () => {
    const database = openDatabase(":memory:");
    const cache = versionedCache<number>(database.generation, 10);
    let reads = 0;
    const get = () => cache.get("a", () => ++reads);
    const failing = () =>
      database.write("power", () => {
        get();
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(get()).toBe(2);
    database.write("process", () => undefined);
    expect(get()).toBe(2); // counters of use change nothing that is read with each request
    database.write("power", () => undefined);
    expect(get()).toBe(3);
  });

  test("with a database's settings: sources leave it as it is, and a change among them empties it", async () => {
    const database = openDatabase(":memory:");
    const cache = versionedCache<number>(database.settingsGeneration, 10);
    let reads = 0;
    const get = () => cache.get("a", () => ++reads);
    get();
    const addSource = () => database.write("power", () => undefined, "sources");
    await Promise.all([1, 2].map(() => database.writeGrouped(addSource)));
    expect(get()).toBe(1);
    const change = () => database.write("power", () => undefined);
    await Promise.all([change, () => expect(get()).toBe(2)].map((work) => database.writeGrouped(work)));
    expect(get()).toBe(3); // the commit might have failed
    database.write("power", () => addSource());
    expect(get()).toBe(4);
  });
});
