import type { Answer, AnswerEvent } from "../../../answering/answer.ts";
import { wholeAnswer } from "../../../answering/answer-service.ts";
import type { IdMint } from "../../../kernel/ids.ts";
import { readJson } from "../../body/request-body.ts";
import { sseResponse } from "../../body/sse.ts";
import { answeringErrors } from "../../description/operation.ts";
import { asSent } from "../../edge/readable-address.ts";
import { type Route, routesOf } from "../../route.ts";
import type { ExpertRequest } from "../expert-request.ts";
import { ask, type SharedContext } from "../request-answering.ts";
import { chatCompletion } from "./chat-reply.ts";
import { parseChatRequest } from "./chat-request.ts";
import { ChatCompletionChunkObject, ChatCompletionObject, ChatCompletionRequest } from "./chat-schemas.ts";
import { chatCompletionChunks } from "./chat-stream.ts";
import { responseObject } from "./responses-reply.ts";
import { parseResponsesRequest } from "./responses-request.ts";
import { ResponseObject, ResponsesRequestBody } from "./responses-schemas.ts";
import { responseEvents } from "./responses-stream.ts";

const route = routesOf("OpenAI");

interface Dialect<Wanted extends ExpertRequest, Context> {
  read(body: unknown): Wanted;
  context(wanted: Wanted, shared: SharedContext, ids: IdMint): Context;
  reply(answer: Answer, context: Context): object;
  stream(events: AsyncIterable<AnswerEvent>, context: Context): AsyncGenerator<string>;
}

function answerIn<Wanted extends ExpertRequest, Context>(dialect: Dialect<Wanted, Context>): Route["answer"] {
  return async (arrived, parts) => {
    const wanted = dialect.read(await readJson(arrived.request));
    const { events, context: shared, abandon } = await ask(parts, wanted, arrived);
    const context = dialect.context(wanted, shared, parts.ids);
    if (!wanted.stream) return dialect.reply(await wholeAnswer(events), context);
    arrived.server?.timeout(asSent(arrived.request), 0);
    return sseResponse(dialect.stream(events, context), { onEnd: abandon, permit: arrived.permit });
  };
}

export const createChatCompletion = route("POST /v1/chat/completions", "createChatCompletion", {
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
  lane: "questions",
  answer: answerIn({
    read: parseChatRequest,
    context: (wanted, shared, ids) => ({ ...wanted, ...shared, completionId: ids.mint("completion") }),
    reply: chatCompletion,
    stream: chatCompletionChunks,
  }),
});

export const createResponse = route("POST /v1/responses", "createResponse", {
  summary: "Ask an expert by OpenAI's Responses API",
  scope: "query",
  description:
    "Nothing is stored, whatever the value of `store`: send the earlier turns in `input`. Citations are `url_citation` " +
    "annotations of the text, and whole in `context`. With `stream` the reply is OpenAI's server-sent events.",
  body: { "application/json": ResponsesRequestBody },
  answers: { 200: { says: "The response.", schema: ResponseObject, events: {} } },
  errors: [...answeringErrors, "model_not_found", "context_length_exceeded"],
  lane: "questions",
  answer: answerIn({
    read: parseResponsesRequest,
    context: (wanted, shared, ids) => ({ ...wanted, ...shared, responseId: ids.mint("response") }),
    reply: responseObject,
    stream: responseEvents,
  }),
});
