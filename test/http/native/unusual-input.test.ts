import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Manual" } });
});
afterAll(() => service.close());

const sources = "/v1/experts/manual/sources";

describe("text that is not Unicode is refused", () => {
  test.each([
    ["an external id", { text: "a", external_id: "a\ud83d" }],
    ["a text", { text: "\udc00" }],
    ["a value of metadata", { text: "a", metadata: { note: "x\ud800y" } }],
    ["a name in metadata", { text: "a", metadata: { "\udfff": 1 } }],
  ])("in %s", async (_, body) => {
    const before = service.contents();
    const reply = await service.request("POST", sources, { body });
    expect([reply.status, reply.error.code]).toEqual([400, "invalid_json"]);
    expect(service.contents()).toEqual(before);
  });

  test("and complete characters are accepted, escaped or not", async () => {
    const reply = await service.request("POST", sources, { body: { text: "whole \ud83d\ude42", external_id: "🙂" } });
    expect(reply.status).toBe(202);
    expect(reply.json).toMatchObject({ external_id: "🙂" });
  });
});

test.each(["http://[1]", "https://[::1", "http://a:99999/"])("%s is not an address of a source", async (url) => {
  const added = await service.request("POST", sources, { body: { text: "a", url } });
  expect([added.status, added.error.param]).toEqual([400, "url"]);
  const { json } = await service.request("POST", sources, { body: { text: `for ${url}` } });
  const { id } = json as { id: string };
  const edited = await service.request("PATCH", `${sources}/${id}`, { body: { url } });
  expect([edited.status, edited.error.param]).toEqual([400, "url"]);
});

test.each(["1e", "0x10", "1.", ".5", "+5", " 5", "5n"])("%s is not a number in a query", async (text) => {
  const reply = await service.request("GET", `/v1/experts?limit=${encodeURIComponent(text)}`);
  expect([reply.status, reply.error.param]).toEqual([400, "limit"]);
});

test.each(["1e0", "10E-1", "001"])("%s is a number in a query", async (text) => {
  const { status, json } = await service.request("GET", `/v1/experts?limit=${text}`);
  expect([status, (json as { data: unknown[] }).data.length]).toEqual([200, 1]);
});
