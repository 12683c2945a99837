/** Whole transcripts of chat streams, byte for byte. To change one, change its file and say why in the commit. */
import { expect, test } from "bun:test";
import { join as joinPath } from "node:path";
import type { AnswerEvent } from "../../src/answering/answer.ts";
import { chatCompletionChunks, type StreamContext } from "../../src/http/openai/dialects/chat-stream.ts";
import { Fault } from "../../src/kernel/fault.ts";
import { eventsOf, filterAnswer, halfSaid, refusal } from "../support/replies/answer-samples.ts";
import { join, replyContext } from "../support/replies/reply-context.ts";

const pieces = ["Replace the filter every ", "six months ", "[1]. Rinse", " it 💧 weekly [2][1]."];

async function* failing(): AsyncGenerator<AnswerEvent> {
  yield { type: "start", id: filterAnswer.id, createdAt: filterAnswer.createdAt };
  yield { type: "text", text: "Replace the " };
  throw new Fault("upstream_timeout", "The model did not answer in time.");
}

const transcripts: [string, AsyncGenerator<AnswerEvent>, Partial<StreamContext>][] = [
  ["plain", eventsOf(filterAnswer, pieces), {}],
  ["usage", eventsOf(filterAnswer, pieces), { includeUsage: true, citations: "annotations" }],
  ["without-citations", eventsOf(filterAnswer, pieces), { citations: "off" }],
  ["cut-by-tokens", eventsOf(filterAnswer, pieces), { maxTokens: 12 }],
  ["cut-by-a-stop-string", eventsOf(filterAnswer, pieces), { stop: [". Rinse it"] }],
  ["abstention", eventsOf(refusal, ["The sources ", "do not say."]), {}],
  ["failure", failing(), {}],
  ["cut-by-the-model", eventsOf(halfSaid, ["Replace the filter every six months [1]. Rinse it"]), {}],
];

test.each(transcripts)("%s", async (name, events, changes) => {
  const golden = Bun.file(joinPath(import.meta.dir, "transcripts", `openai-chat-${name}.txt`));
  expect(await join(chatCompletionChunks(events, replyContext(changes)))).toBe(await golden.text());
});
