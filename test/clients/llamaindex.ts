/** LlamaIndex. Its messages have no place for annotations; the raw reply has them. */
import { expect, test } from "bun:test";
import { OpenAI } from "@llamaindex/openai";
import { answer, footer, model, question } from "./pump-manual.ts";
import { service } from "./service.ts";

const llm = new OpenAI({ model, apiKey: service.apiKey, baseURL: service.baseURL });
const messages = [{ role: "user" as const, content: question }];

test("chat", async () => {
  const { message, raw } = await llm.chat({ messages });
  expect(message.content).toBe(answer + footer);
  expect(raw).toMatchObject({ choices: [{ message: { annotations: [{ type: "url_citation" }] } }] });
});

test("stream", async () => {
  const chunks = await Array.fromAsync(await llm.chat({ messages, stream: true }));
  expect(chunks.map(({ delta }) => delta).join("")).toBe(answer + footer);
});
