/** Things done to the data folder after some kills, on a small scale; `make torture` does all of them. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openBench } from "../support/binary.ts";
import { tortureReport } from "../support/replies/torture-report.ts";

const bench = openBench();
afterAll(() => bench.clean());

test("a folder that lost a part, or in which links and pipes stand, loses nothing else and says what to do", async () => {
  const folder = bench.folder();
  const { exitCode, out, err } = await bench.run([
    "torture",
    "--kills",
    "2",
    "--seed",
    "1",
    "--troubles",
    "database lost,originals lost,page of expert_names,links swapped in,pipes swapped in,mass deletion in steps",
    "--dir",
    folder,
    "--json",
  ]);
  const { violations, troubles } = tortureReport(out, err);
  // A failed comparison shortens long texts, and these say what was answered instead.
  if (exitCode !== 0) console.log(JSON.stringify(violations, null, 2));
  expect({ exitCode, violations }).toEqual({ exitCode: 0, violations: [] });
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
}, 400_000);
