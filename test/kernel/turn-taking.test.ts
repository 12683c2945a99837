import { expect, test } from "bun:test";
import { createTurnTaking } from "../../src/kernel/mutex.ts";

test("callers continue one per turn, in order", async () => {
  const turns: (() => void)[] = [];
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taking = createTurnTaking((callback) => asked[turns.push(callback) - 1]?.resolve());
  const went: string[] = [];
  const going = ["a", "b"].map((name) => taking.next().then(() => went.push(name)));
  await asked[0]?.promise;
  expect([turns.length, went]).toEqual([1, []]);
  turns[0]?.();
  await asked[1]?.promise;
  expect([turns.length, went]).toEqual([2, ["a"]]);
  turns[1]?.();
  await Promise.all(going);
  expect(went).toEqual(["a", "b"]);
});
