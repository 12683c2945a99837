/** The official client: chat, streams, models, embeddings and errors. */
import { describe, expect, test } from "bun:test";
import OpenAI from "openai";
import {
  answer,
  conversation,
  followUpAnswer,
  footer,
  model,
  notices,
  noticesQuestion,
  question,
  slashedAlias,
  sourceTitle,
} from "./pump-manual.ts";
import { countingFetch, native, service } from "./service.ts";

const { baseURL, apiKey } = service;
const client = new OpenAI({ baseURL, apiKey });
const messages = [{ role: "user" as const, content: question }];

/** Docent's additions to OpenAI's message; the client passes them on untyped. */
interface Cited {
  readonly context: {
    readonly abstained: boolean;
    readonly citations: readonly { readonly index: number; readonly quote: string; readonly title: string }[];
  };
}

test("chat: text, annotations, context, usage", async () => {
  const completion = await client.chat.completions.create({ model, messages });
  const choice = completion.choices[0]!;
  const { annotations = [], content, ...message } = choice.message;
  expect({ content, finish: choice.finish_reason }).toEqual({ content: answer + footer, finish: "stop" });
  expect(
    annotations.map(({ type, url_citation: { title, start_index, end_index } }) => [
      type,
      title,
      start_index,
      end_index,
    ]),
  ).toEqual([["url_citation", sourceTitle, 36, 39]]);
  expect(annotations[0]?.url_citation.url).toStartWith("http");
  const { context } = message as unknown as Cited;
  expect(context.citations.map(({ index, quote, title }) => ({ index, quote, title }))).toEqual([
    { index: 1, quote: "Replace the filter every six months.", title: sourceTitle },
  ]);
  expect(completion.usage?.total_tokens).toBe(
    (completion.usage?.prompt_tokens ?? 0) + (completion.usage?.completion_tokens ?? 0),
  );
});

test("completions, whole, streamed and for several prompts", async () => {
  const whole = await client.completions.create({ model, prompt: question });
  expect([whole.object, whole.choices[0]!.text, whole.choices[0]!.finish_reason]).toEqual([
    "text_completion",
    answer + footer,
    "stop",
  ]);
  const options = { stream: true, stream_options: { include_usage: true } } as const;
  const chunks = await Array.fromAsync(await client.completions.create({ model, prompt: question, ...options }));
  expect(chunks.map(({ choices: [choice] }) => choice?.text ?? "").join("")).toBe(answer + footer);
  expect(chunks.at(-1)?.usage?.total_tokens).toBe(whole.usage!.total_tokens);
  const both = await client.completions.create({ model, prompt: [question, question], echo: true });
  expect(both.choices.map(({ index, text }) => [index, text])).toEqual(
    [0, 1].map((i) => [i, question + answer + footer]),
  );
});

test("an annotation leads to the passage", async () => {
  const completion = await client.chat.completions.create({ model, messages });
  const url = new URL(completion.choices[0]?.message.annotations?.[0]?.url_citation.url ?? "");
  const [, page, expert, source, version, place] = url.pathname.split("/");
  const [start, end] = (place ?? "").split("-").map(Number);
  const text = await (await native(`/experts/${expert}/sources/${source}/content?version=${version}`)).text();
  expect([page, [...text].slice(start, end).join("")]).toEqual(["c", "Replace the filter every six months."]);
});

test("chat, streamed: the same text in increments, annotations in one delta", async () => {
  const stream = await client.chat.completions.create({ model, messages, stream: true });
  const chunks = await Array.fromAsync(stream);
  const deltas = chunks.map((chunk) => chunk.choices[0]!.delta);
  expect(deltas.map((delta) => delta.content ?? "").join("")).toBe(answer + footer);
  expect(deltas.filter((delta) => "annotations" in delta)).toHaveLength(1);
  expect([deltas[0]?.role, chunks.at(-1)?.choices[0]?.finish_reason]).toEqual(["assistant", "stop"]);
});

test("the stream helper puts the message together again, citations included", async () => {
  const whole = await client.chat.completions.create({ model, messages });
  const streamed = await client.chat.completions.stream({ model, messages }).finalChatCompletion();
  const { content, annotations } = streamed.choices[0]!.message;
  expect({ content, annotations }).toEqual({
    content: whole.choices[0]!.message.content,
    annotations: whole.choices[0]!.message.annotations!,
  });
});

