import { describe, expect, test } from "bun:test";
import { citationView } from "../../../src/api/native-views.ts";
import { chatCompletion } from "../../../src/http/openai/dialects/chat-reply.ts";
import { ChatCompletionObject } from "../../../src/http/openai/dialects/chat-schemas.ts";
import { filterAnswer, refusal, sampleAnswer } from "../../support/replies/answer-samples.ts";
import { completionProblems, problemsOf } from "../../support/replies/openai-validator.ts";
import { replyContext } from "../../support/replies/reply-context.ts";

const annotation = (url: string, title: string, start_index: number, end_index: number) => ({
  type: "url_citation" as const,
  url_citation: { url, title, start_index, end_index },
});
const manual = (start: number, end: number) =>
  annotation("http://localhost:7333/passages/chk_0000000000001", "Manual", start, end);
const care = (start: number, end: number) => annotation("https://example.org/care (new)", "Care [2nd ed.]", start, end);
type Cited = ReturnType<typeof citationView>;
const [first, second] = filterAnswer.citations.map(citationView) as [Cited, Cited];

/** The parts of a reply that the request's limits and citation style change. */
function reply(changes: Parameters<typeof replyContext>[0], answer = filterAnswer) {
  const completion = chatCompletion(answer, replyContext(changes));
  expect(completionProblems(completion)).toEqual([]);
  expect(problemsOf(ChatCompletionObject, completion)).toEqual([]);
  const [choice] = completion.choices;
  const { content, annotations, context } = choice!.message;
  return {
    content,
    annotations,
    citations: context.citations,
    finish: choice?.finish_reason,
    tokens: completion.usage.completion_tokens,
  };
}

test("the whole object", () => {
  expect(chatCompletion(filterAnswer, replyContext())).toEqual({
    id: "chatcmpl-00000000000000000000000001",
    object: "chat.completion",
    created: 1_795_248_000,
    model: "manuals",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content:
            "Replace the filter every six months [1]. Rinse it 💧 weekly [2][1].\n\nSources:\n- [1] Manual, p. 3\n- [2] [Care \\[2nd ed.\\]](https://example.org/care%20%28new%29)",
          refusal: null,
          annotations: [manual(36, 39), care(59, 62), manual(62, 65)],
          context: {
            expert_id: "exp_00000000000000000000000001",
            query_id: "qry_00000000000000000000000001",
            abstained: false,
            abstain_reason: null,
            citations: [first, second],
            grounded: true,
            unsupported: [],
            notes: [],
          },
        },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: {
      prompt_tokens: 20,
      completion_tokens: 9,
      total_tokens: 29,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
  });
});

test("an abstention is an ordinary reply that says so in its context", () => {
  const [choice] = chatCompletion(refusal, replyContext()).choices;
  expect(choice?.message).toEqual({
    role: "assistant",
    content: "The sources do not say.",
    refusal: null,
    annotations: [],
    context: {
      expert_id: "exp_00000000000000000000000001",
      query_id: "qry_00000000000000000000000001",
      abstained: true,
      abstain_reason: "not_supported",
      citations: [],
      grounded: true,
      unsupported: [],
      notes: [],
    },
  });
});

describe("citation styles", () => {
  const marked = "Replace the filter every six months [1]. Rinse it 💧 weekly [2][1].";
  const footer = "\n\nSources:\n- [1] Manual, p. 3\n- [2] [Care \\[2nd ed.\\]](https://example.org/care%20%28new%29)";
  const placed = { annotations: [manual(36, 39), care(59, 62), manual(62, 65)], citations: [first, second] };
  const unplaced = { annotations: [], citations: [] };
  const end = { finish: "stop" as const, tokens: 9 };

  test.each([
    [{ citations: "full" }, { content: marked + footer, ...placed, ...end }],
    [
      { citations: "full", footer: false },
      { content: marked, ...placed, ...end },
    ],
    [{ citations: "annotations" }, { content: marked, ...placed, ...end }],
    [{ citations: "inline" }, { content: marked + footer, ...unplaced, ...end }],
    [
      { citations: "inline", footer: false },
      { content: marked, ...unplaced, ...end },
    ],
    [
      { citations: "off" },
      { content: "Replace the filter every six months. Rinse it 💧 weekly.", ...unplaced, ...end },
    ],
  ] as const)("%j", (style, expected) => {
    expect(reply(style)).toEqual({
      ...expected,
      annotations: [...expected.annotations],
      citations: [...expected.citations],
    });
  });
});

describe("a text cut short", () => {
  test("keeps only the citations whose markers are left, and has no footer", () => {
    expect(reply({ maxTokens: 11 })).toEqual({
      content: "Replace the filter every six months [1].",
      annotations: [manual(36, 39)],
      citations: [first],
      finish: "length",
      tokens: 9,
    });
  });

  test("counts no more tokens than were sent", () => {
    expect(reply({ maxTokens: 2 })).toEqual({
      content: "Replace",
      annotations: [],
      citations: [],
      finish: "length",
      tokens: 2,
    });
  });

  test("a stop string ends it as the model itself would", () => {
    expect(reply({ stop: ["Rinse"] })).toEqual({
      content: "Replace the filter every six months [1]. ",
      annotations: [manual(36, 39)],
      citations: [first],
      finish: "stop",
      tokens: 9,
    });
  });

  test("a model that ran to its own limit did not finish either", () => {
    expect(reply({}, { ...filterAnswer, mode: "generated", model: "small", truncated: true })).toEqual({
      content: "Replace the filter every six months [1]. Rinse it 💧 weekly [2][1].",
      annotations: [manual(36, 39), care(59, 62), manual(62, 65)],
      citations: [first, second],
      finish: "length",
      tokens: 9,
    });
  });

  test("a limit that is not reached changes nothing", () => {
    expect(reply({ maxTokens: 1000, stop: ["END"] })).toEqual(reply({}));
  });
});

test("a bracketed number that cites nothing is not annotated", () => {
  expect(reply({}, sampleAnswer("Use list[7].", [])).annotations).toEqual([]);
});
