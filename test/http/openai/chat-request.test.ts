import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ChatRequest, parseChatRequest } from "../../../src/http/openai/dialects/chat-request.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { faultOf, smallestRequest } from "../../support/requests/parsed-request.ts";

const asked = [{ role: "user", content: "How often?" }];
const plain: ChatRequest = { ...smallestRequest, includeUsage: false };
const parse = (fields: object) => parseChatRequest({ model: "manuals", messages: asked, ...fields });

describe("fields", () => {
  test("nothing but a model and a question", () => {
    expect(parse({})).toEqual(plain);
  });

  test("null is absent, for every field that is read", () => {
    const names = [
      "stream",
      "stream_options",
      "max_tokens",
      "max_completion_tokens",
      "stop",
      "n",
      "tools",
      "tool_choice",
      "function_call",
      "response_format",
      "modalities",
      "temperature",
      "top_p",
      "presence_penalty",
      "frequency_penalty",
      "seed",
      "k",
      "filter",
      "citations",
    ];
    expect(parse(Object.fromEntries(names.map((name) => [name, null])))).toEqual(plain);
  });

  test("the id of the conversation is the client's own, or else its user", () => {
    expect(parse({ user: "u" }).conversation).toBe("u");
    expect(parse({ user: "u", metadata: { conversation_id: "c" } }).conversation).toBe("c");
    expect(parse({ user: " ", metadata: { conversation_id: 3 } }).conversation).toBeNull();
  });

  test("unknown and unused fields are ignored", () => {
    expect(parse({ store: true, metadata: { a: "b" }, logprobs: true, top_k: 40, foo: [1] })).toEqual(plain);
  });

  test("all used fields", () => {
    const fields = {
      stream: true,
      stream_options: { include_usage: true, include_obfuscation: false },
      max_tokens: 50,
      max_completion_tokens: 40,
      stop: ["END", ""],
      n: 1,
      temperature: 0,
      top_p: 1,
      presence_penalty: -2,
      frequency_penalty: 2,
      seed: -7,
      response_format: { type: "json_object" },
      tools: [{ type: "function", function: { name: "f" } }],
      tool_choice: "auto",
      k: 100,
      filter: { year: 2024 },
      citations: "inline",
    };
    expect(parse(fields)).toEqual({
      ...plain,
      stream: true,
      includeUsage: true,
      maxTokens: 40,
      stop: ["END"],
      sampling: { temperature: 0, top_p: 1, presence_penalty: -2, frequency_penalty: 2, seed: -7 },
      tools: { definitions: [{ type: "function", function: { name: "f" } }], choice: "auto", parallel: null },
      format: { request: { type: "json_object" }, schema: null, param: "response_format" },
      k: 100,
      filter: { year: 2024 },
      citations: "inline",
    });
  });

  test("without a function there is nothing to call", () => {
    for (const tool_choice of ["auto", "none", null]) {
      expect(parse({ tools: [{ type: "web_search" }], tool_choice }).tools).toBeNull();
      expect(parse({ tools: [], tool_choice }).tools).toBeNull();
    }
  });

  test("a text response format is none", () => {
    expect(parse({ response_format: { type: "text" } })).toEqual(plain);
  });
});

