/** Servers that take some fields only under other names, or not at all. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ModelRequest } from "../../src/answering/ports.ts";
import { createCallPermits } from "../../src/providers/call-permits.ts";
import { openAiChat } from "../../src/providers/openai-chat.ts";
import {
  type Refuses,
  refusal,
  type Script,
  type ScriptedModel,
  scriptedModel,
} from "../support/fakes/scripted-model.ts";

const running: ScriptedModel[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const never = new AbortController().signal;
const request: ModelRequest = {
  messages: [
    { role: "system", content: "Keep the temperature." },
    { role: "user", content: "How often?" },
  ],
  maxTokens: 1000,
  sampling: { temperature: 0.2, reasoning_effort: "low" },
};

function strict(refuses: Refuses, scripts: readonly Script[] = [{ kind: "whole", text: "Six." }]) {
  const server = scriptedModel(scripts, {}, refuses);
  running.push(server);
  const policy = { retries: 2, pause: 1, firstByte: 30_000, betweenBytes: 30_000 };
  const calls = createCallPermits();
  const chat = openAiChat({ url: server.url, model: "small", apiKey: "sk-1", contextTokens: 8192, policy, calls });
  const ask = async (more: Partial<ModelRequest> = {}) => {
    for await (const _ of chat.complete({ ...request, ...more }, never));
    return server.calls.at(-1)?.body ?? {};
  };
  return { server, chat, ask };
}

/** Refuses a field in the words of a server. */
const against =
  (field: string, said: string | ((value: unknown) => Script)): Refuses =>
  (body) =>
    field in body ? (typeof said === "string" ? refusal(said) : said(body[field])) : null;

const servers: readonly (readonly [name: string, Refuses, sent: object, gone: string])[] = [
  [
    "OpenAI, which renamed the limit",
    against("max_tokens", () =>
      refusal(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        {
          param: "max_tokens",
          code: "unsupported_parameter",
        },
      ),
    ),
    { max_completion_tokens: 1000 },
    "max_tokens",
  ],
  [
    "a value that is not taken",
    against("temperature", () =>
      refusal("Unsupported value: 'temperature' does not support 0.2 with this model.", { param: "temperature" }),
    ),
    { max_tokens: 1000 },
    "temperature",
  ],
  [
    "an older OpenAI protocol",
    against("stream_options", "Unrecognized request argument supplied: stream_options"),
    { stream: true },
    "stream_options",
  ],
  [
    "a strict validator",
    against("stream_options", () => ({
      kind: "status",
      status: 422,
      body: JSON.stringify({
        detail: [{ type: "extra_forbidden", loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }],
      }),
    })),
    { stream: true },
    "stream_options",
  ],
  [
    "a server with thoughts under another name",
    against("reasoning_effort", "Unknown parameter: reasoning_effort"),
    { reasoning: { effort: "low" } },
    "reasoning_effort",
  ],
  [
    "a server that does not stream",
    (body) => (body.stream === true ? refusal("The parameter 'stream' is not supported") : null),
    { stream: false },
    "stream_options",
  ],
  [
    "a template without a system message",
    (body) => (JSON.stringify(body.messages).includes('"system"') ? refusal("System role not supported") : null),
    { messages: [{ role: "user", content: "Keep the temperature.\n\nHow often?" }] },
    "x",
  ],
  [
    "a smaller limit",
    (body) =>
      Number(body.max_tokens) > 256
        ? refusal("max_tokens is too large: 1000. This model supports at most 256 completion tokens.")
        : null,
    { max_tokens: 256 },
    "x",
  ],
];

describe.each(servers)("%s", (_, refuses, sent, gone) => {
  test("is asked again in its form once, and from then on at once", async () => {
    const { server, ask } = strict(refuses);
    for (const calls of [2, 3]) {
      const body = await ask();
      expect(body).toMatchObject(sent);
      expect(gone in body).toBe(false);
      expect(server.calls).toHaveLength(calls);
    }
  });
});

test("a server that refuses four fields one after the other is asked five times, once", async () => {
  const fields = ["temperature", "stream_options", "reasoning_effort", "reasoning"];
  const { server, chat, ask } = strict((body) => {
    const field = fields.find((each) => each in body);
    return field === undefined ? null : refusal(`Unknown parameter: '${field}'`);
  });
  await ask();
  expect(server.calls).toHaveLength(5);
  expect(chat.learned.leftOut).toEqual(fields);
  await ask();
  expect(server.calls).toHaveLength(6);
});

