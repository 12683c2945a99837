import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { wholeAnswer } from "../answering/answer-service.ts";
import type { authentication } from "./authentication.ts";
import { type AskingParts, ask } from "./openai-asking.ts";
import { responseObject } from "./openai-responses-reply.ts";
import { parseResponsesRequest } from "./openai-responses-request.ts";
import { responseSchema } from "./openai-responses-schemas.ts";
import { responseEvents } from "./openai-responses-stream.ts";
import { operation } from "./operation.ts";
import { readJson } from "./request-body.ts";
import { sseResponse } from "./sse.ts";

interface ResponsesRoutesParts extends AskingParts {
  readonly auth: ReturnType<typeof authentication>;
}

export function responsesRoutes(parts: ResponsesRoutesParts) {
  return new Elysia({ name: "responses-routes" }).use(parts.auth).post(
    "/v1/responses",
    async ({ access, request, server, set }) => {
      const wanted = parseResponsesRequest(await readJson(request));
      const requestId = String(set.headers["x-request-id"]);
      const asked = ask(parts, wanted, { access, request, requestId });
      const context = { ...wanted, ...asked.context, responseId: parts.ids.mint("response") };
      if (!wanted.stream) return responseObject(await wholeAnswer(asked.events), context);
      server?.timeout(request, 0);
      return sseResponse(responseEvents(asked.events, context), { onEnd: asked.abandon });
    },
    { parse: "none", scope: "query", detail: createResponse },
  );
}

const open = { additionalProperties: true } as const;

/** The fields that are used. What is accepted beyond them is ignored. */
const ResponsesRequestObject = Type.Object(
  {
    model: Type.String({ description: "An expert's slug, id or alias." }),
    input: Type.Union([Type.String(), Type.Array(Type.Object({}, open), { minItems: 1 })]),
    instructions: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    stream: Type.Optional(Type.Boolean({ default: false })),
    max_output_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    filter: Type.Optional(Type.Object({}, open)),
    citations: Type.Optional(Type.Union(["full", "annotations", "inline", "off"].map((style) => Type.Literal(style)))),
  },
  { ...open, examples: [{ model: "handbook", input: "How do I add a PDF?" }] },
);

const createResponse = operation({
  ...{ id: "createResponse", tag: "OpenAI", summary: "Ask an expert by OpenAI's Responses API", scope: "query" },
  description:
    "Nothing is stored, whatever `store` says: send the earlier turns in `input`. Citations are `file_citation` " +
    "annotations of the text, and whole in `context`. With `stream` the reply is OpenAI's server-sent events.",
  body: { "application/json": ResponsesRequestObject },
  answers: { 200: { says: "The response.", schema: responseSchema } },
  errors: ["model_not_found", "context_length_exceeded"],
});
