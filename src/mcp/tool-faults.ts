import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { type ErrorBody, faultOf } from "../api/schema-parts.ts";
import type { Fault } from "../kernel/fault.ts";

/** In the `_meta` of a result, or the `data` of an error. */
type ToolEnvelope = Omit<ErrorBody, "request_id">;

function envelopeOf({ message, kind, param, code }: Fault): ToolEnvelope {
  return { message, type: kind.type, param, code };
}

export const errorMeta = "docent/error";

/** The model reads the message and can correct its call. */
export function failedResult(error: unknown) {
  const fault = faultOf(error);
  return {
    isError: true,
    content: [{ type: "text" as const, text: fault.message }],
    _meta: { [errorMeta]: envelopeOf(fault) },
  };
}

/** For the client. @param uri the requested resource */
export function protocolError(error: unknown, uri?: string): Error {
  if (error instanceof ProtocolError) return error;
  const fault = faultOf(error);
  if (uri !== undefined && fault.kind.status === 404) return new ResourceNotFoundError(uri, fault.message);
  const code = fault.kind.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, fault.message, envelopeOf(fault));
}
