/** Answers as JSON: from a model, with each value checked against the passages; without a model for simple forms. */
import { afterEach, describe, expect, test } from "bun:test";
import OpenAI from "openai";
import { type Script, type ScriptedModel, scriptedModel } from "../../support/fakes/scripted-model.ts";
import { startService, type TestService } from "../../support/service.ts";

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

const text =
  "# Filters\n\nReplace the filter every six months. Order part 4711 for it.\n\n# Housing\n\nRinse the housing with clean water.";

interface Scene {
  readonly service: TestService;
  readonly client: OpenAI;
  readonly model: ScriptedModel | null;
}

/** @param scripts the model's replies; without them there is no model. */
async function scene(scripts: readonly Script[] = [], expert: Record<string, unknown> = {}): Promise<Scene> {
  const model = scripts.length === 0 ? null : scriptedModel(scripts);
  if (model !== null) running.push({ close: () => model.stop() });
  const settings =
    model === null ? {} : { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "8192" };
  const service = await startService({ settings });
  running.push(service);
  await service.request("POST", "/v1/experts", { body: { name: "Pump", ...expert } });
  await service.request("POST", "/v1/experts/pump/sources?wait=60", { body: { text, title: "Manual" } });
  const client = new OpenAI({
    baseURL: "http://localhost/v1",
    apiKey: service.owner,
    maxRetries: 0,
    fetch: (address, init) => service.docent.app.handle(new Request(String(address), init)),
  });
  return { service, client, model };
}

interface Context {
  readonly grounded: boolean;
  readonly unsupported: readonly { readonly start: number; readonly end: number }[];
  readonly citations: readonly {
    readonly quote: string;
    readonly answer_spans: readonly { start: number; end: number }[];
  }[];
}

const contextOf = (message: unknown) => (message as { context: Context }).context;
const cut = (content: string | null, { start, end }: { start: number; end: number }) =>
  [...(content ?? "")].slice(start, end).join("");

const question = [{ role: "user" as const, content: "How often is the filter replaced?" }];
const schema = {
  type: "object",
  properties: { action: { type: "string" }, part_number: { type: "integer" }, colour: { type: "string" } },
  required: ["action", "part_number", "colour"],
  additionalProperties: false,
};
const response_format = { type: "json_schema" as const, json_schema: { name: "care", strict: true, schema } };
const written = '{"action":"Replace the filter every six months.","part_number":4711,"colour":"bright pink"}';
const pieces = written.match(/.{1,7}/g) ?? [];

