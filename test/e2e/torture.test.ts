/** The torture on a small scale; `make torture` is the large one. Its checks are tested in test/torture. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openBench } from "../support/binary.ts";
import { tortureReport } from "../support/replies/torture-report.ts";

const bench = openBench();
afterAll(() => bench.clean());

test("twenty-five kills at random moments lose nothing, duplicate nothing and leave nothing half-done", async () => {
  const folder = bench.folder();
  const { exitCode, out, err } = await bench.run([
    "torture",
    "--kills",
    "25",
    "--seed",
    "1",
    "--dir",
    folder,
    "--json",
  ]);
  const { kills, violations, acknowledged, checks, seconds } = tortureReport(out, err);
  // A failed comparison shortens long texts, and these say what was answered instead.
  if (exitCode !== 0) console.log(JSON.stringify(violations, null, 2));
  expect({ exitCode, kills, violations }).toEqual({ exitCode: 0, kills: 25, violations: [] });
  expect(Object.keys(acknowledged ?? {})).toContainValues([
    "put_source",
    "patch_source",
    "delete_source",
    "query",
    "chat",
  ]);
  expect(checks).toBeGreaterThan(500);
  expect(readdirSync(folder)).toEqual([]);
  console.log(`25 kills, ${JSON.stringify(acknowledged)}, ${checks} checks in ${seconds} s`);
}, 400_000);

test("an unknown flag is refused", async () => {
  const { exitCode, out, err } = await bench.run(["torture", "--kill", "3"]);
  expect({ exitCode, out, err }).toEqual({
    exitCode: 2,
    out: "",
    err: "There is no flag --kill for this command. Did you mean --kills? `docent help` lists the commands.\n",
  });
});
