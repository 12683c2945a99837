/** Runs the official client under Node too, where the machine has it: another fetch and other streams than Bun's. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { closingLine, type TestSummary } from "../../.ci/test-summary.ts";

/** The oldest that the tests are known to run on. */
const oldestMajor = 20;
/** Within the package, so that Node finds the clients; git does not see it. */
const folder = join(import.meta.dir, "node_modules/.under-node");

/** Reports a missing Node. */
export async function runUnderNode(env: Record<string, string | undefined>): Promise<TestSummary> {
  const node = Bun.which("node");
  const version = node === null ? null : Bun.spawnSync([node, "--version"]).stdout.toString().trim();
  const major = Number(/^v(\d+)\./.exec(version ?? "")?.[1] ?? 0);
  if (node === null || major < oldestMajor) {
    const found = version === null ? "there is none on the PATH" : `it is ${version}, and ${oldestMajor} is needed`;
    process.stdout.write(`\nNOT RUN: openai under Node, since ${found}\n`);
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const entry = join(import.meta.dir, "openai-under-node.ts");
  await Bun.build({ entrypoints: [entry], outdir: folder, target: "node", packages: "external", naming: "[name].mjs" });
  const tests = Bun.spawn([node, "--test-reporter=tap", join(folder, "openai-under-node.mjs")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await new Response(tests.stdout).text();
  const exitCode = await tests.exited;
  await rm(folder, { recursive: true });
  const summary = summaryOf(output, exitCode);
  process.stdout.write(`\nopenai under Node ${version}: ${closingLine(summary)}\n`);
  if (summary.failed > 0) process.stderr.write(output);
  return summary;
}

/** The closing lines of the Test Anything Protocol, as Node writes it. A run without them crashed. */
function summaryOf(output: string, exitCode: number): TestSummary {
  const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  return {
    passed: count("pass"),
    failed: exitCode === 0 && count("pass") > 0 ? failed : Math.max(failed, 1),
    skipped: count("skipped") + count("todo"),
  };
}
