/** A few of the instants of test/torture/ingest-kill.ts: what was acknowledged outlives a kill, once and unchanged. */
import { afterAll, expect, test } from "bun:test";
import { openBench } from "../support/binary.ts";
import { damageOf, killedRun, sampleFiles, undisturbedRun } from "../support/kill-run.ts";

const bench = openBench();
afterAll(() => bench.clean());

test("a kill in the middle of an ingest loses nothing that was acknowledged", async () => {
  const files = sampleFiles(60);
  const { outcome, milliseconds } = await undisturbedRun(bench, files);
  expect(Object.keys(outcome).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  for (const part of [0.05, 0.25, 0.5, 0.75, 0.95]) {
    const run = await killedRun(bench, files, part * milliseconds);
    expect(damageOf(run, outcome)).toEqual([]);
  }
}, 120_000);
