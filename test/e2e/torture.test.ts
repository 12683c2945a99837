/** The torture on a small scale; `make torture` is the large one. Its checks are tested in test/torture. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openBench } from "../support/binary.ts";

const bench = openBench();
afterAll(() => bench.clean());

/** Fails with the complete output unless there is a complete report. */
function reportIn(out: string, err: string): Record<string, unknown> {
  expect({ out, err }).toEqual({ out: expect.stringMatching(/^\{.*\}\n$/), err: "" });
  return JSON.parse(out);
}

test("twenty-five kills at random moments lose nothing, duplicate nothing and leave nothing half-done", async () => {
  const folder = bench.folder();
  const { exitCode, out, err } = await bench.run([
    "torture",
    "--kills",
    "25",
    "--seed",
    "1",
    "--troubles",
    "database lost,originals lost,page of expert_names,links swapped in,pipes swapped in,mass deletion in steps",
    "--dir",
    folder,
    "--json",
  ]);
  const { kills, violations, acknowledged, checks, troubles, seconds } = reportIn(out, err);
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
  // The kills leave other things to recover too, so the rest of the advice, and of what is named, differs between runs.
  const recovery = expect.arrayContaining(["doctor --recover"]);
  expect(troubles).toMatchObject([
    { trouble: "database lost", advice: recovery },
    { trouble: "originals lost", named: expect.arrayContaining([expect.stringContaining("other fileSha256")]) },
    { trouble: "page of expert_names", advice: recovery },
    { trouble: "links swapped in" },
    { trouble: "pipes swapped in" },
    { trouble: "mass deletion in steps" },
  ]);
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
