/**
 * A model server that fails, breaks off, runs to its limit, is commanded by a source, or is left: what each client makes
 * of it, and how often it asks again.
 */
import { describe, expect, test } from "bun:test";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI } from "@langchain/openai";
import { OpenAI as LlamaIndexOpenAI } from "@llamaindex/openai";
import { Agent, OpenAIProvider, Runner } from "@openai/agents";
import { APICallError, generateText, RetryError, streamText } from "ai";
import OpenAI from "openai";
import { answer, countedTokens, endedAnswer, footer, model, notices, question, trouble } from "./pump-manual.ts";
import { countingFetch, failureOf, modelVisits, service, untilModel } from "./service.ts";

const { baseURL, apiKey } = service;
const user = (content: string) => [{ role: "user" as const, content }];

test("the answer is the model's, with its counts of tokens", async () => {
  const asked = await modelVisits(question);
  const client = new OpenAI({ baseURL, apiKey });
  const { usage } = await client.chat.completions.create({ model, messages: user(question) });
  expect(usage).toMatchObject({
    prompt_tokens: countedTokens.prompt,
    completion_tokens: countedTokens.completion,
    total_tokens: countedTokens.prompt + countedTokens.completion,
  });
  expect((await modelVisits(question)).asked).toBe(asked.asked + 1);
});

describe("openai", () => {
  const counted = countingFetch();
  const client = new OpenAI({ baseURL, apiKey, fetch: counted.fetch });
  const create = (content: string) => client.chat.completions.create({ model, messages: user(content) });
  const stream = (content: string) =>
    client.chat.completions.create({
      model,
      messages: user(content),
      stream: true,
      stream_options: { include_usage: true },
    });

  test("a failure is an InternalServerError, and asked for once", async () => {
    const asked = `${trouble.fails}, openai?`;
    counted.requests.length = 0;
    const error = await failureOf(create(asked));
    expect(error).toBeInstanceOf(OpenAI.InternalServerError);
    expect(error).toMatchObject({ status: 502, code: "upstream_model_error", type: "server_error", param: null });
    expect(String(error)).not.toContain("out of memory");
    expect([counted.requests.length, (await modelVisits(asked)).asked]).toEqual([1, 1]);
  });

  test("a server that is busy is asked three times by the service, and the service once", async () => {
    const asked = `${trouble.busy}, openai?`;
    counted.requests.length = 0;
    expect(await failureOf(create(asked))).toBeInstanceOf(OpenAI.InternalServerError);
    expect([counted.requests.length, (await modelVisits(asked)).asked]).toEqual([1, 3]);
  });

  test("a failure in a stream is an APIError, and asked for once", async () => {
    const asked = `${trouble.fails}, openai's stream?`;
    counted.requests.length = 0;
    const error = await failureOf(stream(asked).then((chunks) => Array.fromAsync(chunks)));
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ code: "upstream_model_error", type: "server_error" });
    expect([counted.requests.length, (await modelVisits(asked)).asked]).toEqual([1, 1]);
  });

  test("a reply that breaks off is an error, after what was said by then", async () => {
    const asked = `${trouble.breaksOff}, openai?`;
    expect(await failureOf(create(asked))).toMatchObject({ status: 502, code: "upstream_model_error" });
    let said = "";
    const reading = async () => {
      for await (const chunk of await stream(asked)) said += chunk.choices[0]?.delta.content ?? "";
    };
    expect(await failureOf(reading())).toMatchObject({ code: "upstream_model_error" });
    expect(said).toBe(`${answer} Rinse the`);
  });

  test("a model that ran to its limit: finish_reason length, and no list that would make it look finished", async () => {
    const asked = `${trouble.runsOut}, openai?`;
    const [choice] = (await create(asked)).choices;
    expect([choice?.message.content, choice?.finish_reason]).toEqual([endedAnswer, "length"]);
    expect(choice?.message.annotations).toHaveLength(2);
    const chunks = await Array.fromAsync(await stream(asked));
    expect(chunks.flatMap(({ choices }) => choices.map(({ finish_reason }) => finish_reason)).at(-1)).toBe("length");
    const response = await client.responses.create({ model, input: asked });
    expect(response).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
  });

  test("responses: a failure is an InternalServerError, in a stream a response that has failed", async () => {
    const asked = `${trouble.fails}, openai's responses?`;
    expect(await failureOf(client.responses.create({ model, input: asked }))).toMatchObject({ status: 502 });
    const events = await Array.fromAsync(await client.responses.create({ model, input: asked, stream: true }));
    expect(events.at(-1)).toMatchObject({ type: "response.failed", response: { error: { code: "server_error" } } });
    expect((await modelVisits(asked)).asked).toBe(2);
  });

  test("what a source commands and the model obeys is not said", async () => {
    const completion = await client.chat.completions.create({ model: notices, messages: user(trouble.obeys) });
    // The words that it shares with the source end as the source does.
    const { content = "" } = completion.choices[0]?.message ?? {};
    expect(content).toStartWith("The pool opens at nine in the morning [1].");
    expect(content).not.toContain("closed for ever");
    expect((await modelVisits(trouble.obeys)).asked).toBeGreaterThan(0);
  });
});

