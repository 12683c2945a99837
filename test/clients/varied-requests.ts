/** Many varied requests to the executable: valid OpenAI requests are answered, and every reply is checked against the specification. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { completionProblems, readChatStream } from "../support/replies/openai-validator.ts";
import { readResponsesStream, responseProblems } from "../support/replies/responses-validator.ts";
import { chatRequestBody } from "../support/requests/chat-request-samples.ts";
import { model, question } from "./pump-manual.ts";
import { native } from "./service.ts";

/** Half of the questions have an answer in the memory. */
const bodies = fc.tuple(chatRequestBody, fc.boolean()).map(([body, holds]) => ({
  ...body,
  model,
  messages: [...(body.messages as object[]), ...(holds ? [{ role: "user", content: question }] : [])],
}));

test("300 chats", async () => {
  const ask = async (body: object) => {
    const response = await native("/chat/completions", { method: "POST", json: body });
    const text = await response.text();
    return { status: response.status, text };
  };
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const whole = await ask({ ...body, stream: false });
      expect({ status: whole.status, problems: completionProblems(JSON.parse(whole.text)) }).toEqual({
        status: 200,
        problems: [],
      });
      const options = { include_usage: true };
      const streamed = await ask({ ...body, stream: true, stream_options: options });
      const { problems, content, finishReason } = readChatStream(streamed.text, true);
      const [choice] = JSON.parse(whole.text).choices;
      expect({ problems, content, finishReason }).toEqual({
        problems: [],
        content: choice.message.content,
        finishReason: choice.finish_reason,
      });
    }),
    { numRuns: 150, seed: 20261121 },
  );
});

test("100 responses", async () => {
  const texts = (body: { messages: readonly unknown[] }) =>
    body.messages.filter((message) => (message as { role: string }).role !== "function");
  await fc.assert(
    fc.asyncProperty(bodies, fc.boolean(), async (body, stream) => {
      const { temperature = null, top_p = null, metadata = {} } = body as Record<string, unknown>;
      const json = { model, input: texts(body), temperature, top_p, metadata, stream };
      const response = await native("/responses", { method: "POST", json });
      const text = await response.text();
      const problems = stream ? readResponsesStream(text).problems : responseProblems(JSON.parse(text));
      expect({ status: response.status, problems }).toEqual({ status: 200, problems: [] });
    }),
    { numRuns: 100, seed: 20261121 },
  );
});