describe("faults", () => {
  const invalid: [object, string][] = [
    [{ model: "" }, "model"],
    [{ model: 4 }, "model"],
    [{ messages: "hello" }, "messages"],
    [{ messages: [] }, "messages"],
    [{ messages: [{ role: "system", content: "Be brief." }] }, "messages"],
    [{ messages: ["hello"] }, "messages[0]"],
    [{ messages: [...asked, { role: "robot", content: "x" }] }, "messages[1].role"],
    [{ messages: [{ role: "user", content: " \n" }] }, "messages[0].content"],
    [{ messages: [{ role: "user", content: null }] }, "messages[0].content"],
    [{ messages: [{ role: "user", content: 5 }] }, "messages[0].content"],
    [{ messages: [{ role: "user", content: ["hi"] }] }, "messages[0].content"],
    [{ messages: [{ role: "user", content: [{ type: "text" }] }] }, "messages[0].content[0].text"],
    [
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "a" },
              { type: "image_url", image_url: {} },
            ],
          },
        ],
      },
      "messages[0].content[1]",
    ],
    [{ messages: [{ role: "user", content: [{ type: "input_audio" }] }] }, "messages[0].content[0]"],
    [{ messages: [{ role: "user", content: [{ type: "file" }] }] }, "messages[0].content[0]"],
    [{ messages: [{ role: "user", content: [{ type: "toString" }] }] }, "messages[0].content[0]"],
    [{ stream: "yes" }, "stream"],
    [{ stream_options: true }, "stream_options"],
    [{ stream_options: { include_usage: 1 } }, "stream_options.include_usage"],
    [{ n: 2 }, "n"],
    [{ n: 0 }, "n"],
    [{ max_tokens: 0 }, "max_tokens"],
    [{ max_completion_tokens: -1 }, "max_completion_tokens"],
    [{ max_tokens: 1.5 }, "max_tokens"],
    [{ stop: 5 }, "stop"],
    [{ stop: ["a", 1] }, "stop"],
    [{ stop: ["a", "b", "c", "d", "e"] }, "stop"],
    [{ temperature: "0.7" }, "temperature"],
    [{ temperature: 2.1 }, "temperature"],
    [{ temperature: Number.NaN }, "temperature"],
    [{ top_p: -0.1 }, "top_p"],
    [{ seed: 0.5 }, "seed"],
    [{ tool_choice: 1 }, "tool_choice"],
    [{ tools: "f" }, "tools"],
    [{ function_call: { name: "f" } }, "function_call"],
    [{ response_format: "json" }, "response_format"],
    [{ response_format: { type: "xml" } }, "response_format"],
    [{ response_format: { type: "json_schema" } }, "response_format"],
    [{ modalities: ["text", "audio"] }, "modalities[1]"],
    [{ k: 0 }, "k"],
    [{ k: 101 }, "k"],
    [{ k: "8" }, "k"],
    [{ citations: "none" }, "citations"],
  ];
  test.each(invalid)("%j is invalid", (fields, param) => {
    expect(faultOf(() => parse(fields))).toEqual({ code: "invalid_parameter", param });
  });

  test.each([
    [{ model: undefined }, "model"],
    [{ model: null }, "model"],
    [{ messages: undefined }, "messages"],
    [{ messages: [{ content: "hi" }] }, "messages[0].role"],
    [{ response_format: {} }, "response_format.type"],
  ])("%j lacks something", (fields, param) => {
    expect(faultOf(() => parse(fields))).toEqual({ code: "missing_required_parameter", param });
  });

  test.each([[null], [[]], ["text"], [5], [undefined]])("a body that is %j", (body) => {
    expect(faultOf(() => parseChatRequest(body))).toEqual({ code: "invalid_json", param: null });
  });

  test("a question over 8,000 characters, counted as code points", () => {
    const ask = (content: string) => parse({ messages: [{ role: "user", content }] });
    expect(ask("😀".repeat(8000)).question).toHaveLength(16_000);
    expect(faultOf(() => ask("😀".repeat(8001)))).toEqual({ code: "context_length_exceeded", param: "messages" });
  });

  test("a message says what to do next", () => {
    expect(() => parse({ function_call: { name: "f" } })).toThrow(
      "'function_call' is no longer supported. Use 'tools' and 'tool_choice'.",
    );
    expect(() => parse({ max_tokens: 0 })).toThrow('"max_tokens" must be a whole number of at least 1, not 0.');
    expect(() => parse({ k: 0 })).toThrow('"k" must be a whole number from 1 to 100, not 0.');
  });
});

test("any JSON at all is read or refused with a Fault of status 400", () => {
  fc.assert(
    fc.property(
      fc.record(
        {
          model: fc.oneof(fc.constant("m"), fc.jsonValue()),
          messages: fc.oneof(fc.constant(asked), fc.jsonValue(), fc.array(fc.jsonValue())),
          stop: fc.jsonValue(),
          n: fc.jsonValue(),
          stream_options: fc.jsonValue(),
          tool_choice: fc.jsonValue(),
          response_format: fc.jsonValue(),
          modalities: fc.jsonValue(),
        },
        { requiredKeys: ["model", "messages"] },
      ),
      (body) => {
        try {
          expect(parseChatRequest(body).question.trim()).not.toBe("");
        } catch (error) {
          expect(error instanceof Fault && error.kind.status).toBe(400);
        }
      },
    ),
    { numRuns: 500 },
  );
});
