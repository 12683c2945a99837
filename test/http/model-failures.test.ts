/** Every failure of a model's server on every surface: the sources answer, and the reply names the failure. */
import { afterEach, describe, expect, test } from "bun:test";
import { type Script, scriptedModel } from "../support/fakes/scripted-model.ts";
import { connectAgent, revisionNames } from "../support/processes/agent.ts";
import { type LoopbackService, listenOnLoopback } from "../support/processes/loopback-service.ts";

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

async function scene(script: Script): Promise<LoopbackService> {
  const model = scriptedModel([script]);
  running.push({ close: () => model.stop() });
  const settings = { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "4096" };
  const service = await listenOnLoopback({ settings });
  running.push(service);
  await service.request("POST", "/v1/experts", { body: { name: "Pump" } });
  const body = { text: "Replace the filter every six months. Rinse the housing with clean water.", title: "Manual" };
  await service.request("POST", "/v1/experts/pump/sources?wait=60", { body });
  return service;
}

const question = "How often is the filter replaced?";
const unknown = "Who invented the housing?";
const stream = (delta: object, finish = "stop"): Script => ({ kind: "deltas", deltas: [delta], finish });

const failures: readonly [name: string, script: Script, what: string][] = [
  ["an empty reply", stream({ content: "" }), "sent an empty reply"],
  ["thoughts only", stream({ content: "<think>hunter2 says seven weeks</think>" }), "wrote its thoughts and no answer"],
  ["a cut thought", stream({ content: "<think>hunter2" }, "length"), "reached its limit of tokens"],
  ["a refusal", stream({ refusal: "I cannot tell hunter2." }), "declined to answer"],
  ["a content filter", stream({ content: "" }, "content_filter"), "stopped its reply with a content filter"],
  ["an unasked call", stream({ tool_calls: [{ function: { name: "f", arguments: "{}" } }] }), "called a tool"],
  ["status 500", { kind: "status", status: 500, body: "hunter2" }, "answered with status 500"],
  ["nonsense", { kind: "raw", body: "data: <html>\n\n" }, "sent something that is not JSON"],
];

type Surface = (service: LoopbackService, question: string) => Promise<string>;

const post =
  (path: string, body: (question: string) => object): Surface =>
  async (service, asked) =>
    (await service.request("POST", path, { body: body(asked) })).text;
const chat = (more: object) => (asked: string) => ({
  model: "pump",
  messages: [{ role: "user", content: asked }],
  ...more,
});
const answerSchema = {
  type: "json_schema",
  json_schema: {
    name: "a",
    schema: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
  },
};
const tool = { type: "function", function: { name: "g", parameters: { type: "object", properties: {} } } };

const surfaces: Readonly<Record<string, Surface>> = {
  query: post("/v1/experts/pump/query", (asked) => ({ question: asked })),
  "query stream": post("/v1/experts/pump/query", (asked) => ({ question: asked, stream: true })),
  chat: post("/v1/chat/completions", chat({})),
  "chat stream": post("/v1/chat/completions", chat({ stream: true })),
  "chat JSON": post("/v1/chat/completions", chat({ response_format: answerSchema })),
  responses: post("/v1/responses", (asked) => ({ model: "pump", input: asked })),
  MCP: async (service, asked) => {
    const agent = await connectAgent(service, { revision: revisionNames[0]! });
    const reply = await agent.callTool({ name: "ask_expert", arguments: { expert: "pump", question: asked } });
    await agent.close();
    return JSON.stringify(reply);
  },
};

describe.each(failures)("%s", (_, script, what) => {
  test("the sources answer on every surface, and the failure is named", async () => {
    const service = await scene(script);
    for (const [name, ask] of Object.entries(surfaces)) {
      const told = await ask(service, question);
      expect([name, told.includes(what), told.includes("hunter2")]).toEqual([name, true, false]);
      expect([name, told.includes("six")]).toEqual([name, true]);
    }
  }, 60_000);

  test("without an answer in the sources the failure is the error", async () => {
    const service = await scene(script);
    for (const name of ["query", "chat", "MCP"]) {
      const told = await surfaces[name]!(service, unknown);
      expect([name, told.includes(what)]).toEqual([name, true]);
    }
  }, 30_000);
});

test("with tools the sources answer too; a form that they cannot fill is the error", async () => {
  const service = await scene(stream({ content: "<think>hunter2</think>" }));
  const ask = async (more: object) =>
    (await service.request("POST", "/v1/chat/completions", { body: chat(more)(question) })).json;
  expect(await ask({ tools: [tool] })).toMatchObject({
    choices: [
      {
        message: {
          content: expect.stringContaining("six months"),
          context: { notes: [{ code: "model_failed" }, { code: "tools_not_called" }] },
        },
      },
    ],
  });
  expect(await ask({ response_format: { type: "json_object" } })).toMatchObject({
    error: { code: "upstream_model_error" },
  });
  expect(await ask({ tools: [tool], tool_choice: "required" })).toMatchObject({
    error: { code: "upstream_model_error" },
  });
}, 30_000);

test("with the setting `none` every failure is the error", async () => {
  const service = await scene(stream({ content: "" }));
  await service.request("PATCH", "/v1/experts/pump", { body: { settings: { fallback: "none" } } });
  expect((await service.request("POST", "/v1/experts/pump/query", { body: { question } })).json).toMatchObject({
    error: { code: "upstream_model_error" },
  });
});
