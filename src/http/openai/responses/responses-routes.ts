import { Elysia } from "elysia";
import { wholeAnswer } from "../../../answering/answer-service.ts";
import { readJson } from "../../body/request-body.ts";
import { sseResponse } from "../../body/sse.ts";
import { answeringErrors, operation } from "../../description/operation.ts";
import type { authentication } from "../../edge/authentication.ts";
import type { concurrencyGuard } from "../../edge/concurrency-guard.ts";
import { type AskingParts, ask } from "../request-answering.ts";
import { responseObject } from "./responses-reply.ts";
import { parseResponsesRequest } from "./responses-request.ts";
import { ResponseObject, ResponsesRequestBody } from "./responses-schemas.ts";
import { responseEvents } from "./responses-stream.ts";

interface ResponsesRoutesParts extends AskingParts {
  readonly auth: ReturnType<typeof authentication>;
  readonly guard: ReturnType<typeof concurrencyGuard>;
}

export function responsesRoutes(parts: ResponsesRoutesParts) {
  return new Elysia({ name: "responses-routes" })
    .use(parts.auth)
    .use(parts.guard)
    .post(
      "/v1/responses",
      async ({ access, permit, request, server, set }) => {
        const wanted = parseResponsesRequest(await readJson(request));
        const requestId = String(set.headers["x-request-id"]);
        const asked = ask(parts, wanted, { access, request, requestId });
        const context = { ...wanted, ...asked.context, responseId: parts.ids.mint("response") };
        if (!wanted.stream) return responseObject(await wholeAnswer(asked.events), context);
        server?.timeout(request, 0);
        return sseResponse(responseEvents(asked.events, context), { onEnd: asked.abandon, permit });
      },
      { parse: "none", scope: "query", lane: "questions", detail: createResponse },
    );
}

const createResponse = operation({
  id: "createResponse",
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
