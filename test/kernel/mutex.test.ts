import { expect, test } from "bun:test";
import { createMutex } from "../../src/kernel/mutex.ts";

test("tasks run one after another, in the order of the calls", async () => {
  const mutex = createMutex();
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    return name;
  };
  const both = Promise.all([mutex.run(task("a")), mutex.run(task("b"))]);
  expect(mutex.busy).toBe(true);
  expect(await both).toEqual(["a", "b"]);
  expect(events).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(mutex.busy).toBe(false);
});

test("a task that fails does not stop the next", async () => {
  const mutex = createMutex();
  const failing = mutex.run(() => Promise.reject(new Error("no")));
  const next = mutex.run(() => 7);
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe(7);
});
