import { Elysia } from "elysia";
import { wholeAnswer } from "../../../answering/answer-service.ts";
import { readJson } from "../../body/request-body.ts";
import { sseResponse } from "../../body/sse.ts";
import { answeringErrors, operation } from "../../description/operation.ts";
import type { authentication } from "../../edge/authentication.ts";
import type { concurrencyGuard } from "../../edge/concurrency-guard.ts";
import { type AskingParts, ask } from "../request-answering.ts";
import { chatCompletion } from "./chat-reply.ts";
import { parseChatRequest } from "./chat-request.ts";
import { ChatCompletionChunkObject, ChatCompletionObject, ChatCompletionRequest } from "./chat-schemas.ts";
import { chatCompletionChunks } from "./chat-stream.ts";

interface ChatRoutesParts extends AskingParts {
  readonly auth: ReturnType<typeof authentication>;
  readonly guard: ReturnType<typeof concurrencyGuard>;
}

export function chatRoutes(parts: ChatRoutesParts) {
  return new Elysia({ name: "chat-routes" })
    .use(parts.auth)
    .use(parts.guard)
    .post(
      "/v1/chat/completions",
      async ({ access, permit, request, server, set }) => {
        const chat = parseChatRequest(await readJson(request));
        const requestId = String(set.headers["x-request-id"]);
        const asked = ask(parts, chat, { access, request, requestId });
        const context = { ...chat, ...asked.context, completionId: parts.ids.mint("completion") };
        if (!chat.stream) return chatCompletion(await wholeAnswer(asked.events), context);
        server?.timeout(request, 0);
        return sseResponse(chatCompletionChunks(asked.events, context), { onEnd: asked.abandon, permit });
      },
      { parse: "none", scope: "query", lane: "questions", detail: createChatCompletion },
    );
}

const createChatCompletion = operation({
  id: "createChatCompletion",
  tag: "OpenAI",
  summary: "Chat with an expert, as with OpenAI's API",
  scope: "query",
  description:
    "`model` is an expert's slug, id or alias. The last user message is the question. Fields that are not used are " +
    "ignored. With `stream` the reply is server-sent events that end with `data: [DONE]`.",
  body: { "application/json": ChatCompletionRequest },
  answers: {
    200: { says: "The completion.", schema: ChatCompletionObject, events: { message: ChatCompletionChunkObject } },
  },
  errors: [...answeringErrors, "model_not_found", "context_length_exceeded"],
});
