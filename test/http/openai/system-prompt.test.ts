/** Without a model, the service follows the instructions that it can, and the reply names the others. */
import { afterAll, expect, test } from "bun:test";
import { startService } from "../../support/service.ts";

const service = await startService();
afterAll(() => service.close());

await service.request("POST", "/v1/experts", { body: { name: "Pump manual" } });
await service.request("POST", "/v1/experts/pump-manual/sources?wait=60", {
  body: {
    title: "Manual",
    text: "Replace the filter every six months. Replace the filter of the small pump each year. Clean the filter weekly.",
  },
});

async function chat(system: string, question = "How often is the filter replaced?") {
  const messages = [
    { role: "system", content: system },
    { role: "user", content: question },
  ];
  const { json } = await service.request("POST", "/v1/chat/completions", {
    body: { model: "pump-manual", messages, citations: "annotations" },
  });
  const [{ message }] = (json as { choices: [{ message: { content: string; context: { notes: object[] } } }] }).choices;
  return { content: message.content, notes: message.context.notes };
}

test("a limit of sentences and of words", async () => {
  const all = (await chat("You are kind.")).content;
  expect(all.match(/\[1\]/g)?.length).toBeGreaterThan(1);
  const one = await chat("Answer in one sentence.");
  expect([one.content.match(/\[1\]/g)?.length, one.notes]).toEqual([1, []]);
  expect((await chat("Answer in at most 8 words.")).content.match(/\[1\]/g)).toHaveLength(1);
  expect((await chat("You are kind.")).content).toBe(all);
});

test("a language: refusals are in it, quotations stay, and the reply says so", async () => {
  const { content, notes } = await chat("Answer in German.", "Who won the war of 1812?");
  expect(content).toContain("Quellen");
  expect(notes).toMatchObject([{ code: "instructions_not_followed", message: expect.stringContaining("language de") }]);
});

test("instructions that cannot be followed are reported", async () => {
  const { notes } = await chat("You are a pirate. Answer in one sentence.");
  expect(notes).toEqual([
    {
      code: "instructions_not_followed",
      message:
        "Without a language model answers are quoted from the sources, so the instructions were not followed but for: at most 1 sentence.",
    },
  ]);
});
