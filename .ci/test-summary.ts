/** What `bun test` says about a run, read from what it wrote to its standard error. */

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const closingLines = /(?:^ *\d+ [a-z() ]+\n)+^Ran \d+ tests? across /gm;

/**
 * Reads the closing lines (` 12 pass`, ` 1 fail`, … `Ran 13 tests across 2 files.`). A run without them crashed: what
 * it had reported until then is counted, and the crash is one more failure. So is an exit code that no failure explains.
 */
export function readSummary(output: string, exitCode: number): TestSummary {
  const text = Bun.stripANSI(output);
  const closing = text.match(closingLines)?.at(-1);
  if (closing === undefined) {
    const lines = (result: string) => text.split("\n").filter((line) => line.startsWith(`(${result})`)).length;
    return { passed: lines("pass"), failed: lines("fail") + 1, skipped: lines("skip") + lines("todo") };
  }
  const count = (what: string) => Number(new RegExp(`^ *(\\d+) ${what}$`, "m").exec(closing)?.[1] ?? 0);
  return {
    passed: count("pass"),
    failed: exitCode === 0 ? count("fail") : Math.max(count("fail"), 1),
    skipped: count("skip") + count("todo"),
  };
}

export function closingLine({ passed, failed, skipped }: TestSummary): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
