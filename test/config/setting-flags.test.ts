import { expect, test } from "bun:test";
import { takeSettingFlags } from "../../src/config/setting-flags.ts";

test("flags of settings are taken out, the rest is left to the command", () => {
  const args = ["create", "--port", "1", "--name", "laptop", "--offline", "x", "--host=a=b", "--", "--port", "2"];
  expect(takeSettingFlags(args)).toEqual({
    given: new Map([
      ["--port", "1"],
      ["--offline", "true"],
      ["--host", "a=b"],
    ]),
    taken: ["--port", "1", "--offline", "--host=a=b"],
    rest: ["create", "--name", "laptop", "x", "--", "--port", "2"],
  });
});

test("a value may begin with one dash, but a flag is no value", () => {
  expect(takeSettingFlags(["--port", "-1", "--host", "--offline"])).toEqual({
    given: new Map([
      ["--port", "-1"],
      ["--host", null],
      ["--offline", "true"],
    ]),
    taken: ["--port", "-1", "--host", "--offline"],
    rest: [],
  });
});

test("a flag of the command's own is left to it, even if a setting has the same name", () => {
  const args = ["--files", "notes", "--files=more", "--port", "1"];
  expect(takeSettingFlags(args, ["--files"])).toMatchObject({
    given: new Map([["--port", "1"]]),
    rest: ["--files", "notes", "--files=more"],
  });
});
