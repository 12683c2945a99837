import { Elysia } from "elysia";
import { answeringErrors, operation } from "../../description/operation.ts";
import { answerIn } from "../dialect.ts";
import type { AskingParts, SharedContext } from "../request-answering.ts";
import { responseObject } from "./responses-reply.ts";
import { parseResponsesRequest, type ResponsesRequest } from "./responses-request.ts";
import { ResponseObject, ResponsesRequestBody } from "./responses-schemas.ts";
import { responseEvents } from "./responses-stream.ts";

export function responsesRoutes(parts: AskingParts) {
  const responses = {
    read: parseResponsesRequest,
    context: (wanted: ResponsesRequest, shared: SharedContext) => ({
      ...wanted,
      ...shared,
      responseId: parts.ids.mint("response"),
    }),
    reply: responseObject,
    stream: responseEvents,
  };
  return new Elysia({ name: "responses-routes" })
    .use(parts.auth)
    .use(parts.guard)
    .post("/v1/responses", answerIn(responses, parts), { ...createResponse(), lane: "questions" });
}

const createResponse = operation("createResponse", {
  tag: "OpenAI",
  summary: "Ask an expert by OpenAI's Responses API",
  scope: "query",
  description:
    "Nothing is stored, whatever the value of `store`: send the earlier turns in `input`. Citations are `url_citation` " +
    "annotations of the text, and whole in `context`. With `stream` the reply is OpenAI's server-sent events.",
  body: { "application/json": ResponsesRequestBody },
  answers: { 200: { says: "The response.", schema: ResponseObject, events: {} } },
  errors: [...answeringErrors, "model_not_found", "context_length_exceeded"],
});
