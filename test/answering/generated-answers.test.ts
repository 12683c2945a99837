import { afterEach, describe, expect, test } from "bun:test";
import { type Script, type ScriptedModel, scriptedModel } from "../support/fakes/scripted-model.ts";
import { startService, type TestService } from "../support/service.ts";

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

interface Scene {
  readonly service: TestService;
  readonly model: ScriptedModel;
  ask(body?: Record<string, unknown>): ReturnType<TestService["request"]>;
}

async function scene(scripts: readonly Script[], settings: Record<string, unknown> = {}): Promise<Scene> {
  const model = scriptedModel(scripts);
  running.push({ close: () => model.stop() });
  const service = await startService({
    settings: { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "4096" },
  });
  running.push(service);
  await service.request("POST", "/v1/experts", { body: { name: "Pump", instructions: "Be kind.", settings } });
  const text =
    "# Filters\n\nReplace the filter every six months. In winter once a year is enough.\n\n# Housing\n\nRinse the housing with clean water.";
  await service.request("POST", "/v1/experts/pump/sources?wait=60", { body: { text, title: "Manual" } });
  return {
    service,
    model,
    ask: (body = {}) =>
      service.request("POST", "/v1/experts/pump/query", {
        body: { question: "How often is the filter replaced?", ...body },
      }),
  };
}

describe("a model's answer", () => {
  test("is cited by its support, and the rest is dropped", async () => {
    const { ask, model } = await scene([
      {
        kind: "stream",
        pieces: ["Replace the fil", "ter every six months [1]", ". Whales sing [1]. It costs 9 euros [4]."],
      },
    ]);
    const { json: body } = await ask();
    expect(body).toMatchObject({
      answer: "Replace the filter every six months [1].",
      abstained: false,
      grounded: 1 / 3,
      model_failure: null,
      answer_mode: "generated",
      model: "small",
      usage: { prompt_tokens: 120, completion_tokens: 3 },
      citations: [{ index: 1, quote: "Replace the filter every six months.", title: "Manual" }],
    });
    expect((body as { confidence: number }).confidence).toBeLessThan(0.34);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.body.messages).toEqual([
      { role: "system", content: expect.stringContaining("Be kind.") },
      { role: "user", content: expect.stringContaining("Question: How often is the filter replaced?") },
    ]);
  });

  test("that says it has no answer is a refusal", async () => {
    const { ask } = await scene([{ kind: "stream", pieces: ["NO_AN", "SWER"] }]);
    expect((await ask()).json).toMatchObject({
      abstained: true,
      abstain_reason: "not_supported",
      confidence: 0,
      grounded: null,
      citations: [],
      answer_mode: "generated",
    });
  });

  test("without any support is a refusal", async () => {
    const { ask } = await scene([{ kind: "stream", pieces: ["Whales sing [1]."] }]);
    expect((await ask()).json).toMatchObject({ abstained: true, confidence: 0, grounded: 0, citations: [] });
  });

  test("has no confidence where only passages are asked for", async () => {
    const { ask } = await scene([{ kind: "silence" }]);
    expect((await ask({ generate: false })).json).toMatchObject({ confidence: null, grounded: null, answer: null });
  });

  test("is marked instead if the expert's settings say so", async () => {
    const { ask } = await scene(
      [{ kind: "stream", pieces: ["Whales sing. Replace the filter every six months [1]."] }],
      { unsupported: "mark" },
    );
    expect((await ask()).json).toMatchObject({
      answer: "Whales sing. [unsupported] Replace the filter every six months [1].",
    });
  });

  test("is not requested without passages", async () => {
    const { service, model } = await scene([{ kind: "silence" }]);
    await service.request("POST", "/v1/experts", { body: { name: "Empty" } });
    const { json: body } = await service.request("POST", "/v1/experts/empty/query", { body: { question: "Why?" } });
    expect(body).toMatchObject({ abstained: true, abstain_reason: "no_sources" });
    expect(model.calls).toEqual([]);
  });

  test("is not requested below the expert's threshold of confidence", async () => {
    const { ask, model } = await scene([{ kind: "silence" }], { min_confidence: 1 });
    expect((await ask({ question: "Who painted the ceiling of the chapel?" })).json).toMatchObject({ abstained: true });
    expect(model.calls).toEqual([]);
  });

  test("sees the earlier turns, and a follow-up finds its topic", async () => {
    const { ask, model } = await scene([{ kind: "stream", pieces: ["In winter once a year is enough [1]."] }]);
    const messages = [
      { role: "user", content: "How often is the filter replaced?" },
      { role: "assistant", content: "Every six months." },
    ];
    expect((await ask({ question: "and in winter?", messages })).json).toMatchObject({
      question: "and in winter?",
      answer: "In winter once a year is enough [1].",
    });
    expect(model.calls[0]?.body.messages).toMatchObject([{ role: "system" }, ...messages, { role: "user" }]);
  });
});

