import { expect, test } from "bun:test";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createPacedRefresh } from "../../src/memory/paced-refresh.ts";
import type { IndexedExpert } from "../../src/memory/row-ports.ts";

const expert = (id: string): IndexedExpert => ({ id: id as ExpertId, language: "en", embedding: null });

/** A memory that counts its updates, in a world whose timers end when they are told to. */
function world() {
  const updated: string[] = [];
  const errors: unknown[] = [];
  const timers: { callback: () => void; isStopped: boolean }[] = [];
  let fails = false;
  const paced = createPacedRefresh({
    memory: {
      refresh: async ({ id }, added = 0) => {
        updated.push(added === 0 ? id : `${id}+${added}`);
        if (fails) throw new Error("the disk");
      },
    },
    log: { ...silentLog, error: (_event, error) => void errors.push(error) },
    startTimer: (_milliseconds, callback) => {
      const timer = { callback, isStopped: false };
      timers.push(timer);
      return () => {
        timer.isStopped = true;
      };
    },
  });
  const rest = async () => {
    for (const { callback, isStopped } of timers.splice(0)) if (!isStopped) callback();
    await new Promise((turn) => setImmediate(turn));
  };
  return {
    ...paced,
    updated,
    errors,
    rest,
    fail: () => {
      fails = true;
    },
  };
}

test("one document is in the memory at once, and those that follow a moment later together", async () => {
  const { refresh, updated, rest } = world();
  await refresh(expert("a"));
  await refresh(expert("a"));
  await refresh(expert("a"));
  await refresh(expert("b"));
  expect(updated).toEqual(["a", "b"]);
  await rest();
  expect(updated).toEqual(["a", "b", "a"]);
  await rest();
  expect(updated).toEqual(["a", "b", "a"]);
  await refresh(expert("a"));
  expect(updated).toEqual(["a", "b", "a", "a"]);
});

test("the passages of documents that follow are told together", async () => {
  const { refresh, updated, rest } = world();
  for (const added of [3, 4, 5]) await refresh(expert("a"), added);
  await rest();
  expect(updated).toEqual(["a+3", "a+9"]);
});

test("a failed update is logged, and nothing is updated once it is stopped", async () => {
  const { refresh, updated, errors, rest, fail, stop } = world();
  await refresh(expert("a"));
  await refresh(expert("a"));
  fail();
  await rest();
  expect(errors).toEqual([new Error("the disk")]);
  await refresh(expert("a"));
  stop();
  await rest();
  await refresh(expert("b"));
  expect(updated).toEqual(["a", "a"]);
});
