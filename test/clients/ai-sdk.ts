/**
 * The AI SDK with its provider for OpenAI-compatible services, which drops annotations (the footer is what users see),
 * and with its provider for OpenAI, which makes them sources.
 */
import { expect, test } from "bun:test";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, streamText } from "ai";
import { answer, footer, model, question, sourceTitle } from "./pump-manual.ts";
import { countingFetch, failureOf, service } from "./service.ts";

const provider = createOpenAICompatible({ name: "docent", ...service, includeUsage: true });

test("generateText", async () => {
  const { text, finishReason, sources, usage } = await generateText({ model: provider(model), prompt: question });
  expect({ text, finishReason, sources }).toEqual({ text: answer + footer, finishReason: "stop", sources: [] });
  expect(usage.totalTokens).toBeGreaterThan(0);
});

test("streamText", async () => {
  const stream = streamText({ model: provider(model), instructions: "Be brief.", prompt: question });
  const pieces = await Array.fromAsync(stream.textStream);
  expect(pieces.join("")).toBe(answer + footer);
  expect([await stream.finishReason, await stream.sources]).toEqual(["stop", []]);
  expect((await stream.usage).totalTokens).toBeGreaterThan(0);
});

const openai = createOpenAI(service);

test.each([
  ["chat completions", openai.chat(model)],
  ["responses", openai.responses(model)],
] as const)("OpenAI's provider, by %s: annotations are sources, streamed too", async (_name, languageModel) => {
  const whole = await generateText({ model: languageModel, prompt: question });
  const stream = streamText({ model: languageModel, prompt: question });
  expect([whole.text, await stream.text]).toEqual([answer + footer, answer + footer]);
  const cited = [expect.objectContaining({ sourceType: "url", title: sourceTitle })];
  expect(whole.sources).toEqual(cited);
  expect(await stream.sources).toEqual(cited);
});

test("an unknown model is an error at once, not after retries", async () => {
  const counted = countingFetch();
  const counting = createOpenAICompatible({ name: "docent", ...service, fetch: counted.fetch as typeof fetch });
  const request = generateText({ model: counting("gpt-9"), prompt: question });
  const error = await failureOf(request);
  expect(error).toMatchObject({ statusCode: 404, isRetryable: false });
  expect(APICallError.isInstance(error)).toBe(true);
  expect(counted.requests).toHaveLength(1);
});
