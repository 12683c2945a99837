/** The AI SDK with its provider for OpenAI-compatible services. It drops annotations: the footer is what users see. */
import { expect, test } from "bun:test";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, streamText } from "ai";
import { answer, footer, model, question } from "./pump-manual.ts";
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

test("an unknown model is an error at once, not after retries", async () => {
  const counted = countingFetch();
  const counting = createOpenAICompatible({ name: "docent", ...service, fetch: counted.fetch as typeof fetch });
  const request = generateText({ model: counting("gpt-9"), prompt: question });
  const error = await failureOf(request);
  expect(error).toMatchObject({ statusCode: 404, isRetryable: false });
  expect(APICallError.isInstance(error)).toBe(true);
  expect(counted.requests).toHaveLength(1);
});
