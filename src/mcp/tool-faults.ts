import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { type ErrorBody, faultOf } from "../api/schema-parts.ts";
import type { Fault } from "../kernel/fault.ts";

/** In the `_meta` of a result, or the `data` of an error. */
type ToolEnvelope = Omit<ErrorBody, "request_id">;

function envelopeOf(fault: Fault): ToolEnvelope {
  const { kind, param, code } = fault;
  return { message: messageOf(fault), type: kind.type, param, code };
}

/** Which tool does what a route does. The first that fits counts. */
const toolsOfRoutes = [
  [/\b(?:GET|POST) \/v1\/experts\/[^\s/]+\/sites\b\S*/g, "add_source with `site`"],
  [/\bPOST \/v1\/experts\/[^\s/]+\/sources\b\S*/g, "add_source"],
  [/\bGET \/v1\/experts\/[^\s/]+\/sources\/[^\s/]+\/tables\b/g, "list_tables"],
  [/\bGET \/v1\/experts\/[^\s/]+\/sources\b[^\s.]*/g, "source_status"],
  [/\bGET \/v1\/experts(?![\w/])/g, "list_experts"],
] as const;

/** An agent has tools, and no routes. */
function messageOf({ message }: Fault): string {
  return toolsOfRoutes.reduce((text, [route, tool]) => text.replaceAll(route, tool), message);
}

export const errorMeta = "docent/error";

/** The model reads the message and can correct its call. */
export function failedResult(error: unknown) {
  const fault = faultOf(error);
  return {
    isError: true,
    content: [{ type: "text" as const, text: messageOf(fault) }],
    _meta: { [errorMeta]: envelopeOf(fault) },
  };
}

/** For the client. @param uri the requested resource */
export function protocolError(error: unknown, uri?: string): Error {
  if (error instanceof ProtocolError) return error;
  const fault = faultOf(error);
  if (uri !== undefined && fault.kind.status === 404) return new ResourceNotFoundError(uri, messageOf(fault));
  const code = fault.kind.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, messageOf(fault), envelopeOf(fault));
}
