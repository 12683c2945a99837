import { expect, test } from "bun:test";
import { unknownVariables } from "../../src/config/given-settings.ts";

test("an unknown variable that looks like a setting is reported, with the nearest name", () => {
  expect(unknownVariables({ DOCENT_PROT: "80", DOCENT_PORT: "80", PATH: "/bin", DOCENT_ZZZZZZZZZZZZ: "" })).toEqual([
    "DOCENT_PROT is no setting, so it has no effect. Did you mean DOCENT_PORT?",
    "DOCENT_ZZZZZZZZZZZZ is no setting, so it has no effect.",
  ]);
});
