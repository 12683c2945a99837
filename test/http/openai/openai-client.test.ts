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

test("completions say what a chat says, whole and streamed", async () => {
  const chat = (await client.chat.completions.create({ model, messages })).choices[0]!.message;
  const whole = await client.completions.create({ model, prompt: question });
  const { context: _, ...choice } = whole.choices[0] as (typeof whole.choices)[0] & { context: unknown };
  expect({ ...choice, object: whole.object }).toEqual({
    index: 0,
    text: content,
    logprobs: null,
    finish_reason: "stop",
    object: "text_completion",
    annotations: chat.annotations,
  } as unknown as typeof choice & { object: "text_completion" });
  expect(whole.id).toStartWith("cmpl-");
  const stream = await client.completions.create({ model, prompt: question, stream: true });
  const chunks = await Array.fromAsync(stream);
  expect(chunks.map((chunk) => chunk.choices[0]!.text).join("")).toBe(content);
  expect(chunks.map((chunk) => chunk.choices[0]!.finish_reason).filter((reason) => reason !== null)).toEqual(["stop"]);
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
});

test("several prompts are several choices, and an echo is in front of its answer", async () => {
  const prompt = [question, "How long does the warranty last?"];
  const answers = [content, "The warranty lasts two years [1].\n\nSources:\n- [1] Pump manual"];
  const whole = await client.completions.create({ model, prompt, echo: true });
  expect(whole.choices.map(({ index, text }) => [index, text])).toEqual(
    answers.map((text, i) => [i, prompt[i] + text]),
  );
  const singles = await Promise.all(prompt.map((each) => client.completions.create({ model, prompt: each })));
  expect(whole.usage?.total_tokens).toBe(singles.reduce((sum, { usage }) => sum + (usage?.total_tokens ?? 0), 0));
  const stream_options = { include_usage: true };
  const stream = await client.completions.create({ model, prompt, echo: true, stream: true, stream_options });
  const chunks = await Array.fromAsync(stream);
  const streamed = prompt.map((_, i) =>
    chunks.flatMap(({ choices }) => choices.filter(({ index }) => index === i).map(({ text }) => text)).join(""),
  );
  expect(streamed).toEqual(whole.choices.map(({ text }) => text));
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage! });
  const cited = whole.choices.map((choice) => {
    const { annotations } = choice as unknown as (typeof singles)[0]["choices"][0] & {
      annotations: readonly { url_citation: { start_index: number; end_index: number } }[];
    };
    return annotations.map(({ url_citation: { start_index, end_index } }) => choice.text.slice(start_index, end_index));
  });
  expect(cited).toEqual([["[1]"], ["[1]"]]);
});

test("completions stop at a stop and at a number of tokens, and refuse what they cannot do", async () => {
  const stopped = await client.completions.create({ model, prompt: question, stop: [" every"] });
  expect(stopped.choices[0]).toMatchObject({ text: "Replace the filter", finish_reason: "stop" });
  const cut = await client.completions.create({ model, prompt: question, max_tokens: 2, echo: true });
  expect(cut.choices[0]).toMatchObject({ text: `${question}Replace`, finish_reason: "length" });
  const refused = { n: 2, best_of: 3, logprobs: 1, suffix: "the end" };
  for (const [name, value] of Object.entries(refused)) {
    const said = await failure(client.completions.create({ model, prompt: question, [name]: value }));
    expect(said).toEqual(["BadRequestError", "invalid_parameter", name, 1]);
  }
  expect(await failure(client.completions.create({ model: "nobody", prompt: question }))).toEqual([
    "NotFoundError",
    "model_not_found",
    "model",
    1,
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
