import { expect, test } from "bun:test";
import { paintFor } from "../../src/cli/terminal/terminal-console.ts";

test("a terminal gets colours, unless it has none or NO_COLOR is set", () => {
  expect(paintFor(true, {})("red", "failed")).toBe("\x1b[31mfailed\x1b[39m");
  expect(paintFor(true, { NO_COLOR: "" })("bold", "x")).toBe("\x1b[1mx\x1b[22m");
  for (const env of [{ NO_COLOR: "1" }, { NO_COLOR: "0" }, { TERM: "dumb" }])
    expect(paintFor(true, env)("red", "failed")).toBe("failed");
  expect(paintFor(false, {})("red", "failed")).toBe("failed");
});
