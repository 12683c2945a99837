import { describe, expect, test } from "bun:test";
import { Gate, type Permit } from "../../src/accounting/gate.ts";
import { Fault } from "../../src/kernel/fault.ts";

/** A gate whose turns and time are moved by hand. */
function gate(places: number) {
  const turns: (() => void)[] = [];
  const timers = new Set<() => void>();
  const setting = { places };
  const made = new Gate({
    permits: () => setting.places,
    nextTurn: (callback) => turns.push(callback),
    startTimer: (_, callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  });
  const inside: string[] = [];
  const held = new Map<string, Permit>();
  const come = (name: string, signal = new AbortController().signal) =>
    made.acquire(signal).then(
      (permit) => {
        inside.push(name);
        held.set(name, permit);
        return name;
      },
      (error: unknown) => {
        const code = error instanceof Fault ? error.code : "left";
        inside.push(`${name}: ${code}`);
        return code;
      },
    );
  return {
    gate: made,
    setting,
    inside,
    come,
    timers,
    leave: (name: string) => held.get(name)?.release(),
    /** Lets everybody know that a turn is over. */
    turn: async () => {
      for (const callback of turns.splice(0)) callback();
      await settled();
    },
    late: async () => {
      for (const callback of [...timers]) callback();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("one request enters per turn, in order", async () => {
  const { come, inside, turn, gate: door } = gate(10);
  for (const name of ["a", "b", "c"]) void come(name);
  await settled();
  expect([inside, door.taken, door.waiting]).toEqual([["a"], 1, 2]);
  await turn();
  expect(inside).toEqual(["a", "b"]);
  await turn();
  await turn();
  expect([inside, door.taken, door.waiting]).toEqual([["a", "b", "c"], 3, 0]);
});

test("a request waits until a permit is released, which works once", async () => {
  const { come, inside, turn, leave, gate: door } = gate(1);
  for (const name of ["a", "b", "c"]) void come(name);
  await turn();
  await turn();
  expect([inside, door.taken, door.waiting]).toEqual([["a"], 1, 2]);
  leave("a");
  leave("a");
  await turn();
  expect([inside, door.taken, door.waiting]).toEqual([["a", "b"], 1, 1]);
});

test("the queue has four requests per permit, and refuses more", async () => {
  const { come, inside, turn, gate: door, timers } = gate(2);
  for (let i = 0; i < 11; i++) void come(String(i));
  await settled();
  expect([inside, door.waiting]).toEqual([["0", "9: overloaded", "10: overloaded"], 8]);
  await turn();
  expect([door.taken, door.waiting, timers.size]).toEqual([2, 7, 7]);
});

describe("a waiting request", () => {
  test("is refused after too long", async () => {
    const { come, inside, late, leave, turn, gate: door } = gate(1);
    void come("a");
    void come("b");
    await late();
    leave("a");
    await turn();
    expect([inside, door.taken, door.waiting]).toEqual([["a", "b: overloaded"], 0, 0]);
  });

  test("that leaves makes room for the next", async () => {
    const { come, inside, leave, turn, timers, gate: door } = gate(1);
    const control = new AbortController();
    for (const name of ["a", "b"]) void come(name, name === "b" ? control.signal : undefined);
    void come("c");
    await turn();
    control.abort();
    leave("a");
    await turn();
    expect([inside, door.taken, door.waiting, timers.size]).toEqual([["a", "b: left", "c"], 1, 0, 0]);
  });

  test("that was aborted before never enters", async () => {
    const { come, gate: door } = gate(1);
    expect(await come("a", AbortSignal.abort())).toBe("left");
    expect(door.taken).toBe(0);
  });
});

test("permits can be added and removed", async () => {
  const { come, inside, leave, turn, setting, gate: door } = gate(1);
  for (const name of ["a", "b", "c", "d"]) void come(name);
  await turn();
  setting.places = 3;
  leave("a");
  await turn();
  await turn();
  await turn();
  expect([inside, door.taken]).toEqual([["a", "b", "c", "d"], 3]);
  setting.places = 1;
  void come("e");
  leave("b");
  leave("c");
  await turn();
  expect([door.taken, door.waiting]).toEqual([1, 1]);
  leave("d");
  await turn();
  expect(inside.at(-1)).toBe("e");
});