describe("a title for a chat", () => {
  const order = "Write a title for this conversation, 3-5 words, no punctuation.";
  const titled = async (script: Script) => {
    const { service, model } = await scene([script]);
    const { json } = await service.request("POST", "/v1/chat/completions", {
      body: {
        model: "pump",
        messages: [
          { role: "user", content: "How often is the filter replaced?" },
          { role: "assistant", content: "Every six months." },
          { role: "user", content: order },
        ],
      },
    });
    const usage = (await service.request("GET", "/v1/usage")).json;
    return { json, calls: model.calls, usage };
  };

  test("comes from the model, without passages, and counts only its tokens", async () => {
    const { json, calls, usage } = await titled({ kind: "stream", pieces: ["Changing ", "the filter"] });
    expect(json).toMatchObject({ choices: [{ message: { content: "Changing the filter" } }] });
    expect(JSON.stringify(calls[0]?.body.messages)).not.toContain("<passage");
    expect(usage).toMatchObject({ requests: { chat: 0 }, tokens: { prompt: 120, completion: 2 } });
  });

  test("is a simple one if the model fails", async () => {
    const { json } = await titled({ kind: "status", status: 400 });
    expect(json).toMatchObject({ choices: [{ message: { content: "How often is the filter replaced" } }] });
  });
});

describe("a model that fails", () => {
  const failures: [string, Script, number, string][] = [
    ["refuses", { kind: "status", status: 500, body: "stack trace secret" }, 502, "upstream_model_error"],
    ["breaks off before it said anything", { kind: "stream", pieces: [], ending: "cut" }, 502, "upstream_model_error"],
    ["talks nonsense", { kind: "raw", body: "data: <html>\n\n" }, 502, "upstream_model_error"],
  ];
  for (const [name, script, status, code] of failures) {
    test(`${name}: the error is told, and counted`, async () => {
      const { ask, service } = await scene([script], { fallback: "none" });
      const reply = await ask();
      expect({ status: reply.status, error: reply.json }).toMatchObject({
        status,
        error: { error: { code, type: "server_error" } },
      });
      expect(reply.text).not.toContain("secret");
      const usage = await service.request("GET", "/v1/usage");
      expect(usage.json).toMatchObject({ requests: { query: 1, failed: 1 } });
    });

    test(`${name}: the sources answer, and the failure is named`, async () => {
      const { ask } = await scene([script]);
      expect((await ask()).json).toMatchObject({
        model_failure: expect.stringContaining("The model server "),
        grounded: null,
        answer_mode: "extractive",
        model: null,
        abstained: false,
        citations: [{ index: 1 }],
      });
    });
  }

  test("after the first piece ends the stream with the error", async () => {
    const cut: Script = {
      kind: "stream",
      pieces: ["Replace the filter every six months [1]. And then "],
      ending: "cut",
    };
    const { service, ask } = await scene([{ kind: "whole", text: "Replace the filter every six months [1]." }, cut], {
      fallback: "extractive",
    });
    await ask();
    const { text } = await service.request("POST", "/v1/experts/pump/query", {
      body: { question: "How often is the filter replaced?", stream: true },
    });
    const names = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect([...new Set(names)]).toEqual(["start", "retrieval", "delta", "citation", "error"]);
  });
});

test("a chat streams the same answer, passes sampling on, and reports the model's limit", async () => {
  const { service, model } = await scene([
    { kind: "stream", pieces: ["Replace the filter ", "every six months [1]."] },
  ]);
  const messages = [
    { role: "system", content: "Answer like a pirate." },
    { role: "user", content: "How often is the filter replaced?" },
  ];
  const { text } = await service.request("POST", "/v1/chat/completions", {
    body: { model: "pump", messages, stream: true, temperature: 0.1 },
  });
  const chunks = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json ?? ""));
  const content = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
  expect(content).toStartWith("Replace the filter every six months [1].");
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
  expect(model.calls[0]?.body).toMatchObject({
    temperature: 0.1,
    messages: [{ content: expect.stringContaining("pirate") }, {}],
  });
});
