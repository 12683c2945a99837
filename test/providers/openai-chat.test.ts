import { afterEach, describe, expect, test } from "bun:test";
import type { ModelEvent } from "../../src/answering/ports.ts";
import { Fault } from "../../src/kernel/fault.ts";
import { type CallPermits, createCallPermits } from "../../src/providers/call-permits.ts";
import { openAiChat } from "../../src/providers/openai-chat.ts";
import type { CallPolicy } from "../../src/providers/upstream.ts";
import { type Script, type ScriptedModel, scriptedModel } from "../support/fakes/scripted-model.ts";

const running: ScriptedModel[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const policy: CallPolicy = { retries: 2, pause: 1, firstByte: 30_000, betweenBytes: 30_000 };
const request = {
  messages: [{ role: "user" as const, content: "How often?" }],
  maxTokens: 100,
  sampling: { temperature: 0.2 },
};

interface Given {
  readonly policy?: CallPolicy;
  readonly json?: Record<string, unknown>;
  readonly calls?: CallPermits;
}

function model(scripts: readonly Script[], given: Given = {}) {
  const server = scriptedModel(scripts, given.json);
  running.push(server);
  const chat = openAiChat({
    url: server.url,
    model: "small",
    apiKey: "secret-1",
    contextTokens: null,
    policy: given.policy ?? policy,
    calls: given.calls ?? createCallPermits(),
  });
  return { server, chat };
}

async function all(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const collected: ModelEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** With the first reply of the model behind it, which is held until its end. */
async function knownModel(scripts: readonly Script[], given: Given = {}) {
  const known = model([{ kind: "whole", text: "Yes." }, ...scripts], given);
  await all(known.chat.complete(request, new AbortController().signal));
  return known;
}

async function faultFrom(
  scripts: readonly Script[],
  given: { policy?: CallPolicy } = {},
): Promise<{ code: string; message: string; calls: number }> {
  const { server, chat } = model(scripts, given);
  try {
    await all(chat.complete(request, new AbortController().signal));
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, message: error.message, calls: server.calls.length };
    throw error;
  }
  throw new Error("nothing failed");
}

describe("a reply", () => {
  test("is streamed, with the server's token counts at its end", async () => {
    const { server, chat } = await knownModel([{ kind: "stream", pieces: ["Every ", "six months [1]."] }]);
    expect(await all(chat.complete(request, new AbortController().signal))).toEqual([
      { type: "text", text: "Every " },
      { type: "text", text: "six months [1]." },
      { type: "end", promptTokens: 120, completionTokens: 2, truncated: false },
    ]);
    expect(server.calls.slice(1)).toEqual([
      {
        path: "/v1/chat/completions",
        authorization: "Bearer secret-1",
        body: {
          temperature: 0.2,
          model: "small",
          messages: [{ role: "user", content: "How often?" }],
          max_tokens: 100,
          stream: true,
          stream_options: { include_usage: true },
        },
      },
    ]);
  });

  test("may end with a finish reason and no [DONE]", async () => {
    const { chat } = model([{ kind: "stream", pieces: ["Yes."], ending: "finish_only" }]);
    expect((await all(chat.complete(request, new AbortController().signal))).at(-1)).toEqual({
      type: "end",
      promptTokens: null,
      completionTokens: null,
      truncated: false,
    });
  });

  test("may come in one piece from a server that does not stream", async () => {
    const { chat } = model([{ kind: "whole", text: "Yes [1]." }]);
    expect(await all(chat.complete(request, new AbortController().signal))).toEqual([
      { type: "text", text: "Yes [1]." },
      { type: "end", promptTokens: null, completionTokens: null, truncated: false },
    ]);
  });

  test("may use CRLF, comments, several data lines and unknown events", async () => {
    const body =
      ': hello\r\n\r\nevent: x\r\ndata: {"choices":[{"delta":\r\ndata: {"content":"Yes."}}]}\r\n\r\ndata: [DONE]\r\n\r\n';
    const { chat } = model([{ kind: "raw", body }]);
    expect((await all(chat.complete(request, new AbortController().signal)))[0]).toEqual({
      type: "text",
      text: "Yes.",
    });
  });
});

describe("a failure", () => {
  const broken: [string, readonly Script[], string, number][] = [
    [
      "a stream without its end event",
      [{ kind: "stream", pieces: ["Every"], ending: "cut" }],
      "upstream_model_error",
      1,
    ],
    ["nonsense", [{ kind: "raw", body: "data: <html>\n\n" }], "upstream_model_error", 1],
    [
      "an error inside the stream",
      [{ kind: "raw", body: 'data: {"error":{"message":"oom secret-1"}}\n\n' }],
      "upstream_model_error",
      1,
    ],
    ["invalid choices", [{ kind: "raw", body: 'data: {"choices":"many"}\n\n' }], "upstream_model_error", 1],
    ["a line of a megabyte", [{ kind: "raw", body: `data: ${"x".repeat(1_100_000)}` }], "upstream_model_error", 1],
    ["a whole reply without a message", [{ kind: "status", status: 200, body: "{}" }], "upstream_model_error", 1],
    ["status 500, which may have had its effect", [{ kind: "status", status: 500 }], "upstream_model_error", 1],
    ["status 401", [{ kind: "status", status: 401 }], "upstream_model_error", 1],
    ["status 429, again and again", [{ kind: "status", status: 429 }], "upstream_model_error", 3],
    [
      "status 429 for longer than one waits",
      [{ kind: "status", status: 429, headers: { "retry-after": "600" } }],
      "upstream_model_error",
      1,
    ],
  ];
  for (const [name, scripts, code, calls] of broken) {
    test(name, async () => {
      const fault = await faultFrom(scripts);
      expect({ code: fault.code, calls: fault.calls }).toEqual({ code, calls });
      expect(fault.message).not.toContain("secret-1");
      expect(fault.message).not.toContain("html");
    });
  }

  test("a temporary refusal is tried again", async () => {
    const { server, chat } = model([
      { kind: "status", status: 429 },
      { kind: "whole", text: "Yes." },
    ]);
    expect((await all(chat.complete(request, new AbortController().signal)))[0]).toEqual({
      type: "text",
      text: "Yes.",
    });
    expect(server.calls.length).toBe(2);
  });

  test("an unreachable server", async () => {
    const { server, chat } = model([{ kind: "silence" }]);
    await server.stop();
    const events = all(chat.complete(request, new AbortController().signal));
    expect(events).rejects.toMatchObject({ code: "upstream_model_error" });
    await events.catch(() => undefined);
  });

  test("silence before the first byte and a stall after it are timeouts", async () => {
    const hasty = { policy: { ...policy, firstByte: 50, betweenBytes: 50 } };
    expect((await faultFrom([{ kind: "silence" }], hasty)).code).toBe("upstream_timeout");
    expect((await faultFrom([{ kind: "stream", pieces: ["Every"], ending: "stall" }], hasty)).code).toBe(
      "upstream_timeout",
    );
  });

  test("an aborted caller cancels the call", async () => {
    const { server, chat } = await knownModel([{ kind: "stream", pieces: ["Every"], ending: "stall" }]);
    const control = new AbortController();
    const events = chat.complete(request, control.signal);
    expect((await events.next()).value).toEqual({ type: "text", text: "Every" });
    control.abort(new Error("gone"));
    expect(events.next()).rejects.toThrow("gone");
    await server.left;
  });
});

describe("a reply without an answer", () => {
  const stream = (delta: object, finish = "stop"): Script => ({ kind: "deltas", deltas: [delta], finish });
  const empty: [string, Script, string][] = [
    ["empty", stream({ content: "" }), "sent an empty reply"],
    ["white space", stream({ content: " \n" }), "sent an empty reply"],
    ["thoughts only", stream({ content: "<think>hunter2</think>\n" }), "wrote its thoughts and no answer"],
    ["thoughts in a field of their own", stream({ reasoning_content: "hunter2" }), "sent an empty reply"],
    ["cut before an answer", stream({ content: "<think>hunter2" }, "length"), "reached its limit of tokens"],
    ["a refusal", stream({ refusal: "I cannot hunter2" }), "declined to answer"],
    ["a content filter", stream({ content: "Six" }, "content_filter"), "stopped its reply with a content filter"],
    ["an unasked call", stream({ tool_calls: [{ function: { name: "f" } }] }), "called a tool that it was not given"],
  ];
  for (const [name, script, what] of empty) {
    test(`${name}: an error that says so`, async () => {
      const fault = await faultFrom([script]);
      expect(fault).toMatchObject({ code: "upstream_model_error", calls: 1 });
      expect(fault.message).toStartWith(`The model server ${what}`);
      expect(fault.message).not.toContain("hunter2");
    });
  }
});

describe("a server that exceeds the limit of tokens", () => {
  const piece = "and so on ".repeat(10);

  test("is cut off, as if the reply had reached its limit", async () => {
    const { server, chat } = model([{ kind: "flood", piece }]);
    const events = await all(chat.complete(request, new AbortController().signal));
    const said = events.reduce((sum, event) => sum + (event.type === "text" ? event.text.length : 0), 0);
    expect(said).toBe(65_536);
    expect(events.at(-1)).toEqual({ type: "end", promptTokens: null, completionTokens: null, truncated: true });
    await server.left;
  });

  test("is read no faster than its reply is used", async () => {
    const { server, chat } = await knownModel([{ kind: "flood", piece: piece.repeat(600) }]);
    const events = chat.complete({ ...request, maxTokens: 10_000_000 }, new AbortController().signal);
    for (let taken = 0; taken < 50; taken++) await events.next();
    // 60 KB each; the sockets buffer some MB.
    expect(server.framesTaken).toBeLessThan(400);
    await events.return(undefined);
    await server.left;
    expect(server.framesTaken).toBeLessThan(400);
  });

  test("is not read to the end if it sends something else", async () => {
    const script: Script = { kind: "raw", body: `: ${"x".repeat(900_000)}\n`.repeat(80) };
    const { code, message } = await faultFrom([script]);
    expect(code).toBe("upstream_model_error");
    expect(message).toStartWith("The model server sent a reply that is too long.");
  });

  test("is also cut off if it does not stream, and passed on in short pieces of whole characters", async () => {
    const text = `a${"🙂".repeat(50_000)}`;
    const events = await all(model([{ kind: "whole", text }]).chat.complete(request, new AbortController().signal));
    const said = events.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expect(said.join("")).toBe(text.slice(0, 65_535));
    expect(said.every((each) => each.isWellFormed() && each.length < 5000)).toBe(true);
    expect(events.at(-1)).toEqual({ type: "end", promptTokens: null, completionTokens: null, truncated: true });
  });
});

test("when all permits are taken, the next call is refused until one has ended", async () => {
  const calls = createCallPermits(2);
  const { server, chat } = await knownModel([{ kind: "stream", pieces: ["Every"], ending: "stall" }], { calls });
  const control = new AbortController();
  const begun = [1, 2].map(() => chat.complete(request, control.signal));
  for (const events of begun) await events.next();
  const refused = all(chat.complete(request, control.signal));
  expect(refused).rejects.toMatchObject({ code: "overloaded", headers: { "retry-after": "2" } });
  await refused.catch(() => undefined);
  expect(server.calls).toHaveLength(3);

  await begun[0]?.return(undefined as never);
  const next = chat.complete(request, control.signal);
  expect((await next.next()).value).toEqual({ type: "text", text: "Every" });
  control.abort();
});

describe("the context window", () => {
  const ask = (json: Record<string, unknown>) => model([], { json }).chat.contextTokens(new AbortController().signal);

  test("comes from the list of models", async () => {
    expect(
      await ask({
        "/v1/models": {
          data: [
            { id: "other", max_model_len: 1024 },
            { id: "small", max_model_len: 8192 },
          ],
        },
      }),
    ).toBe(8192);
  });

  test("comes from the properties", async () => {
    expect(await ask({ "/props": { default_generation_settings: { n_ctx: 16384 } } })).toBe(16384);
  });

  test("is a cautious guess if the server does not report it", async () => {
    expect(await ask({ "/v1/models": { data: "none" } })).toBe(4096);
  });
});
