import { afterEach, describe, expect, test } from "bun:test";
import { openDatabase } from "../../src/storage/database.ts";
import { rememberedReads } from "../../src/storage/remembered-reads.ts";

describe("rememberedReads", () => {
  const database = openDatabase(":memory:");
  afterEach(() => database.write("power", () => undefined));

  function counting() {
    const reads = rememberedReads<number>(database);
    let times = 0;
    const get = (key = "a") => {
      reads.get(key, () => ++times);
      return times;
    };
    return { get, forget: reads.forget };
  }

  test("reads once, until something is written", () => {
    const { get } = counting();
    expect([get(), get()]).toEqual([1, 1]);
    database.write("power", () => undefined);
    expect([get(), get()]).toEqual([2, 2]);
  });

  test("what was read inside a write that failed is not kept", () => {
    const { get } = counting();
    const failing = () =>
      database.write("power", () => {
        get();
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(get()).toBe(2);
  });

  test("counters change nothing, and a write that says so everything", () => {
    const { get, forget } = counting();
    get();
    database.write("process", () => undefined);
    expect(get()).toBe(1);
    forget();
    expect(get()).toBe(2);
  });

  test("nothing is not kept, and not more than a thousand", () => {
    const reads = rememberedReads<number>(database);
    expect([reads.get("a", () => undefined), reads.get("a", () => 1)]).toEqual([undefined, 1]);
    const { get } = counting();
    for (let i = 0; i < 1000; i++) get(`key ${i}`);
    expect(get("key 0")).toBe(1001);
  });
});
