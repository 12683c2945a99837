/** The official client under Node. node-run.ts compiles it for Node. */
import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { answer, footer, model, question } from "./pump-manual.ts";
import { service } from "./service.ts";

const { baseURL, apiKey } = service;
const client = new OpenAI({ baseURL, apiKey });
const messages = [{ role: "user" as const, content: question }];

test("it is Node", () => assert.ok(process.versions.bun === undefined));

test("chat, with its citations", async () => {
  const { content, annotations } = (await client.chat.completions.create({ model, messages })).choices[0]!.message;
  assert.equal(content, answer + footer);
  assert.equal(annotations?.[0]?.type, "url_citation");
});

test("a stream, put together again", async () => {
  const streamed = await client.chat.completions.stream({ model, messages }).finalChatCompletion();
  assert.equal(streamed.choices[0]!.message.content, answer + footer);
});

test("a response's stream", async () => {
  const response = await client.responses.stream({ model, input: question }).finalResponse();
  assert.equal(response.output_text, answer + footer);
});

test("models", async () => {
  assert.equal((await client.models.retrieve(model)).id, model);
});

test("errors have their classes", async () => {
  await assert.rejects(client.chat.completions.create({ model: "gpt-9", messages }), OpenAI.NotFoundError);
  const stranger = new OpenAI({ baseURL, apiKey: "dk_wrong-key-0000000000" });
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);
});

test("leaving a stream", async () => {
  const stream = await client.chat.completions.create({ model, messages, stream: true });
  for await (const _chunk of stream) break;
  assert.equal(stream.controller.signal.aborted, true);
});
