import { afterEach, describe, expect, test } from "bun:test";
import { Fault } from "../../src/kernel/fault.ts";
import type { TextUse } from "../../src/memory/embedder-ports.ts";
import { type CallPermits, createCallPermits } from "../../src/providers/call-permits.ts";
import { openAiEmbedder } from "../../src/providers/openai-embedder.ts";
import type { CallPolicy } from "../../src/providers/upstream.ts";
import { type Script, type ScriptedModel, scriptedModel } from "../support/fakes/scripted-model.ts";

const running: ScriptedModel[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const policy: CallPolicy = { retries: 2, pause: 1, firstByte: 30_000, betweenBytes: 30_000 };
const hasty: CallPolicy = { retries: 2, pause: 1, firstByte: 30, betweenBytes: 30 };

interface Given {
  readonly model?: string;
  readonly dimensions?: number;
  readonly batch?: number;
  readonly policy?: CallPolicy;
  readonly calls?: CallPermits;
}

function embedder(scripts: readonly Script[], given: Given = {}) {
  const server = scriptedModel(scripts);
  running.push(server);
  const each = given.policy ?? policy;
  const settings = {
    url: server.url,
    apiKey: "secret-1",
    model: given.model ?? "any",
    dimensions: given.dimensions ?? null,
    batch: given.batch ?? 32,
    policies: { passage: each, question: each },
    calls: given.calls ?? createCallPermits(),
  };
  return { server, embedder: openAiEmbedder(settings) };
}

const reply = (body: unknown): Script => ({ kind: "status", status: 200, body: JSON.stringify(body) });
const vectors = (...embeddings: unknown[]) =>
  reply({
    object: "list",
    data: embeddings.map((embedding, index) => ({ object: "embedding", index, embedding })),
    usage: { prompt_tokens: 7, total_tokens: 7 },
  });
const never = new AbortController().signal;

async function embed(scripts: readonly Script[], texts: readonly string[], given: Given & { use?: TextUse } = {}) {
  const { server, embedder: model } = embedder(scripts, given);
  const { vectors: found, tokens } = await model.embed(texts, given.use ?? "plain", never);
  return {
    vectors: found.map((vector) => Array.from(vector)),
    tokens,
    calls: server.calls,
    dimensions: model.dimensions,
  };
}

async function faultFrom(scripts: readonly Script[], texts: readonly string[], given: Given = {}) {
  const { server, embedder: model } = embedder(scripts, given);
  try {
    await model.embed(texts, "passage", never);
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, message: error.message, calls: server.calls.length };
    throw error;
  }
  throw new Error("nothing failed");
}

describe("a reply", () => {
  test("becomes unit vectors, with the server's count of tokens", async () => {
    const { calls, ...found } = await embed([vectors([3, 4], [0, 2])], ["a", "b"]);
    expect(found).toEqual({
      vectors: [
        [Math.fround(0.6), Math.fround(0.8)],
        [0, 1],
      ],
      tokens: 7,
      dimensions: 2,
    });
    expect(calls).toEqual([
      {
        path: "/v1/embeddings",
        authorization: "Bearer secret-1",
        body: { model: "any", input: ["a", "b"] },
      },
    ]);
  });

  test("may be base64, out of order, without positions, without usage", async () => {
    const bytes = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer).toString("base64");
    const strange = [
      reply({
        data: [
          { index: 1, embedding: bytes(0, 5) },
          { index: 0, embedding: bytes(5, 0) },
        ],
      }),
      reply({ data: [{ embedding: [5, 0] }, { embedding: [0, 5] }] }),
    ];
    for (const script of strange) {
      const { vectors: found, tokens } = await embed([script], ["one", "two three"]);
      expect([found, tokens]).toEqual([
        [
          [1, 0],
          [0, 1],
        ],
        3,
      ]);
    }
  });

  test("a vector of zeros stays one", async () => {
    expect((await embed([vectors([0, 0])], [""])).vectors).toEqual([[0, 0]]);
  });
});

test("texts are sent in batches, and vectors come back in order", async () => {
  const scripts = [vectors([1, 0], [0, 1]), vectors([0, -1])];
  const { vectors: found, tokens, calls } = await embed(scripts, ["a", "b", "c"], { batch: 2 });
  expect([found, tokens]).toEqual([
    [
      [1, 0],
      [0, 1],
      [0, -1],
    ],
    14,
  ]);
  expect(calls.map(({ body }) => body.input)).toEqual([["a", "b"], ["c"]]);
});

