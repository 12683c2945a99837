import { errorIn } from "../../api/answer-events.ts";

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string | null;

  constructor(
    message: string,
    { status, code, requestId }: { status: number; code: string | null; requestId: string | null },
  ) {
    super(message);
    this.name = "ApiProblem";
    [this.status, this.code, this.requestId] = [status, code, requestId];
  }

  get isSignedOut(): boolean {
    return this.status === 401;
  }

  get isUnreachable(): boolean {
    return this.status === 0;
  }
}

export function problemOf(status: number, body: unknown): ApiProblem {
  const { message, code, requestId } = errorIn(body) ?? noEnvelope(status);
  return new ApiProblem(message, { status, code, requestId });
}

function noEnvelope(status: number) {
  return { message: `The service answered with status ${status}.`, code: null, requestId: null };
}

/** @param cause the error from `fetch`. An abort is passed on. */
export function unreachable(cause: unknown): unknown {
  if (isAbort(cause)) return cause;
  return new ApiProblem("The service does not answer.", { status: 0, code: "unreachable", requestId: null });
}

export function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "AbortError";
}

export function asProblem(cause: unknown): ApiProblem {
  if (cause instanceof ApiProblem) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ApiProblem(message, { status: -1, code: null, requestId: null });
}
