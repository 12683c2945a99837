import type { CheckObject } from "../api/shapes.ts";
import { shownLine } from "../language/text/shown-text.ts";
import { UsageError } from "./command.ts";
import { serviceCommand } from "./service-access.ts";

export const checkCommand = serviceCommand({
  name: "check",
  usage: "EXPERT",
  summary: "Run the checks of an expert",
  examples: ["manuals", "manuals --json"],
  help: `  --json             Print the service's reply as JSON

Exit codes: 0 when all checks passed, or there are none; 1 when one failed.`,
  flags: { switches: ["json"] },
  run: async ({ given, client, print }) => {
    const [expert, ...surplus] = given.words;
    if (expert === undefined || surplus.length > 0) throw new UsageError("Name an expert: `docent check EXPERT`.");
    const report = await client().runChecks(expert);
    const failed = report.data.filter((check) => faultsOf(check).length > 0);
    print(report, [...report.data.flatMap(linesOf), summaryOf(report.total, failed.length)]);
    return failed.length === 0 ? 0 : 1;
  },
});

function faultsOf({ last_run: run }: CheckObject): readonly string[] {
  return run?.faults ?? [];
}

function linesOf(check: CheckObject): readonly string[] {
  const faults = faultsOf(check);
  const result = faults.length === 0 ? "passed" : "FAILED";
  return [`${result}  ${shownLine(check.question)}`, ...faults.map((fault) => `        ${shownLine(fault)}`)];
}

function summaryOf(total: number, failed: number): string {
  if (total === 0) return "There are no checks.";
  return failed === 0 ? `All ${total} checks passed.` : `${failed} of ${total} checks failed.`;
}
