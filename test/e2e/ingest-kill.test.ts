/** Some moments of test/torture/ingest-kill.ts: acknowledged files survive a kill, once and unchanged. */
import { afterAll, expect, test } from "bun:test";
import { openBench } from "../support/binary.ts";
import { damageOf, type KillPlan, killedRun, sampleFiles, undisturbedRun } from "../support/processes/kill-run.ts";

const bench = openBench();
afterAll(() => bench.clean());

async function killAt(parts: readonly number[], plan: KillPlan): Promise<void> {
  const { outcome, milliseconds } = await undisturbedRun(plan);
  expect(Object.keys(outcome).toSorted()).toEqual(plan.files.map(({ name }) => name).toSorted());
  for (const part of parts) expect(damageOf(await killedRun(plan, part * milliseconds), outcome)).toEqual([]);
}

test("a kill in the middle of an ingest loses nothing that was acknowledged", async () => {
  await killAt([0.05, 0.25, 0.5, 0.75, 0.95], { bench, files: sampleFiles(60), sense: "off" });
});

test("after a kill while passages are encoded, each is encoded once, and no deleted one remains", async () => {
  await killAt([0.3, 0.6, 0.9], { bench, files: sampleFiles(12), sense: "on" });
}, 240_000);
