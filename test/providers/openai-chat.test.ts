import { afterEach, describe, expect, test } from "bun:test";
import type { ModelEvent } from "../../src/answering/ports.ts";
import { Fault } from "../../src/kernel/fault.ts";
import { openAiChat } from "../../src/providers/openai-chat.ts";
import type { Patience } from "../../src/providers/upstream.ts";
import { type Script, type ScriptedModel, scriptedModel } from "../support/scripted-model.ts";

const running: ScriptedModel[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const patience: Patience = { retries: 2, pause: 1, firstByte: 2000, betweenBytes: 2000 };
const request = {
  messages: [{ role: "user" as const, content: "How often?" }],
  maxTokens: 100,
  sampling: { temperature: 0.2 },
};

function model(scripts: readonly Script[], given: { patience?: Patience; json?: Record<string, unknown> } = {}) {
  const server = scriptedModel(scripts, given.json);
  running.push(server);
  const chat = openAiChat({
    url: server.url,
    model: "small",
    apiKey: "secret-1",
    contextTokens: null,
    patience: given.patience ?? patience,
  });
  return { server, chat };
}

async function all(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const collected: ModelEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

async function faultFrom(
  scripts: readonly Script[],
  given: { patience?: Patience } = {},
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
    const { server, chat } = model([{ kind: "stream", pieces: ["Every ", "six months [1]."] }]);
    expect(await all(chat.complete(request, new AbortController().signal))).toEqual([
      { type: "text", text: "Every " },
      { type: "text", text: "six months [1]." },
      { type: "end", promptTokens: 120, completionTokens: 2, truncated: false },
    ]);
    expect(server.calls).toEqual([
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
      "a stream that ends without an end",
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
    ["choices that are none", [{ kind: "raw", body: 'data: {"choices":"many"}\n\n' }], "upstream_model_error", 1],
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

  test("a refusal for now is tried again", async () => {
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

  test("a server that is not there", async () => {
    const { server, chat } = model([{ kind: "silence" }]);
    await server.stop();
    const events = all(chat.complete(request, new AbortController().signal));
    expect(events).rejects.toMatchObject({ code: "upstream_model_error" });
    await events.catch(() => undefined);
  });

  test("silence before the first byte and a stall after it are timeouts", async () => {
    const hasty = { patience: { ...patience, firstByte: 50, betweenBytes: 50 } };
    expect((await faultFrom([{ kind: "silence" }], hasty)).code).toBe("upstream_timeout");
    expect((await faultFrom([{ kind: "stream", pieces: ["Every"], ending: "stall" }], hasty)).code).toBe(
      "upstream_timeout",
    );
  });

  test("who leaves cancels the call", async () => {
    const { server, chat } = model([{ kind: "stream", pieces: ["Every"], ending: "stall" }]);
    const control = new AbortController();
    const events = chat.complete(request, control.signal);
    expect((await events.next()).value).toEqual({ type: "text", text: "Every" });
    control.abort(new Error("gone"));
    expect(events.next()).rejects.toThrow("gone");
    await server.left;
  });
});

describe("the context window", () => {
  const ask = (json: Record<string, unknown>) => model([], { json }).chat.contextTokens(new AbortController().signal);

  test("is what the list of models says", async () => {
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

  test("is what the properties say", async () => {
    expect(await ask({ "/props": { default_generation_settings: { n_ctx: 16384 } } })).toBe(16384);
  });

  test("is a cautious guess where nobody says", async () => {
    expect(await ask({ "/v1/models": { data: "none" } })).toBe(4096);
  });
});
