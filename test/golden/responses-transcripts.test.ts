/** Whole transcripts of response streams, byte for byte. To change one, change its file and say why in the commit. */
import { expect, test } from "bun:test";
import { join as joinPath } from "node:path";
import { type ResponsesStreamContext, responseEvents } from "../../src/http/openai/dialects/responses-stream.ts";
import { eventsOf, filterAnswer, halfSaid, refusal } from "../support/replies/answer-samples.ts";
import { join, replyContext } from "../support/replies/reply-context.ts";

const pieces = ["Replace the filter every ", "six months ", "[1]. Rinse", " it 💧 weekly [2][1]."];
const context = (changes: Partial<ResponsesStreamContext> = {}): ResponsesStreamContext => ({
  ...replyContext(),
  responseId: "resp_00000000000000000000000001",
  echo: {
    instructions: "Be brief.",
    max_output_tokens: null,
    temperature: 0,
    top_p: null,
    metadata: { a: "b" },
    text: { format: { type: "text" } },
    tools: [],
    tool_choice: "auto",
    parallel_tool_calls: true,
  },
  ...changes,
});

test.each([
  ["plain", eventsOf(filterAnswer, pieces), {}],
  ["cut-by-tokens", eventsOf(filterAnswer, pieces), { maxTokens: 12 }],
  ["abstention", eventsOf(refusal, ["The sources do not say."]), {}],
  ["cut-by-the-model", eventsOf(halfSaid, ["Replace the filter every six months [1]. Rinse it"]), {}],
] as const)("%s", async (name, events, changes) => {
  const golden = Bun.file(joinPath(import.meta.dir, "transcripts", `openai-responses-${name}.txt`));
  expect(await join(responseEvents(events, context(changes)))).toBe(await golden.text());
});
