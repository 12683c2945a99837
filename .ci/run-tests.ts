/** Runs `bun test` with the given arguments, shows its output as it comes, closes with `N passed, N failed`. */
import { closingLine, readSummary } from "./test-summary.ts";

/** Milliseconds after which a test counts as hung: twice as long as the longest takes. A slow machine is no failure. */
const longestTest = 240_000;

const run = Bun.spawn([process.execPath, "test", `--timeout=${longestTest}`, ...process.argv.slice(2)], {
  stdin: "ignore",
  stdout: "inherit",
  stderr: "pipe",
});
const decoder = new TextDecoder();
let output = "";
for await (const bytes of run.stderr) {
  process.stderr.write(bytes);
  output += decoder.decode(bytes, { stream: true });
}
const exitCode = await run.exited;
const summary = readSummary(output, exitCode);
process.stdout.write(`\n${closingLine(summary)}\n`);
process.exitCode = exitCode === 0 && summary.failed > 0 ? 1 : exitCode;
