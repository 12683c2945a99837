import { expect, test } from "bun:test";
import { apiFingerprint, apiTypesHeader, apiTypesPath, describedApi } from "../support/replies/api-types.ts";

test("the console's API types match the description; `make api-types` writes them", async () => {
  const [header] = (await Bun.file(apiTypesPath).text()).split("\n");
  expect(header).toBe(apiTypesHeader(apiFingerprint(await describedApi())));
});