describe("with a model", () => {
  test("the form goes to the model with the passages; its values are cited, and unsupported ones are reported", async () => {
    const { client, model } = await scene([{ kind: "stream", pieces }]);
    const { choices, usage } = await client.chat.completions.create({
      model: "pump",
      messages: question,
      response_format,
    });
    const message = choices[0]!.message;
    expect([message.content, message.refusal, choices[0]!.finish_reason]).toEqual([written, null, "stop"]);
    const { grounded, unsupported, citations } = contextOf(message);
    expect([grounded, unsupported.map((span) => cut(message.content, span))]).toEqual([false, ["bright pink"]]);
    expect(
      citations.map(({ quote, answer_spans }) => [quote, answer_spans.map((span) => cut(message.content, span))]),
    ).toEqual([
      ["Replace the filter every six months.", ["Replace the filter every six months."]],
      ["Order part 4711 for it.", ["4711"]],
    ]);
    const marked = message.annotations!.map(({ url_citation: { start_index, end_index } }) =>
      cut(message.content, { start: start_index, end: end_index }),
    );
    expect(marked).toEqual(["Replace the filter every six months.", "4711"]);
    expect(usage?.prompt_tokens).toBe(120);
    const { body } = model!.calls[0]!;
    expect(body.response_format).toEqual(response_format);
    expect(JSON.stringify(body.messages)).toContain("Replace the filter every six months.");
    expect(JSON.stringify(body.messages)).not.toContain("NO_ANSWER");
  });

  test("a fully supported reply is grounded", async () => {
    const { client } = await scene([{ kind: "stream", pieces: ['{"action":"Rinse the housing with clean water."}'] }]);
    const { choices } = await client.chat.completions.create({
      model: "pump",
      messages: [{ role: "user", content: "How is the housing rinsed?" }],
      response_format: { type: "json_object" },
    });
    expect(contextOf(choices[0]!.message)).toMatchObject({ grounded: true, unsupported: [] });
  });

  test("streamed, the same", async () => {
    const { client } = await scene([{ kind: "stream", pieces }]);
    const stream = client.chat.completions.stream({ model: "pump", messages: question, response_format });
    const message = (await stream.finalChatCompletion()).choices[0]!.message;
    expect(message.content).toBe(written);
    expect(contextOf(message)).toMatchObject({ grounded: false, citations: [{}, {}] });
  });

  test("by the Responses API, complete and streamed", async () => {
    const { client, model } = await scene([{ kind: "stream", pieces }]);
    const text = { format: { type: "json_schema" as const, name: "care", schema, strict: true } };
    const whole = await client.responses.create({ model: "pump", input: "How often is the filter replaced?", text });
    const streamed = await client.responses
      .stream({ model: "pump", input: "How often is the filter replaced?", text })
      .finalResponse();
    expect([whole.output_text, streamed.output_text]).toEqual([written, written]);
    expect(whole.text?.format).toEqual(text.format);
    expect(contextOf(whole)).toMatchObject({ grounded: false });
    expect(model!.calls.map(({ body }) => body.response_format)).toEqual([response_format, response_format]);
  });

  const filling = {
    type: "json_schema" as const,
    json_schema: {
      name: "reply",
      schema: { type: "object", properties: { reply: { type: "string" } }, required: ["reply"] },
    },
  };
  const plain = ["Every six ", "months, of course."];
  const failure = "The model server wrote text that is not in the form that was asked for.";
  const failed = [{ code: "model_failed", message: expect.stringContaining(failure) }];

  test.each([
    ["plain text", plain],
    ["a word in quotes", ['"Every six months."']],
    ["a list", ["[1, 2]"]],
  ])("%s instead of the form is a failure: the sources fill a form that they can fill", async (_, pieces) => {
    const { client, service } = await scene([{ kind: "stream", pieces }]);
    const expected = { reply: "Replace the filter every six months." };
    const asked = { model: "pump", messages: question, response_format: filling };
    const { choices } = await client.chat.completions.create(asked);
    expect(JSON.parse(choices[0]!.message.content ?? "")).toEqual(expected);
    expect(contextOf(choices[0]!.message)).toMatchObject({ grounded: true, notes: failed });
    const streamed = (await client.chat.completions.stream(asked).finalChatCompletion()).choices[0]!.message;
    expect(JSON.parse(streamed.content ?? "")).toEqual(expected);
    expect(contextOf(streamed)).toMatchObject({ notes: failed });
    const text = { format: { type: "json_schema" as const, ...filling.json_schema } };
    const input = "How often is the filter replaced?";
    const whole = await client.responses.create({ model: "pump", input, text });
    const events = await service.request("POST", "/v1/responses", {
      body: { model: "pump", input, text, stream: true },
    });
    expect([JSON.parse(whole.output_text), contextOf(whole)]).toMatchObject([expected, { notes: failed }]);
    expect([events.text.includes(failure), events.text.includes("of course")]).toEqual([true, false]);
  });

  test.each([
    ["that the sources cannot fill", response_format, plain],
    ["without a schema", { type: "json_object" as const }, plain],
    ["that is broken after its beginning", filling, ['{"reply": "Every six', " months.}"]],
  ])("instead of a form %s it is a 502, and the error of a stream", async (_, format, pieces) => {
    const { service } = await scene([{ kind: "stream", pieces }]);
    const text = { format: format.type === "json_object" ? format : { type: format.type, ...format.json_schema } };
    const chat = { model: "pump", messages: question, response_format: format };
    const responses = { model: "pump", input: "How often is the filter replaced?", text };
    for (const [path, body] of [["chat/completions", chat] as const, ["responses", responses] as const]) {
      const whole = await service.request("POST", `/v1/${path}`, { body });
      expect([whole.status, whole.error.code]).toEqual([502, "upstream_model_error"]);
      expect(whole.error.message).toStartWith(failure);
      const streamed = await service.request("POST", `/v1/${path}`, { body: { ...body, stream: true } });
      expect([streamed.text.includes(failure), streamed.text.includes("of course")]).toEqual([true, false]);
    }
  });

  test("a form in a code block is taken out of it", async () => {
    const { client } = await scene([{ kind: "stream", pieces: ["```json\n", written, "\n```\n"] }]);
    const asked = { model: "pump", messages: question, response_format };
    expect((await client.chat.completions.create(asked)).choices[0]!.message.content).toBe(written);
    const streamed = await client.chat.completions.stream(asked).finalChatCompletion();
    expect(streamed.choices[0]!.message.content).toBe(written);
  });

  test("the beginning of a form that is cut by the limit is passed on as such", async () => {
    const { client } = await scene([{ kind: "deltas", deltas: [{ content: '{"action":"Rep' }], finish: "length" }]);
    const { choices } = await client.chat.completions.create({ model: "pump", messages: question, response_format });
    expect([choices[0]!.message.content, choices[0]!.finish_reason]).toEqual(['{"action":"Rep', "length"]);
  });

  test.each([
    ["an expert with a minimum confidence", pieces, { min_confidence: 1 }],
    ["a model that writes NO_ANSWER", ["NO_", "ANSWER"], {}],
    ["a model that writes NO_ANSWER into the form", ['{"act', 'ion": "NO_A', 'NSWER", "part_number": 0', "}"], {}],
  ])("%s refuses, complete and streamed, in chat and responses", async (_, pieces, more) => {
    const { client } = await scene([{ kind: "stream", pieces }], {
      settings: { refusal_text: "I do not know.", ...more },
    });
    const { choices } = await client.chat.completions.create({ model: "pump", messages: question, response_format });
    const refused = { content: null, refusal: "I do not know.", context: { abstained: true, notes: [] } };
    expect(choices[0]!.message).toMatchObject(refused);
    const stream = client.chat.completions.stream({ model: "pump", messages: question, response_format });
    expect((await stream.finalChatCompletion()).choices[0]!.message.refusal).toBe("I do not know.");
    const asked = { model: "pump", input: "Why?", text: { format: { type: "json_object" as const } } };
    const output = [{ content: [{ type: "refusal", refusal: "I do not know." }] }];
    expect(await client.responses.create(asked)).toMatchObject({ output });
    expect(await client.responses.stream(asked).finalResponse()).toMatchObject({ output });
  });
});

