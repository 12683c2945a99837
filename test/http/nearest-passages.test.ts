import { afterAll, beforeAll, expect, test } from "bun:test";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Pumps", slug: "pumps" } });
  for (const text of [
    "The pump of hall one is blue.",
    "The pump of hall two is red.",
    "A pump has a filter.",
    "Pumps hum.",
  ]) {
    await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text } });
  }
});
afterAll(() => service.close());

const ask = async (question: string) =>
  JSON.parse((await service.request("POST", "/v1/experts/pumps/query", { body: { question } })).text);

test("a refusal has up to three passages that come close, the first time and when it is remembered", async () => {
  for (let time = 0; time < 2; time++) {
    const reply = await ask("Who painted the ceiling of the cathedral above the pump?");
    expect(reply).toMatchObject({ abstained: true, citations: [] });
    expect(reply.nearest).toHaveLength(3);
    expect(reply.nearest[0]).toMatchObject({ rank: 1, text: expect.stringContaining("ump") });
    expect(reply.answer).not.toContain("pump");
  }
});

test("an answer has none, and a refusal for lack of anything close has an empty list", async () => {
  expect(await ask("Which colour is the pump of hall one?")).not.toHaveProperty("nearest");
  expect(await ask("Zebra migration?")).toMatchObject({ abstained: true, nearest: [] });
});
