/**
 * Runs `bun test` with the given arguments, shows its output as it comes, closes with `N passed, N failed`. With
 * `--parallel` it starts the longest files first, so that none is left to one core at the end.
 */
import { rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import longTests from "./long-tests.json";
import { closingLine, readSummary } from "./test-summary.ts";

/** Milliseconds after which a test counts as hung: twice as long as the longest takes. A slow machine is no failure. */
const longestTest = 240_000;
/** Tests wait for disks, browsers and processes in a third of their time. */
const processes = Math.ceil(1.5 * availableParallelism());

const given = process.argv.slice(2);
const timings = join(tmpdir(), `docent-timings-${process.pid}.json`);
const isParallel = given.some((option) => option.startsWith("--parallel"));
if (isParallel) await Bun.write(timings, JSON.stringify({ version: 1, files: millisecondsOf() }));
const options = given.map((option) => (option === "--parallel" ? `--parallel=${processes}` : option));
const run = Bun.spawn(
  [process.execPath, "test", `--timeout=${longestTest}`, ...(isParallel ? [`--timings=${timings}`] : []), ...options],
  { stdin: "ignore", stdout: "inherit", stderr: "pipe" },
);
const decoder = new TextDecoder();
let output = "";
for await (const bytes of run.stderr) {
  process.stderr.write(bytes);
  output += decoder.decode(bytes, { stream: true });
}
const exitCode = await run.exited;
rmSync(timings, { force: true });
const summary = readSummary(output, exitCode);
process.stdout.write(`\n${closingLine(summary)}\n`);
process.exitCode = exitCode === 0 && summary.failed > 0 ? 1 : exitCode;

/** Of every file, because those without a time would be started first. */
function millisecondsOf(): Record<string, number> {
  const long: Readonly<Record<string, number>> = longTests;
  const paths = [...new Bun.Glob("test/**/*.ts").scanSync(".")].filter((path) => !path.includes("node_modules"));
  return Object.fromEntries(paths.map((path) => [path, 1000 * (long[path] ?? 1)]));
}
