import { Type } from "@sinclair/typebox";
import type { AnswerAgent } from "../../api/agent-messages.ts";
import { strict } from "../../api/schema-parts.ts";
import { notAnObject } from "../../api/validation.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import { readStoredJson } from "../body/request-body.ts";
import { answeringErrors } from "../description/operation.ts";
import { type OriginRules, refuseForeignOrigin } from "../edge/origin-guard.ts";
import { asSent } from "../edge/readable-address.ts";
import type { FetchAs } from "../own-routes.ts";
import { type Arrived, type Route, routesOf } from "../route.ts";

interface McpRouteParts {
  readonly origins: OriginRules;
  readonly fetchAs: FetchAs;
  readonly answerAgent: AnswerAgent;
}

/** @throws Fault `invalid_json`, `invalid_parameter` */
function messageIn(body: unknown): object {
  if (Array.isArray(body)) {
    throw invalidParameter("", "The body is a batch of messages. Send each message in a request of its own.");
  }
  if (typeof body !== "object" || body === null) throw notAnObject(body);
  return body;
}

const exactly = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

const JsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer(exactly)])),
    method: Type.String({ examples: ["tools/list", "tools/call"] }),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { $id: "JsonRpcMessage", ...strict, examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }] },
);

const JsonRpcReply = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
    result: Type.Optional(Type.Object({}, { additionalProperties: true })),
    error: Type.Optional(
      Type.Object(
        { code: Type.Integer(), message: Type.String() },
        { $id: "JsonRpcError", additionalProperties: true },
      ),
    ),
  },
  {
    $id: "JsonRpcReply",
    examples: [{ jsonrpc: "2.0", id: 1, error: { code: -32_600, message: "The message is not one of the protocol." } }],
  },
);

/** Without sessions and streams of its own, GET and DELETE are 405, as the protocol has it. */
export function mcpRoute({ origins, fetchAs, answerAgent }: McpRouteParts): Route {
  const route = routesOf("Agents")("POST /mcp", "callTools", {
    summary: "Speak the Model Context Protocol",
    scope: "any",
    description:
      "The streamable HTTP transport of MCP: one JSON-RPC message a request. The reply is JSON, or server-sent events " +
      "when the client wants to hear of progress. A notification is answered 202. The handbook's page on agents has the " +
      "tools, and the lines by which agents are connected.",
    body: { "application/json": JsonRpcMessage },
    answers: {
      200: { says: "The reply to a request.", schema: JsonRpcReply, events: { message: JsonRpcReply } },
      202: { says: "A notification was taken.", media: [] },
    },
    errors: [...answeringErrors, "origin_not_allowed"],
    otherErrors: { 400: JsonRpcReply, 404: JsonRpcReply, 406: JsonRpcReply, 415: JsonRpcReply, 500: JsonRpcReply },
    answer: async ({ access, request, server }) => {
      const body = messageIn(await readStoredJson(request));
      server?.timeout(asSent(request), 0);
      const { keyId: caller, scopes } = access;
      return answerAgent({ request, body, caller, scopes, fetch: fetchAs(access) });
    },
  });
  const transform = ({ request }: Pick<Arrived, "request">) => refuseForeignOrigin(request, origins);
  return { ...route, options: () => ({ ...route.options(), transform }) };
}
