/** What a trial of a language model tells about servers of several kinds. */
import { afterEach, describe, expect, test } from "bun:test";
import { createCallPermits } from "../../src/providers/call-permits.ts";
import { createModelCheck } from "../../src/providers/model-check.ts";
import { openAiChat } from "../../src/providers/openai-chat.ts";
import { type Refuses, refusal, type ScriptedModel, scriptedModel } from "../support/fakes/scripted-model.ts";

const running: ScriptedModel[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

function checked(json: Record<string, unknown>, refuses?: Refuses) {
  const server = scriptedModel([], json, refuses);
  running.push(server);
  const policy = { retries: 0, pause: 1, firstByte: 5000, betweenBytes: 5000 };
  const settings = { url: server.url, apiKey: "sk-1", model: "small", contextTokens: null, policy };
  const chat = openAiChat({ ...settings, calls: createCallPermits() });
  return { server, chat, check: createModelCheck(chat, { ...settings, now: () => 7 }) };
}

const listed = { data: [{ id: "small" }, { id: "large" }] };
const windows: readonly (readonly [string, Record<string, unknown>, number, boolean])[] = [
  ["vLLM", { "/v1/models": { data: [{ id: "small", max_model_len: 8192 }] } }, 8192, true],
  ["llama.cpp", { "/v1/models": listed, "/props": { default_generation_settings: { n_ctx: 16384 } } }, 16384, true],
  [
    "Ollama",
    {
      "/v1/models": { data: [{ id: "small:latest" }] },
      "/api/ps": { models: [{ name: "small:latest", context_length: 4096 }] },
    },
    4096,
    true,
  ],
  [
    "LM Studio",
    {
      "/v1/models": listed,
      "/api/v0/models": { data: [{ id: "small", loaded_context_length: 6000, max_context_length: 131_072 }] },
    },
    6000,
    true,
  ],
  ["an address with a key", { "/v1/models": listed }, 4096, false],
];

test.each(windows)("%s: the model is there, with its window", async (_, json, contextTokens, contextKnown) => {
  const { check, chat, server } = checked(json);
  expect(check.last).toBeNull();
  const report = await check.look();
  expect(report).toMatchObject({
    model: "small",
    server: new URL(server.url).host,
    checkedAt: 7,
    problem: null,
    contextTokens,
    contextKnown,
    tools: true,
    thoughts: false,
    leftOut: [],
  });
  expect(check.last).toEqual(report);
  expect(chat.learned.habit.opened).toBe(false);
});

describe("a problem is told with the server's reason", () => {
  test("a model that the server does not have", async () => {
    const { check } = checked({ "/v1/models": { data: [{ id: "large" }] } }, () => refusal("model not found"));
    expect((await check.look()).problem).toBe(
      'The model server answered with status 400. Check that it is running, and that its address, model name and key are correct. It says: model not found It has no model "small"; it has large.',
    );
  });

  test("a server that is not there", async () => {
    const { check, server } = checked({});
    await server.stop();
    expect(await check.look()).toMatchObject({ problem: "The model server could not be reached.", tools: null });
  });
});

test("what the server does not take is learned before the first question", async () => {
  const { check } = checked({ "/v1/models": listed }, (body) =>
    "stream_options" in body || "tools" in body
      ? refusal("stream_options" in body ? "Unknown parameter: 'stream_options'" : "tools are not supported")
      : null,
  );
  expect(await check.look()).toMatchObject({ problem: null, tools: false, leftOut: ["stream_options"] });
});

test("several who ask at once share one trial", async () => {
  const { check } = checked({ "/v1/models": listed });
  const [one, other] = await Promise.all([check.look(), check.look()]);
  expect(one).toBe(other);
});
