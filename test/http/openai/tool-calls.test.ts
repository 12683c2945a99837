/** Tools of the client: passed on to a model, called and answered in OpenAI's form; without a model, not called. */
import { afterEach, describe, expect, test } from "bun:test";
import OpenAI from "openai";
import { type Script, type ScriptedModel, scriptedModel } from "../../support/fakes/scripted-model.ts";
import { startService } from "../../support/service.ts";

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

async function scene(scripts: readonly Script[]): Promise<{ client: OpenAI; model: ScriptedModel }> {
  const model = scriptedModel(scripts);
  running.push({ close: () => model.stop() });
  const settings = { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "8192" };
  const service = await startService({ settings: scripts.length === 0 ? {} : settings });
  running.push(service);
  await service.request("POST", "/v1/experts", { body: { name: "Pump" } });
  await service.request("POST", "/v1/experts/pump/sources?wait=60", {
    body: { text: "Replace the filter every six months.", title: "Manual" },
  });
  const client = new OpenAI({
    baseURL: "http://localhost/v1",
    apiKey: service.owner,
    maxRetries: 0,
    fetch: (address, init) => service.docent.app.handle(new Request(String(address), init)),
  });
  return { client, model };
}

const parameters = { type: "object", properties: { city: { type: "string" } } };
const tools = [{ type: "function" as const, function: { name: "get_weather", parameters } }];
const question = { role: "user" as const, content: "What is the weather in Rome, and when do I replace the filter?" };
const call = (id: string, city: string) => ({
  id,
  type: "function" as const,
  function: { name: "get_weather", arguments: `{"city":"${city}"}` },
});
/** Two calls at once, in pieces. */
const calling: Script = {
  kind: "deltas",
  finish: "tool_calls",
  deltas: [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ index: 0, id: "call_a", type: "function", function: { name: "get_weather", arguments: "" } }],
    },
    { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '"Rome"}' } }] },
    {
      tool_calls: [
        { index: 1, id: "call_b", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
      ],
    },
  ],
};
const calls = [call("call_a", "Rome"), call("call_b", "Oslo")];
const results = [
  { role: "assistant" as const, content: null, tool_calls: calls },
  { role: "tool" as const, tool_call_id: "call_a", content: "Rome: sunny, 22 degrees." },
  { role: "tool" as const, tool_call_id: "call_b", content: "Oslo: snow." },
];

describe("with a model", () => {
  test("tools are passed on, calls come back", async () => {
    const { client, model } = await scene([calling]);
    const completion = await client.chat.completions.create({
      model: "pump",
      messages: [question],
      tools,
      tool_choice: "required",
      parallel_tool_calls: true,
    });
    expect(completion.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: null, refusal: null, tool_calls: calls },
    });
    expect(model.calls[0]!.body).toMatchObject({ tools, tool_choice: "required", parallel_tool_calls: true });
  });

  test("streamed, the same", async () => {
    const { client } = await scene([calling]);
    const stream = client.chat.completions.stream({ model: "pump", messages: [question], tools });
    const [choice] = (await stream.finalChatCompletion()).choices;
    expect(choice!.finish_reason).toBe("tool_calls");
    expect(choice!.message.tool_calls).toMatchObject(calls);
  });

  test("from a server that does not stream and gives no ids", async () => {
    const message = { content: null, tool_calls: [{ function: call("", "Rome").function }] };
    const { client } = await scene([{ kind: "deltas", deltas: [message], finish: "tool_calls", whole: true }]);
    const { choices } = await client.chat.completions.create({ model: "pump", messages: [question], tools });
    expect(choices[0]!.message.tool_calls).toEqual([call("call_0", "Rome")]);
  });

  test("results of tools go back to the model, are cited as such, and unsupported text is reported", async () => {
    const said = "Rome is sunny with 22 degrees. Nobody skis there. Replace the filter every six months [1].";
    const { client, model } = await scene([{ kind: "stream", pieces: [said] }]);
    const { choices } = await client.chat.completions.create({
      model: "pump",
      messages: [question, ...results],
      tools,
    });
    const message = choices[0]!.message;
    expect(message.content).toStartWith(
      "Rome is sunny with 22 degrees [1]. Nobody skis there. Replace the filter every six months [2].",
    );
    expect(message).toMatchObject({
      context: {
        grounded: false,
        unsupported: [{ start: 35, end: 53 }],
        citations: [
          { origin: "tool", message: 2, title: "get_weather", quote: "Rome: sunny, 22 degrees." },
          { title: "Manual", quote: "Replace the filter every six months." },
        ],
      },
    });
    expect((model.calls[0]!.body.messages as object[]).slice(-3)).toEqual(results);
  });

  test("by responses: calls out, results in, streamed too", async () => {
    const { client, model } = await scene([calling, calling, { kind: "stream", pieces: ["Rome is sunny."] }]);
    const flat = [{ type: "function" as const, name: "get_weather", parameters, strict: null }];
    const asked = { model: "pump", input: question.content, tools: flat };
    const whole = await client.responses.create(asked);
    const items = [
      {
        type: "function_call",
        status: "completed",
        call_id: "call_a",
        name: "get_weather",
        arguments: '{"city":"Rome"}',
      },
      {
        type: "function_call",
        status: "completed",
        call_id: "call_b",
        name: "get_weather",
        arguments: '{"city":"Oslo"}',
      },
    ];
    expect(whole.output).toMatchObject(items);
    const streamed = await client.responses.stream(asked).finalResponse();
    expect(streamed.output).toMatchObject(items);
    const outputs = [
      { type: "function_call_output" as const, call_id: "call_a", output: "Rome: sunny, 22 degrees." },
      { type: "function_call_output" as const, call_id: "call_b", output: "Oslo: snow." },
    ];
    const again = await client.responses.create({
      ...asked,
      input: [question, ...whole.output.filter((item) => item.type === "function_call"), ...outputs],
    });
    expect(again.output_text).toStartWith("Rome is sunny [1].");
    expect(model.calls[0]!.body.tools).toEqual([{ type: "function", function: { name: "get_weather", parameters } }]);
    expect((model.calls[2]!.body.messages as object[]).slice(-3)).toEqual(results);
  });
});

describe("without a model", () => {
  test("optional tools are not called, and the reply says so", async () => {
    const { client } = await scene([]);
    const messages = [{ role: "user" as const, content: "How often is the filter replaced?" }];
    const { choices } = await client.chat.completions.create({ model: "pump", messages, tools, tool_choice: "auto" });
    expect(choices[0]!.message).toMatchObject({
      content: expect.stringContaining("every six months"),
      context: { notes: [{ code: "tools_not_called" }] },
    });
  });

  test("a required call is refused", async () => {
    const { client } = await scene([]);
    for (const tool_choice of ["required" as const, { type: "function" as const, function: { name: "get_weather" } }]) {
      const asked = client.chat.completions.create({ model: "pump", messages: [question], tools, tool_choice });
      const failure = await asked.then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ status: 400, param: "tool_choice" });
    }
  });
});
