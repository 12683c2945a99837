/** OpenAI's agents with our expert as their model, by both of its APIs. */
import { expect, test } from "bun:test";
import { Agent, OpenAIProvider, Runner } from "@openai/agents";
import { answer, footer, model, question, sourceTitle } from "./pump-manual.ts";
import { service } from "./service.ts";

const agent = new Agent({ name: "Support", instructions: "Answer from the manual.", model });
const runner = (useResponses: boolean) =>
  new Runner({
    modelProvider: new OpenAIProvider({ apiKey: service.apiKey, baseURL: service.baseURL, useResponses }),
    tracingDisabled: true,
  });

/** The agent's record of the model's text part, besides the text. */
const keptOf = (items: readonly { readonly rawItem?: unknown }[]) => items.map(({ rawItem }) => rawItem);

test("chat completions: the answer, and its citations in the provider's data", async () => {
  const result = await runner(false).run(agent, question);
  expect(result.finalOutput).toBe(answer + footer);
  expect(keptOf(result.newItems)).toMatchObject([
    { content: [{ providerData: { annotations: [{ type: "url_citation", url_citation: { title: sourceTitle } }] } }] },
  ]);
});

test("responses: the answer, and its citations in the provider's data", async () => {
  const result = await runner(true).run(agent, question);
  expect(result.finalOutput).toBe(answer + footer);
  expect(keptOf(result.newItems)).toMatchObject([
    { content: [{ providerData: { annotations: [{ type: "url_citation", title: sourceTitle }] } }] },
  ]);
});

test.each([true, false])("streamed (responses: %p)", async (useResponses) => {
  const result = await runner(useResponses).run(agent, question, { stream: true });
  const pieces = await Array.fromAsync(result.toTextStream());
  await result.completed;
  expect([pieces.join(""), result.finalOutput]).toEqual([answer + footer, answer + footer]);
});
