import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AnswerEvent } from "../../../src/answering/answer.ts";
import { chatCompletion } from "../../../src/http/openai/dialects/chat-reply.ts";
import { chatCompletionChunks } from "../../../src/http/openai/dialects/chat-stream.ts";
import type { CitationStyle } from "../../../src/http/openai/expert-request.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { arbitraryAnswer, eventsOf, filterAnswer, sampleQueryId } from "../../support/replies/answer-samples.ts";
import { readChatStream } from "../../support/replies/openai-validator.ts";
import { join, replyContext } from "../../support/replies/reply-context.ts";

const context = fc.record({
  citations: fc.constantFrom<CitationStyle>("full", "annotations", "inline", "off"),
  footer: fc.boolean(),
  stop: fc.array(fc.constantFrom("END", "ENDE", "[2", "weekly "), { maxLength: 2 }),
  maxTokens: fc.option(fc.integer({ min: 1, max: 30 })),
  includeUsage: fc.boolean(),
});

test("a stream says what the reply without streaming says, and in the right order", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryAnswer, context, async ({ answer, pieces }, changes) => {
      const given = replyContext(changes);
      const reply = chatCompletion(answer, given);
      const stream = readChatStream(
        await join(chatCompletionChunks(eventsOf(answer, pieces), given)),
        given.includeUsage,
      );
      expect(stream).toEqual({
        problems: [],
        content: reply.choices[0]!.message.content ?? "",
        finishReason: reply.choices[0]!.finish_reason,
        annotations: reply.choices[0]!.message.annotations,
        context: reply.choices[0]!.message.context,
        usage: given.includeUsage ? reply.usage : null,
        error: null,
      });
    }),
    { numRuns: 1000 },
  );
});

describe("failure", () => {
  const failing = async function* (before: readonly AnswerEvent[], error: unknown): AsyncGenerator<AnswerEvent> {
    yield* before;
    throw error;
  };
  const fault = new Fault("upstream_timeout", "The model did not answer in time.");
  const start: AnswerEvent = { type: "start", id: sampleQueryId, createdAt: 0 };

  test("before the first event is thrown", async () => {
    expect(chatCompletionChunks(failing([], fault), replyContext()).next()).rejects.toBe(fault);
  });

  test("later it is an error frame, and the end", async () => {
    const events = failing([start, { type: "text", text: "Replace" }], fault);
    const stream = readChatStream(await join(chatCompletionChunks(events, replyContext())), false);
    expect(stream).toEqual({
      problems: [],
      content: "Replace",
      finishReason: null,
      annotations: [],
      context: undefined,
      usage: null,
      error: {
        error: {
          message: "The model did not answer in time.",
          type: "server_error",
          param: null,
          code: "upstream_timeout",
        },
      },
    });
  });

  test("events without an end event are a failure too", async () => {
    const broken = (async function* (): AsyncGenerator<AnswerEvent> {
      yield start;
    })();
    expect(readChatStream(await join(chatCompletionChunks(broken, replyContext())), false).error).toEqual({
      error: {
        message: "The answer ended before it was complete.",
        type: "server_error",
        param: null,
        code: "internal_error",
      },
    });
  });
});

test("a reader that stops ends the events", async () => {
  let ended = false;
  const events = (async function* () {
    try {
      yield* eventsOf(filterAnswer, ["Replace ", "the "]);
    } finally {
      ended = true;
    }
  })();
  const frames = chatCompletionChunks(events, replyContext());
  await frames.next();
  await frames.return(undefined);
  expect(ended).toBe(true);
});