test("a schema that is not taken is asked for in words", async () => {
  const format = { type: "json_schema", json_schema: { name: "a", schema: { type: "object", required: ["months"] } } };
  const { ask } = strict((body) =>
    (body.response_format as { type?: string })?.type === "json_schema"
      ? refusal("'response_format.type' must be 'json_object'", { param: "response_format" })
      : null,
  );
  const body = await ask({ format });
  expect(body.response_format).toEqual({ type: "json_object" });
  expect(JSON.stringify(body.messages)).toContain("required");
});

test("nothing is learned from a refusal for another reason, though it quotes a field's name", async () => {
  const { server, chat, ask } = strict(() => refusal("Your input violates the policy: keep the temperature stable"));
  await expect(ask()).rejects.toMatchObject({ code: "upstream_model_error" });
  expect(server.calls).toHaveLength(1);
  expect(chat.learned).toMatchObject({
    leftOut: [],
    failure: { reason: "Your input violates the policy: keep the temperature stable" },
  });
});

test("what the server says is kept without the key and without markup, and forgotten after a success", async () => {
  let isWrong = true;
  const { chat, ask } = strict(() =>
    isWrong ? { kind: "status", status: 401, body: "<h1>Incorrect key sk-1</h1>\nAsk for another." } : null,
  );
  await expect(ask()).rejects.toThrow("answered with status 401");
  expect(chat.learned.failure?.reason).toBe("Incorrect key … Ask for another.");
  isWrong = false;
  await ask();
  expect(chat.learned.failure).toBeNull();
});

const tools = { definitions: [{ type: "function", function: { name: "f" } }], choice: null, parallel: null };

test("a model that takes no tools is named as the reason", async () => {
  const { chat, ask } = strict(against("tools", "registry/small does not support tools"));
  await expect(ask({ tools })).rejects.toThrow("does not take tools with this model");
  expect(chat.learned.tools).toBe(false);
  await ask();
});

describe("a request that is too long", () => {
  const refusals: readonly (readonly [string, Script, number])[] = [
    [
      "vLLM",
      refusal("This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.", { code: 400 }),
      4096,
    ],
    [
      "llama.cpp",
      {
        kind: "status",
        status: 400,
        body: JSON.stringify({
          error: {
            code: 400,
            message: "the request exceeds the available context size (2048 tokens), try increasing it",
            type: "exceed_context_size_error",
          },
        }),
      },
      2048,
    ],
    ["OpenAI", refusal("Your input exceeds the window.", { code: "context_length_exceeded" }), 8192],
    [
      "in a stream",
      {
        kind: "raw",
        body: 'data: {"error":{"message":"Trying to keep the first 9000 tokens when context length is 4096"}}\n\n',
      },
      4096,
    ],
  ];
  test.each(refusals)(
    "%s: a fault of its own, and the window that the server names is kept",
    async (_, said, window) => {
      const { chat, ask } = strict(() => said);
      await expect(ask()).rejects.toMatchObject({ code: "context_length_exceeded" });
      expect(await chat.contextTokens(never)).toBe(window);
    },
  );
});

describe("a pause that the server asks for", () => {
  const date = (seconds: number) => new Date(seconds * 1000).toUTCString();
  const headers: readonly (readonly [string, Record<string, string>, calls: number])[] = [
    ["in milliseconds", { "retry-after-ms": "20", "retry-after": "600" }, 2],
    ["until a date", { date: date(1_000_000), "retry-after": date(1_000_000) }, 2],
    ["until a date after the deadline", { date: date(1_000_000), "retry-after": date(1_000_600) }, 1],
    ["for longer than the deadline", { "retry-after": "31" }, 1],
  ];
  test.each(headers)("%s", async (_, asked, calls) => {
    let isBusy = true;
    const { server, ask } = strict(() => {
      if (!isBusy) return null;
      isBusy = false;
      return { kind: "status", status: 429, headers: asked };
    });
    await ask().catch(() => undefined);
    expect(server.calls).toHaveLength(calls);
  });
});