test("passages are sent one batch at a time, and a question overtakes them", async () => {
  const { server, embedder: model } = embedder([{ kind: "silence" }]);
  const control = new AbortController();
  const embedding = (text: string, use: TextUse) => model.embed([text], use, control.signal).catch(() => undefined);
  const asked = [embedding("one", "passage"), embedding("two", "passage"), embedding("why", "question")];
  while (server.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
  control.abort(new Error("left"));
  await Promise.all(asked);
  const inputs = server.calls.map(({ body }) => JSON.stringify(body.input));
  expect(new Set(inputs)).toEqual(new Set(['["one"]', '["why"]']));
});

test("the configured dimensions are requested", async () => {
  const { calls, dimensions } = await embed([vectors([1, 0])], ["a"], { dimensions: 2 });
  expect([calls[0]?.body, dimensions]).toEqual([{ model: "any", input: ["a"], dimensions: 2 }, 2]);
});

describe("the prefix of a text", () => {
  const sent = async (model: string, use: TextUse) =>
    (await embed([vectors([1])], ["a"], { model, use })).calls[0]?.body.input;

  test("depends on the model's family and on the use of the text", async () => {
    expect(await sent("nomic-embed-text:v1.5", "question")).toEqual(["search_query: a"]);
    expect(await sent("nomic-embed-text:v1.5", "passage")).toEqual(["search_document: a"]);
    expect(await sent("nomic-embed-text:v1.5", "plain")).toEqual(["a"]);
    expect(await sent("text-embedding-3-small", "question")).toEqual(["a"]);
  });
});

describe("a text that is too long", () => {
  const tooLong: Script = {
    kind: "status",
    status: 500,
    body: '{"error":{"message":"input (992 tokens) is too large to process. increase the physical batch size"}}',
  };

  test("is found among the others and cut by halves", async () => {
    const long = "0123456789".repeat(40);
    const scripts = [tooLong, vectors([1, 0]), tooLong, tooLong, vectors([0, 1])];
    const { vectors: found, tokens, calls } = await embed(scripts, ["short", long]);
    expect([found, tokens]).toEqual([
      [
        [1, 0],
        [0, 1],
      ],
      14,
    ]);
    expect(calls.map(({ body }) => (body.input as string[]).map((text) => text.length))).toEqual([
      ...[[5, 400], [5], [400], [200], [100]],
    ]);
  });

  test("is not cut through a character", async () => {
    const { calls } = await embed([tooLong, vectors([1])], [`${"a".repeat(63)}𝄞${"a".repeat(63)}`]);
    expect(calls[1]?.body.input).toEqual(["a".repeat(63)]);
  });

  test("fails when nothing is left to cut", async () => {
    expect(await faultFrom([tooLong], ["x".repeat(200)])).toEqual({
      code: "upstream_model_error",
      message:
        "The model server answered with status 500. Check that it is running, and that its address, model name and key are correct.",
      calls: 3,
    });
  });
});

describe("a failure", () => {
  const wrong: [string, Script, string][] = [
    ["too few vectors", vectors([1, 0]), "gave 1 vectors for 2 texts"],
    [
      "one position twice",
      reply({
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      }),
      "gave no vector for text 1",
    ],
    ["unequal lengths", vectors([1, 0], [1]), "gave vectors of 1 numbers where 2 were expected"],
    ["NaN as null", vectors([1, null], [0, 1]), "sent a vector that holds something other than numbers"],
    [
      "NaN as it is",
      { kind: "raw", body: '{"data":[{"embedding":[NaN]},{"embedding":[1]}]}' },
      "sent something that is not JSON",
    ],
    ["numbers beyond float32", vectors([1e300], [1]), "sent a vector with a number that is not finite"],
    ["base64 of something else", vectors("AAA=", "AAA="), "sent a vector that is not base64 of float32"],
    ["empty vectors", vectors([], []), "sent an embedding that is not a list of numbers"],
    ["no list", reply({ error: "loading" }), "sent something that is not a list of embeddings"],
    ["null", reply(null), "sent something that is not a list of embeddings"],
    ["a list of nothing", reply({ data: [null, null] }), "sent something that is not an embedding"],
  ];
  for (const [name, script, said] of wrong) {
    test(`${name} is told as such, and not tried again`, async () => {
      const { code, message, calls } = await faultFrom([script], ["a", "b"]);
      expect([code, message.split(". ")[0], calls]).toEqual(["upstream_model_error", `The model server ${said}`, 1]);
    });
  }

  test("other dimensions than configured are refused", async () => {
    const { message } = await faultFrom([vectors([1, 0, 0])], ["a"], { dimensions: 2 });
    expect(message).toStartWith("The model server gave vectors of 3 numbers where 2 were expected.");
  });

  test("other dimensions than before are refused", async () => {
    const { message } = await faultFrom([vectors([1, 0]), vectors([1, 0, 0])], ["a", "b"], { batch: 1 });
    expect(message).toStartWith("The model server gave vectors of 3 numbers where 2 were expected.");
  });

  test("a temporary refusal is tried again, another is not", async () => {
    const busy: Script = { kind: "status", status: 429, headers: { "retry-after": "0" } };
    expect((await embed([busy, busy, vectors([1])], ["a"])).vectors).toEqual([[1]]);
    expect((await faultFrom([{ kind: "status", status: 500 }], ["a"])).calls).toBe(1);
    expect((await faultFrom([{ kind: "status", status: 404, body: "model not found" }], ["a"])).calls).toBe(1);
    expect((await faultFrom([busy], ["a"])).calls).toBe(3);
  });

  test("a silent server, or one that stops in the middle, times out", async () => {
    const given = { policy: hasty };
    expect((await faultFrom([{ kind: "silence" }], ["a"], given)).code).toBe("upstream_timeout");
    const stalled: Script = { kind: "stream", pieces: ["x"], ending: "stall" };
    expect((await faultFrom([stalled], ["a"], given)).code).toBe("upstream_timeout");
  });

  test("an aborted caller ends the call", async () => {
    const { embedder: model } = embedder([{ kind: "silence" }]);
    const reason = new Error("left");
    const control = new AbortController();
    const asked = model.embed(["a"], "question", control.signal);
    control.abort(reason);
    expect(await asked.catch((error: unknown) => error)).toBe(reason);
  });
});

test("a question is refused when all permits are taken, a batch of passages is not", async () => {
  const calls = createCallPermits(1);
  const { embedder: full } = embedder([vectors([3, 4])], { calls });
  const release = calls.acquire();
  const signal = new AbortController().signal;
  expect(full.embed(["How often?"], "question", signal)).rejects.toMatchObject({ code: "overloaded" });
  expect((await full.embed(["Every six months."], "passage", signal)).vectors).toHaveLength(1);
  release();
  expect((await full.embed(["How often?"], "question", signal)).vectors).toHaveLength(1);
});