test("usage in a stream comes when it is asked for", async () => {
  const stream = await client.chat.completions.create({
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = await Array.fromAsync(stream);
  expect(chunks.at(-1)?.choices).toEqual([]);
  expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0);
});

test("limits: tokens, a stop string, citations left out", async () => {
  const ask = async (changes: object) => {
    const { choices } = await client.chat.completions.create({ model, messages, ...changes });
    return [choices[0]?.message.content, choices[0]?.finish_reason];
  };
  expect(await ask({ max_tokens: 2 })).toEqual(["Replace", "length"]);
  expect(await ask({ max_completion_tokens: 2 })).toEqual(["Replace", "length"]);
  expect(await ask({ stop: [" every"] })).toEqual(["Replace the filter", "stop"]);
  expect(await ask({ citations: "off" })).toEqual(["Replace the filter every six months.", "stop"]);
});

test("a question that leans on the turn before it", async () => {
  const completion = await client.chat.completions.create({ model, messages: conversation });
  const { content = "" } = completion.choices[0]?.message ?? {};
  expect(content).toStartWith(followUpAnswer);
  expect(content).toEndWith(footer);
});

test("what a source commands is not obeyed", async () => {
  const completion = await client.chat.completions.create({
    model: notices,
    messages: [{ role: "user", content: noticesQuestion }],
  });
  expect(completion.choices[0]?.message.content).not.toContain("closed");
});

test("what the memory does not hold is said, and no error", async () => {
  const completion = await client.chat.completions.create({
    model,
    messages: [{ role: "user", content: "Who composed the opera Fidelio?" }],
  });
  const { context } = completion.choices[0]!.message as unknown as Cited;
  expect({ abstained: context.abstained, citations: context.citations }).toEqual({ abstained: true, citations: [] });
});

test("models: the list, and each by name", async () => {
  const models = await Array.fromAsync(await client.models.list());
  expect(models.map(({ id, object }) => [id, object])).toContainEqual([model, "model"]);
  expect((await client.models.retrieve(model)).id).toBe(model);
});

test("an alias stands for a model name that a client hard-codes", async () => {
  const completion = await client.chat.completions.create({ model: "gpt-4o-mini", messages });
  expect([completion.model, completion.choices[0]?.message.content]).toEqual([model, answer + footer]);
});

test("an alias with a slash, escaped by the client and not", async () => {
  expect((await client.models.retrieve(slashedAlias)).id).toBe(model);
  expect(await (await native(`/models/${slashedAlias}`)).json()).toMatchObject({ id: model, object: "model" });
  const completion = await client.chat.completions.create({ model: slashedAlias, messages });
  expect(completion.model).toBe(model);
});

describe("errors", () => {
  const failure = async (request: (client: OpenAI) => Promise<unknown>, key = apiKey) => {
    const counted = countingFetch();
    const patient = new OpenAI({ baseURL, apiKey: key, fetch: counted.fetch, maxRetries: 3 });
    try {
      await request(patient);
    } catch (error) {
      if (!(error instanceof OpenAI.APIError)) throw error;
      const { status, code, param, type } = error;
      return { name: error.constructor.name, status, code, param, type, requests: counted.requests.length };
    }
    throw new Error("no error");
  };
  const chat = (changes: object) => (client: OpenAI) => client.chat.completions.create({ model, messages, ...changes });

  test("a wrong key", async () => {
    expect(await failure(chat({}), "dk_wrong-key-0000000000")).toEqual({
      name: "AuthenticationError",
      status: 401,
      code: "invalid_api_key",
      param: null,
      type: "authentication_error",
      requests: 1,
    });
  });

  test("an unknown model, in a reply and in a stream", async () => {
    const expected = {
      name: "NotFoundError",
      status: 404,
      code: "model_not_found",
      param: "model",
      type: "not_found_error",
      requests: 1,
    };
    expect(await failure(chat({ model: "gpt-9" }))).toEqual(expected);
    expect(await failure(chat({ model: "gpt-9", stream: true }))).toEqual(expected);
    expect(await failure((client) => client.models.retrieve("gpt-9"))).toEqual(expected);
  });

  test("bad requests name the field", async () => {
    const bad = {
      name: "BadRequestError",
      status: 400,
      code: "invalid_parameter",
      type: "invalid_request_error",
      requests: 1,
    };
    expect(await failure(chat({ n: 2 }))).toEqual({ ...bad, param: "n" });
    expect(await failure(chat({ response_format: { type: "json_schema", json_schema: { name: "none" } } }))).toEqual({
      ...bad,
      param: "response_format",
    });
    expect(await failure(chat({ max_tokens: 0 }))).toEqual({ ...bad, param: "max_tokens" });
    expect(
      await failure(
        chat({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] }] }),
      ),
    ).toEqual({ ...bad, param: "messages[0].content[0]" });
  });

  test("a conflict that waiting cannot solve is not tried again", async () => {
    const body = { name: "Pump", slug: model };
    expect(await failure((client) => client.post("/experts", { body }))).toEqual({
      name: "ConflictError",
      status: 409,
      code: "slug_taken",
      param: "slug",
      type: "conflict_error",
      requests: 1,
    });
  });
});

test("a client that leaves in mid-stream leaves the service well", async () => {
  const leave = new AbortController();
  const stream = await client.chat.completions.create({ model, messages, stream: true }, { signal: leave.signal });
  for await (const _chunk of stream) leave.abort();
  expect(stream.controller.signal.aborted).toBe(true);
  const completion = await client.chat.completions.create({ model, messages });
  expect(completion.choices[0]?.message.content).toBe(answer + footer);
});

test("the native API takes the same key", async () => {
  const response = await native(`/experts/${model}`);
  expect([response.status, ((await response.json()) as { slug: string }).slug]).toEqual([200, model]);
});
