import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AnswerEvent } from "../../../src/answering/answer.ts";
import { citationView } from "../../../src/api/native-views.ts";
import { responseObject } from "../../../src/http/openai/dialects/responses-reply.ts";
import { parseResponsesRequest, type ResponsesRequest } from "../../../src/http/openai/dialects/responses-request.ts";
import { ResponseObject } from "../../../src/http/openai/dialects/responses-schemas.ts";
import { type ResponsesStreamContext, responseEvents } from "../../../src/http/openai/dialects/responses-stream.ts";
import type { CitationStyle } from "../../../src/http/openai/expert-request.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { arbitraryAnswer, eventsOf, filterAnswer, sampleQueryId } from "../../support/replies/answer-samples.ts";
import { problemsOf } from "../../support/replies/openai-validator.ts";
import { join, replyContext } from "../../support/replies/reply-context.ts";
import { readResponsesStream, responseProblems } from "../../support/replies/responses-validator.ts";
import { faultOf, smallestRequest } from "../../support/requests/parsed-request.ts";

const echo = {
  instructions: null,
  max_output_tokens: null,
  temperature: null,
  top_p: null,
  metadata: {},
  text: { format: { type: "text" } },
  tools: [],
  tool_choice: "auto",
  parallel_tool_calls: true,
};
const context = (changes: Partial<ResponsesStreamContext> = {}): ResponsesStreamContext => ({
  ...replyContext(),
  responseId: "resp_00000000000000000000000001",
  echo,
  ...changes,
});

describe("request", () => {
  const plain: ResponsesRequest = { ...smallestRequest, echo };
  const parse = (fields: object) => parseResponsesRequest({ model: "manuals", input: "How often?", ...fields });
  test("a string", () => {
    expect(parse({})).toEqual(plain);
    const tools = [{ type: "web_search" }];
    expect(parse({ input: " How often?\n", store: true, previous_response_id: null, tools, x: 1 })).toEqual({
      ...plain,
      echo: { ...echo, tools },
    });
  });

  test("items: messages with and without a type; tool calls and reasoning are skipped", () => {
    const input = [
      { role: "developer", content: "Be brief." },
      { type: "message", role: "user", content: [{ type: "input_text", text: "What?" }] },
      { type: "reasoning", summary: [] },
      { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: "x" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "A part [1].", annotations: [] }] },
      { role: "user", content: "How often?" },
    ];
    expect(parse({ input, instructions: "You know filters." })).toEqual({
      ...plain,
      history: [
        { role: "user", text: "What?" },
        { role: "assistant", text: "A part." },
      ],
      instructions: "You know filters.\n\nBe brief.",
      echo: { ...echo, instructions: "You know filters." },
    });
  });

  test("all used fields", () => {
    const format = { type: "json_schema", name: "n", schema: {} };
    const fields = {
      max_output_tokens: 9,
      temperature: 0.5,
      top_p: 0.9,
      metadata: { a: "b" },
      stream: true,
      k: 3,
      filter: { year: 2024 },
      citations: "off",
      text: { format },
    };
    expect(parse(fields)).toEqual({
      ...plain,
      maxTokens: 9,
      sampling: { temperature: 0.5, top_p: 0.9 },
      stream: true,
      k: 3,
      filter: { year: 2024 },
      citations: "off",
      format: {
        request: { type: "json_schema", json_schema: { name: "n", schema: {} } },
        schema: {},
        brokenRule: expect.any(Function),
        param: "text.format",
      },
      echo: { ...echo, max_output_tokens: 9, temperature: 0.5, top_p: 0.9, metadata: { a: "b" }, text: { format } },
    });
  });

  test.each([
    [{ previous_response_id: "resp_1" }, "previous_response_id"],
    [{ conversation: "conv_1" }, "conversation"],
    [{ prompt: { id: "pmpt_1" } }, "prompt"],
    [{ background: true }, "background"],
    [{ instructions: 5 }, "instructions"],
    [{ input: " " }, "input"],
    [{ input: 5 }, "input"],
    [{ input: [] }, "input"],
    [{ input: [{ type: "item_reference", id: "msg_1" }] }, "input[0]"],
    [{ input: [{ role: "user", content: [{ type: "input_image" }] }] }, "input[0].content[0]"],
    [{ max_output_tokens: 0 }, "max_output_tokens"],
    [{ text: { format: 1 } }, "text.format"],
  ])("%j is invalid", (fields, param) => {
    expect(faultOf(() => parse(fields))).toEqual({ code: "invalid_parameter", param });
  });

  test("missing or too long fields", () => {
    expect(faultOf(() => parse({ input: null }))).toEqual({ code: "missing_required_parameter", param: "input" });
    expect(faultOf(() => parse({ input: "x".repeat(8001) }))).toEqual({
      code: "context_length_exceeded",
      param: "input",
    });
  });

  test("the alternative to stored state is named", () => {
    expect(() => parse({ previous_response_id: "resp_1" })).toThrow(
      "\"previous_response_id\" must be left out, since nothing is stored here: send the earlier turns in 'input'.",
    );
  });
});

