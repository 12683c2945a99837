import { Elysia } from "elysia";
import { answeringErrors, operation } from "../../description/operation.ts";
import { answerIn } from "../dialect.ts";
import type { AskingParts, SharedContext } from "../request-answering.ts";
import { chatCompletion } from "./chat-reply.ts";
import { type ChatRequest, parseChatRequest } from "./chat-request.ts";
import { ChatCompletionChunkObject, ChatCompletionObject, ChatCompletionRequest } from "./chat-schemas.ts";
import { chatCompletionChunks } from "./chat-stream.ts";

export function chatRoutes(parts: AskingParts) {
  const chat = {
    read: parseChatRequest,
    context: (wanted: ChatRequest, shared: SharedContext) => ({
      ...wanted,
      ...shared,
      completionId: parts.ids.mint("completion"),
    }),
    reply: chatCompletion,
    stream: chatCompletionChunks,
  };
  return new Elysia({ name: "chat-routes" })
    .use(parts.auth)
    .use(parts.guard)
    .post("/v1/chat/completions", answerIn(chat, parts), { ...createChatCompletion(), lane: "questions" });
}

const createChatCompletion = operation("createChatCompletion", {
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