const formOf = (properties: object, more: object = {}) => ({
  type: "json_schema" as const,
  json_schema: {
    name: "reply",
    strict: true,
    schema: { type: "object", properties, required: Object.keys(properties), additionalProperties: false, ...more },
  },
});

describe("without a model", () => {
  const ask = async ({ client }: Scene, format: object, content = "How often is the filter replaced?") => {
    const { choices } = await client.chat.completions.create({
      model: "pump",
      messages: [{ role: "user", content }],
      response_format: format as typeof response_format,
    });
    return choices[0]!.message;
  };

  test("one field of text is filled", async () => {
    const here = await scene();
    const message = await ask(here, formOf({ reply: { type: "string", description: "What to do." } }));
    expect(JSON.parse(message.content ?? "")).toEqual({ reply: "Replace the filter every six months." });
    const [citation] = contextOf(message).citations;
    expect(citation?.answer_spans.map((span) => cut(message.content, span))).toEqual([
      "Replace the filter every six months.",
    ]);
    expect(contextOf(message)).toMatchObject({ grounded: true, unsupported: [] });
  });

  test("an answer with citations is filled, by references too", async () => {
    const here = await scene();
    const words = { type: "array", items: { type: "string" } };
    const strings = await ask(here, formOf({ citations: words, answer: { type: "string" } }));
    expect(strings.content).toBe(
      '{"citations":["Replace the filter every six months."],"answer":"Replace the filter every six months."}',
    );
    const item = {
      type: "object",
      properties: {
        title: { type: "string" },
        quote: { type: "string" },
        url: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["title", "quote", "url"],
    };
    const objects = formOf(
      { answer: { type: "string" }, sources: { type: "array", items: { $ref: "#/$defs/Source" } } },
      { $defs: { Source: item } },
    );
    expect(JSON.parse((await ask(here, objects)).content ?? "")).toEqual({
      answer: "Replace the filter every six months.",
      sources: [{ title: "Manual", quote: "Replace the filter every six months.", url: null }],
    });
  });

  test("streamed and by responses, the same", async () => {
    const { client } = await scene();
    const format = formOf({ reply: { type: "string" } });
    const stream = client.chat.completions.stream({ model: "pump", messages: question, response_format: format });
    const expected = '{"reply":"Replace the filter every six months."}';
    expect((await stream.finalChatCompletion()).choices[0]!.message.content).toBe(expected);
    const text = { format: { type: "json_schema" as const, ...format.json_schema } };
    const input = "How often is the filter replaced?";
    expect((await client.responses.create({ model: "pump", input, text })).output_text).toBe(expected);
  });

  test("an abstention is a refusal", async () => {
    const message = await ask(await scene(), formOf({ reply: { type: "string" } }), "Who won the war of 1812?");
    expect([message.content, typeof message.refusal]).toEqual([null, "string"]);
  });

  test.each([
    [{ type: "json_object" }],
    [formOf({ a: { type: "string" }, b: { type: "string" } })],
    [formOf({ a: { type: "integer" } })],
    [formOf({ a: { type: "string", enum: ["x"] } })],
    [formOf({ answer: { type: "string" }, citations: { type: "array", items: { type: "integer" } } })],
    [formOf({})],
    [formOf({ a: { $ref: "#/$defs/Nowhere" } })],
  ])("%j is refused with the next step", async (format) => {
    const { service } = await scene();
    const { status, error } = await service.request("POST", "/v1/chat/completions", {
      body: { model: "pump", messages: question, response_format: format },
    });
    expect([status, error.code, error.param]).toEqual([400, "invalid_parameter", "response_format"]);
    expect(error.message).toContain("DOCENT_LLM_URL");
  });
});