const citation = (url: string, title: string, start_index: number) => ({
  type: "url_citation" as const,
  url,
  title,
  start_index,
  end_index: start_index + 3,
});

test("the whole object", () => {
  const response = responseObject(filterAnswer, context({ footer: false }));
  expect(response).toEqual({
    id: "resp_00000000000000000000000001",
    object: "response",
    created_at: 1_795_248_000,
    status: "completed",
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: "manuals",
    output: [
      {
        id: "msg_00000000000000000000000001",
        type: "message",
        status: "completed",
        role: "assistant",
        content: [
          {
            type: "output_text",
            text: "Replace the filter every six months [1]. Rinse it 💧 weekly [2][1].",
            annotations: [
              citation("http://localhost:7333/passages/chk_0000000000001", "Manual", 36),
              citation("https://example.org/care (new)", "Care [2nd ed.]", 59),
              citation("http://localhost:7333/passages/chk_0000000000001", "Manual", 62),
            ],
            logprobs: [],
          },
        ],
      },
    ],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: null,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    top_p: null,
    truncation: "disabled",
    usage: {
      input_tokens: 20,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 29,
    },
    metadata: {},
    context: {
      expert_id: "exp_00000000000000000000000001",
      query_id: "qry_00000000000000000000000001",
      abstained: false,
      abstain_reason: null,
      citations: filterAnswer.citations.map(citationView),
      grounded: true,
      unsupported: [],
      notes: [],
    },
  });
});

test("a text cut by its token limit is incomplete", () => {
  expect(responseObject(filterAnswer, context({ maxTokens: 2 }))).toMatchObject({
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    output: [{ status: "incomplete", content: [{ text: "Replace" }] }],
  });
});

const changes = fc.record({
  citations: fc.constantFrom<CitationStyle>("full", "annotations", "inline", "off"),
  footer: fc.boolean(),
  maxTokens: fc.option(fc.integer({ min: 1, max: 30 })),
});

test("a stream ends in the object of the reply without streaming, after its text and annotations", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer, changes, async ({ answer, pieces }, changed) => {
      const given = context(changed);
      const response = responseObject(answer, given);
      expect([...responseProblems(response), ...problemsOf(ResponseObject, response)]).toEqual([]);
      const [item] = response.output;
      const part = item?.type === "message" ? item.content[0] : undefined;
      if (part?.type !== "output_text") throw new Error("the response has no text");
      expect(readResponsesStream(await join(responseEvents(eventsOf(answer, pieces), given)))).toEqual({
        problems: [],
        deltas: part.text,
        annotations: part.annotations,
        response,
      });
    }),
    { numRuns: 500 },
  );
});

describe("failure", () => {
  const failing = async function* (events: AnswerEvent[]): AsyncGenerator<AnswerEvent> {
    yield* events;
    throw new Fault("upstream_timeout", "The model did not answer in time.");
  };

  test("before the first event is thrown", async () => {
    expect(join(responseEvents(failing([]), context()))).rejects.toThrow("The model did not answer in time.");
  });

  test("later makes the response failed", async () => {
    const events = failing([
      { type: "start", id: sampleQueryId, createdAt: 0 },
      { type: "text", text: "Replace" },
    ]);
    const { problems, deltas, response } = readResponsesStream(await join(responseEvents(events, context())));
    expect({ problems, deltas }).toEqual({ problems: [], deltas: "Replace" });
    expect(response).toMatchObject({
      status: "failed",
      error: { code: "server_error", message: "The model did not answer in time." },
      output: [],
    });
  });
});
