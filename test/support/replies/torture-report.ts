import { expect } from "bun:test";

/** What `docent torture --json` prints. Fails with the complete output unless there is a complete report. */
export function tortureReport(out: string, err: string): Record<string, unknown> {
  expect({ out, err }).toEqual({ out: expect.stringMatching(/^\{.*\}\n$/), err: "" });
  return JSON.parse(out);
}