describe("a client that leaves is left by the model's work too", () => {
  const client = new OpenAI({ baseURL, apiKey });

  test("waiting for a reply", async () => {
    const asked = `${trouble.stalls}, waiting?`;
    const leave = new AbortController();
    const reply = client.chat.completions.create({ model, messages: user(asked) }, { signal: leave.signal });
    const failed = failureOf(reply);
    await untilModel(asked, "asked");
    leave.abort();
    expect(await failed).toBeInstanceOf(OpenAI.APIUserAbortError);
    expect(await untilModel(asked, "left")).toEqual({ asked: 1, left: 1 });
  });

  test("reading a chat's stream", async () => {
    const asked = `${trouble.stalls}, reading?`;
    const stream = await client.chat.completions.create({ model, messages: user(asked), stream: true });
    let said = "";
    for await (const chunk of stream) {
      said += chunk.choices[0]?.delta.content ?? "";
      if (said.endsWith(".")) break;
    }
    expect(said).toBe(answer);
    expect(await untilModel(asked, "left")).toEqual({ asked: 1, left: 1 });
  });

  test("reading a response's stream", async () => {
    const asked = `${trouble.stalls}, responding?`;
    const stream = await client.responses.create({ model, input: asked, stream: true });
    for await (const event of stream) if (event.type === "response.output_text.delta") break;
    expect(await untilModel(asked, "left")).toEqual({ asked: 1, left: 1 });
  });

  test("by the AI SDK", async () => {
    const asked = `${trouble.stalls}, AI SDK?`;
    const leave = new AbortController();
    const provider = createOpenAICompatible({ name: "docent", ...service });
    const { textStream } = streamText({ model: provider(model), prompt: asked, abortSignal: leave.signal });
    for await (const _text of textStream) leave.abort();
    expect(await untilModel(asked, "left")).toEqual({ asked: 1, left: 1 });
  });
});

describe("ai", () => {
  const provider = createOpenAICompatible({ name: "docent", ...service, includeUsage: true });

  test("a failure: it looks at the status alone, and asks as often as maxRetries says", async () => {
    const asked = `${trouble.fails}, AI SDK?`;
    const once = await failureOf(generateText({ model: provider(model), prompt: asked, maxRetries: 0 }));
    expect(APICallError.isInstance(once)).toBe(true);
    expect(once).toMatchObject({ statusCode: 502, isRetryable: true });
    const twice = await failureOf(generateText({ model: provider(model), prompt: asked, maxRetries: 1 }));
    expect(RetryError.isInstance(twice)).toBe(true);
    expect((await modelVisits(asked)).asked).toBe(3);
  });

  test("a failure in a stream is an error of the stream, and asked for once", async () => {
    const asked = `${trouble.fails}, AI SDK's stream?`;
    const errors: unknown[] = [];
    const stream = streamText({
      model: provider(model),
      prompt: asked,
      onError: ({ error }) => void errors.push(error),
    });
    await Array.fromAsync(stream.textStream);
    expect([errors.length, (await modelVisits(asked)).asked]).toEqual([1, 1]);
  });

  test("the model's limit, and its counts of tokens", async () => {
    const { text, finishReason, usage } = await generateText({ model: provider(model), prompt: `${trouble.runsOut}?` });
    expect({ text, finishReason }).toEqual({ text: endedAnswer, finishReason: "length" });
    expect(usage).toMatchObject({ inputTokens: countedTokens.prompt, outputTokens: countedTokens.completion });
  });
});

