import { expect, test } from "bun:test";
import { settingsHelp } from "../../src/config/settings-in-force.ts";

test("the help names flag, variable, meaning and default of each setting", () => {
  expect(settingsHelp().split("\n").slice(0, 4)).toEqual([
    "  --host ADDRESS              DOCENT_HOST",
    "      Address to listen on; 0.0.0.0 listens on every interface (default 127.0.0.1)",
    "  --port NUMBER               DOCENT_PORT",
    "      Port to listen on; 0 for any free port (default 7333)",
  ]);
});

test("no line is wider than a terminal", () => {
  expect(
    settingsHelp()
      .split("\n")
      .filter((line) => line.length > 120),
  ).toEqual([]);
});
