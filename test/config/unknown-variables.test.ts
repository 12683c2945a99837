import { expect, test } from "bun:test";
import { unknownVariables } from "../../src/config/given-settings.ts";
import { ConfigError, loadConfig } from "../../src/config/load-config.ts";

test("an unknown variable that looks like a setting is reported, with the nearest name", () => {
  expect(unknownVariables({ DOCENT_PROT: "80", DOCENT_PORT: "80", PATH: "/bin", DOCENT_ZZZZZZZZZZZZ: "" })).toEqual([
    "DOCENT_PROT is no setting, so it has no effect. Did you mean DOCENT_PORT?",
    "DOCENT_ZZZZZZZZZZZZ is no setting, so it has no effect.",
  ]);
});

test("a variable that would keep data elsewhere is refused until that is possible, without its value", () => {
  const env = { DOCENT_DATABASE: "postgres://docent:secret@db/docent", DOCENT_FILES: "s3://bucket" };
  const error = errorOf(() => loadConfig({ env, flags: [] }));
  expect(error).toBeInstanceOf(ConfigError);
  const { problems } = error as ConfigError;
  expect(problems.map((problem) => problem.split(":")[0])).toEqual(["DOCENT_DATABASE", "DOCENT_FILES"]);
  expect(String(problems)).not.toContain("secret");
  expect(loadConfig({ env: { DOCENT_DATABASE: "" }, flags: [] }).port).toBe(7333);
});

function errorOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