describe("@langchain/openai", () => {
  const chat = (maxRetries: number) => new ChatOpenAI({ model, apiKey, configuration: { baseURL }, maxRetries });

  test("a failure: it looks at the status alone, and asks as often as maxRetries says", async () => {
    const asked = `${trouble.fails}, LangChain?`;
    expect(await failureOf(chat(1).invoke(asked))).toMatchObject({ status: 502 });
    expect((await modelVisits(asked)).asked).toBe(2);
  });

  test("a failure in a stream", async () => {
    const asked = `${trouble.fails}, LangChain's stream?`;
    const error = await failureOf(
      chat(1)
        .stream(asked)
        .then((chunks) => Array.fromAsync(chunks)),
    );
    expect(error).toMatchObject({ code: "upstream_model_error" });
    expect((await modelVisits(asked)).asked).toBe(1);
  });

  test("the model's limit, and its counts of tokens", async () => {
    const reply = await chat(0).invoke(`${trouble.runsOut}?`);
    expect([reply.content, reply.response_metadata.finish_reason]).toEqual([endedAnswer, "length"]);
    expect(reply.usage_metadata).toMatchObject({
      input_tokens: countedTokens.prompt,
      output_tokens: countedTokens.completion,
    });
  });
});

describe("@llamaindex/openai", () => {
  const llm = new LlamaIndexOpenAI({ model, apiKey, baseURL });

  test("a failure is asked for once, though it would ask eleven times", async () => {
    const asked = `${trouble.fails}, LlamaIndex?`;
    expect(await failureOf(llm.chat({ messages: user(asked) }))).toMatchObject({ status: 502 });
    expect((await modelVisits(asked)).asked).toBe(1);
  });

  test("a failure in a stream", async () => {
    const asked = `${trouble.fails}, LlamaIndex's stream?`;
    const reading = llm.chat({ messages: user(asked), stream: true }).then((chunks) => Array.fromAsync(chunks));
    expect(await failureOf(reading)).toMatchObject({ code: "upstream_model_error" });
    expect((await modelVisits(asked)).asked).toBe(1);
  });

  test("the model's limit", async () => {
    const { message, raw } = await llm.chat({ messages: user(`${trouble.runsOut}, LlamaIndex?`) });
    expect(message.content).toBe(endedAnswer);
    expect(raw).toMatchObject({ choices: [{ finish_reason: "length" }] });
  });
});

describe("@openai/agents", () => {
  const agent = new Agent({ name: "Support", instructions: "Answer from the manual.", model });
  const runner = (useResponses: boolean) =>
    new Runner({ modelProvider: new OpenAIProvider({ apiKey, baseURL, useResponses }), tracingDisabled: true });

  test.each([true, false])("a failure is asked for once (responses: %p)", async (useResponses) => {
    const asked = `${trouble.fails}, agents ${useResponses}?`;
    expect(await failureOf(runner(useResponses).run(agent, asked))).toMatchObject({ status: 502 });
    expect((await modelVisits(asked)).asked).toBe(1);
  });

  test.each([true, false])("a failure in a stream is thrown by it (responses: %p)", async (useResponses) => {
    const asked = `${trouble.fails}, agents' stream ${useResponses}?`;
    const reading = async () => {
      const result = await runner(useResponses).run(agent, asked, { stream: true });
      await Array.fromAsync(result.toTextStream());
      await result.completed;
    };
    expect(await failureOf(reading())).toBeInstanceOf(Error);
    expect((await modelVisits(asked)).asked).toBe(1);
  });

  test("a reply that the model's limit cut is its output by chat completions, and an error by responses", async () => {
    const asked = `${trouble.runsOut}, agents?`;
    expect((await runner(false).run(agent, asked)).finalOutput).toBe(endedAnswer);
    expect(await failureOf(runner(true).run(agent, asked))).toMatchObject({
      message: expect.stringContaining("response.incomplete"),
    });
  });
});

test("after all that, the service answers", async () => {
  const client = new OpenAI({ baseURL, apiKey });
  const completion = await client.chat.completions.create({ model, messages: user(question) });
  expect(completion.choices[0]?.message.content).toBe(answer + footer);
});
