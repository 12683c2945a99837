import { expect, test } from "bun:test";
import type { UsageEntry } from "../../../src/accounting/usage-entry.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../../../src/kernel/ids.ts";
import { usageGroup } from "../../../src/store/sqlite/rows/usage-group.ts";

const entryOf = (query: number, key = "key_1"): UsageEntry => ({
  workspaceId: "ws_1" as WorkspaceId,
  expertId: "exp_1" as ExpertId,
  keyId: key as KeyId,
  at: 5,
  add: { query },
});

/** Groups with the amounts that each commit wrote, and the end of the wait in the test's hands. */
function world(failure: Error | null = null) {
  const commits: string[][] = [];
  const timers: (() => void)[] = [];
  const writeAll = (entries: readonly UsageEntry[]) => {
    if (failure !== null) throw failure;
    commits.push(entries.map(({ keyId, add }) => `${keyId} ${add.query}`));
  };
  const startTimer = (_milliseconds: number, callback: () => void) => {
    timers.push(callback);
    return () => void timers.splice(timers.indexOf(callback), 1);
  };
  return { commits, timers, group: usageGroup(writeAll, startTimer) };
}

test("a request that is alone is counted at once", () => {
  const { commits, timers, group } = world();
  expect(group.record(entryOf(1))).toBeUndefined();
  expect(group.record(entryOf(2), 1)).toBeUndefined();
  expect([commits, timers]).toEqual([[["key_1 1"], ["key_1 2"]], []]);
});

test("requests that are worked on together are one commit, which the last of them makes", async () => {
  const { commits, timers, group } = world();
  const first = group.record(entryOf(1), 3);
  const second = group.record(entryOf(10, "key_2"), 3);
  expect([commits, timers.length]).toEqual([[], 1]);
  await Promise.all([first, second, group.record(entryOf(2), 3)]);
  expect([commits, timers]).toEqual([[["key_1 3", "key_2 10"]], []]);
});

test("nobody waits longer for others than the time set, and whoever asks for the counts finds them", async () => {
  const { commits, timers, group } = world();
  const late = group.record(entryOf(1), 2);
  timers[0]?.();
  await late;
  const asked = group.record(entryOf(2), 2);
  group.write();
  await asked;
  group.write();
  expect([commits, timers]).toEqual([[["key_1 1"], ["key_1 2"]], []]);
});

test("if the commit fails, all that wait are told, and a request that is alone as well", async () => {
  const { group } = world(new Error("the disk is gone"));
  const waits = [group.record(entryOf(1), 2), group.record(entryOf(2), 2)];
  const outcomes = await Promise.allSettled(waits);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(() => group.record(entryOf(3))).toThrow("the disk is gone");
});
