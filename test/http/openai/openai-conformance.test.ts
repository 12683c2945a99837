/** Many varied requests: each is parsed from JSON text and answered, and the reply is checked against the specification. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { chatCompletion } from "../../../src/http/openai/dialects/chat-reply.ts";
import { parseChatRequest } from "../../../src/http/openai/dialects/chat-request.ts";
import { chatCompletionChunks } from "../../../src/http/openai/dialects/chat-stream.ts";
import { arbitraryAnswer, eventsOf } from "../../support/replies/answer-samples.ts";
import { completionProblems, readChatStream } from "../../support/replies/openai-validator.ts";
import { join, replyContext } from "../../support/replies/reply-context.ts";
import { chatRequestBody } from "../../support/requests/chat-request-samples.ts";

test("800 requests that are right for OpenAI are right here, and so are their replies", async () => {
  await fc.assert(
    fc.asyncProperty(chatRequestBody, arbitraryAnswer, async (body, { answer, pieces }) => {
      const request = parseChatRequest(JSON.parse(JSON.stringify(body)));
      const context = replyContext(request);
      const completion = chatCompletion(answer, context);
      const stream = readChatStream(
        await join(chatCompletionChunks(eventsOf(answer, pieces), context)),
        context.includeUsage,
      );
      expect({ reply: completionProblems(completion), stream: stream.problems }).toEqual({ reply: [], stream: [] });
      const [choice] = completion.choices;
      expect([stream.content, stream.finishReason]).toEqual([choice!.message.content, choice!.finish_reason]);
      if (answer.truncated) expect(choice?.finish_reason).toBe("length");
      expect(JSON.parse(JSON.stringify(completion))).toEqual(completion);
    }),
    { numRuns: 800, seed: 20261121 },
  );
});
