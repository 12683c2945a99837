/** The official client with the whole service in one process. test/clients tests the executable with more clients. */
import { afterAll, expect, test } from "bun:test";
import OpenAI from "openai";
import { startService } from "../../support/service.ts";

const service = await startService();
afterAll(() => service.close());

const requests: string[] = [];
const client = new OpenAI({
  baseURL: "http://localhost/v1",
  apiKey: service.owner,
  fetch: (address, init) => {
    const url = typeof address === "string" ? address : "url" in address ? address.url : address.href;
    requests.push(url);
    return service.docent.app.handle(new Request(url, init));
  },
});

const model = "pump-manual";
const question = "How often is the filter replaced?";
const messages = [{ role: "user" as const, content: question }];
const content = "Replace the filter every six months [1].\n\nSources:\n- [1] Pump manual";

await client.post("/experts", { body: { name: "Pump manual", slug: model } });
const text = "Care of the pump.\n\nReplace the filter every six months.\n\nThe warranty lasts two years.";
await client.post(`/experts/${model}/sources?wait=60`, { body: { title: "Pump manual", text } });

async function failure(request: PromiseLike<unknown>): Promise<unknown> {
  requests.length = 0;
  try {
    await request;
  } catch (error) {
    if (!(error instanceof OpenAI.APIError)) throw error;
    return [error.constructor.name, error.code, error.param, requests.length];
  }
  throw new Error("the request did not fail");
}

test("chat, and the same by the stream helper", async () => {
  const whole = (await client.chat.completions.create({ model, messages })).choices[0]!.message;
  const streamed = (await client.chat.completions.stream({ model, messages }).finalChatCompletion()).choices[0]!
    .message;
  expect([whole.content, streamed.content]).toEqual([content, content]);
  expect(streamed.annotations).toEqual(whole.annotations!);
  expect(whole.annotations?.map(({ url_citation: { start_index, end_index } }) => [start_index, end_index])).toEqual([
    [36, 39],
  ]);
});

test("an annotation's address names the passage, in chat and in responses", async () => {
  const { annotations } = (await client.chat.completions.create({ model, messages })).choices[0]!.message;
  const { url } = annotations![0]!.url_citation;
  const [, c, expert, source, version, place] = new URL(url).pathname.split("/");
  const [start, end] = place!.split("-").map(Number);
  const { text } = await service.request("GET", `/v1/experts/${expert}/sources/${source}/content?version=${version}`);
  expect([c, text.slice(start, end)]).toEqual(["c", "Replace the filter every six months."]);
  const [message] = (await client.responses.create({ model, input: question })).output;
  expect(message).toMatchObject({ content: [{ annotations: [{ type: "url_citation", url, start_index: 36 }] }] });
});

test("responses, and the same streamed", async () => {
  const whole = await client.responses.create({ model, input: question });
  const streamed = await client.responses.stream({ model, input: question }).finalResponse();
  expect([whole.output_text, streamed.output_text]).toEqual([content, content]);
});

test("a title for the chat is not looked up, and not counted", async () => {
  const before = service.contents();
  const order = "Write a title for this conversation, 3-5 words, no punctuation.";
  const reply = await client.chat.completions.create({
    model,
    messages: [...messages, { role: "assistant", content }, { role: "user", content: order }],
  });
  expect(reply.choices[0]?.message.content).toBe("How often is the filter replaced");
  expect(service.contents()).toEqual(before);
});

test("errors have their classes, and final ones are not tried again", async () => {
  expect(await failure(client.chat.completions.create({ model: "gpt-9", messages }))).toEqual([
    "NotFoundError",
    "model_not_found",
    "model",
    1,
  ]);
  expect(
    await failure(client.chat.completions.create({ model, messages, response_format: { type: "json_object" } })),
  ).toEqual(["BadRequestError", "invalid_parameter", "response_format", 1]);
  expect(await failure(client.post("/experts", { body: { name: "Pump", slug: model } }))).toEqual([
    "ConflictError",
    "slug_taken",
    "slug",
    1,
  ]);
});
