/** Valid and invalid ways to send a key. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ ingesting: false });
});
afterAll(() => service.close());

const ask = (headers: Record<string, string>) => service.request("GET", "/v1/experts", { key: null, headers });

test.each(["Bearer ", "bearer ", "BEARER ", "Bearer  ", "bearer   "])("%j may stand before a key", async (scheme) => {
  expect((await ask({ authorization: `${scheme}${service.owner}` })).status).toBe(200);
});

test.each([
  [{}, "The request has no API key."],
  [{ authorization: "" }, "The request has no API key."],
  [{ authorization: "Bearer" }, "The header `Authorization` does not begin with `Bearer` and a key."],
  [{ authorization: "Basic dTpw" }, "The header `Authorization` does not begin with `Bearer` and a key."],
  [{ authorization: "dk_abc" }, "The header `Authorization` does not begin with `Bearer` and a key."],
  [{ "x-api-key": "dk_abc" }, "The header `x-api-key` is not read."],
  [{ "api-key": "dk_abc" }, "The header `api-key` is not read."],
] as const)("%j is refused with the missing part", async (headers, message) => {
  const { status, error, headers: told } = await ask({ ...headers });
  expect([status, error.code]).toEqual([401, "missing_api_key"]);
  expect(error.message).toStartWith(message);
  expect(told.get("www-authenticate")).toBe('Bearer realm="docent"');
});
