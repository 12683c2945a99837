/** What can go wrong between a program and the service. Each message is for a person. */
import type { ReplyError } from "../api/answer-events.ts";
import type { SourceObject } from "../api/shapes.ts";
import { NamedError } from "../kernel/error-code.ts";

export class DocentError extends NamedError {}

/** Nobody answered, or the answer broke off. */
export class ConnectionError extends DocentError {}

/** The time for one attempt ran out. */
export class TimeoutError extends ConnectionError {}

/** The service answered that it will not. */
export class ApiError extends DocentError {
  readonly status: number;
  /** The code of the error envelope; null when the reply had no envelope. */
  readonly code: string | null;
  /** The field at fault, as the request had it. */
  readonly param: string | null;
  readonly requestId: string | null;
  /** Seconds that the service asks to wait; null where it does not say. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    { status, code, param, requestId, retryAfter = null }: Omit<ReplyError, "message"> & RefusedReply,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

interface RefusedReply {
  readonly status: number;
  readonly retryAfter?: number | null;
}

/** The source that was waited for cannot be read, or was canceled. */
export class SourceError extends DocentError {
  readonly source: SourceObject;

  constructor(source: SourceObject) {
    super(source.error?.message ?? `The source is ${source.status}.`);
    this.source = source;
  }
}
