/** LangChain: chat and streams. Chat completions lose their annotations there, responses keep them. */
import { expect, test } from "bun:test";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { answer, footer, model, question, sourceTitle } from "./pump-manual.ts";
import { failureOf, service } from "./service.ts";

const options = { model, apiKey: service.apiKey, configuration: { baseURL: service.baseURL } };

test("invoke", async () => {
  const reply = await new ChatOpenAI(options).invoke([new SystemMessage("Be brief."), new HumanMessage(question)]);
  expect(reply.content).toBe(answer + footer);
  expect(reply.additional_kwargs).toEqual({});
  expect(reply.usage_metadata).toMatchObject({ total_tokens: expect.any(Number) });
});

test("stream", async () => {
  const chunks = await Array.fromAsync(await new ChatOpenAI(options).stream(question));
  expect(chunks.map(({ text }) => text).join("")).toBe(answer + footer);
  expect(chunks.filter(({ usage_metadata }) => usage_metadata !== undefined)).toHaveLength(1);
});

test("by the Responses API the citations come through", async () => {
  const reply = await new ChatOpenAI({ ...options, useResponsesApi: true }).invoke(question);
  expect(reply.content).toEqual([
    {
      type: "text",
      text: answer + footer,
      annotations: [
        expect.objectContaining({ type: "citation", source: "url_citation", title: sourceTitle, startIndex: 36 }),
      ],
    },
  ]);
});

test("an unknown model", async () => {
  const request = new ChatOpenAI({ ...options, model: "gpt-9" }).invoke(question);
  expect(await failureOf(request)).toMatchObject({ status: 404 });
});
