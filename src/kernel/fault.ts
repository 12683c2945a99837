/** The closed table of all errors that a user can see. A new code also goes to docs/errors.md. */

export type FaultType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "not_found_error"
  | "conflict_error"
  | "rate_limit_error"
  | "insufficient_quota"
  | "server_error";

interface FaultKind {
  readonly status: number;
  readonly type: FaultType;
  /** Clients are told not to retry (`x-should-retry: false`). */
  readonly final?: true;
}

const invalid = (status: number): FaultKind => ({ status, type: "invalid_request_error" });
const authentication: FaultKind = { status: 401, type: "authentication_error" };
const permission: FaultKind = { status: 403, type: "permission_error" };
const notFound: FaultKind = { status: 404, type: "not_found_error" };
const server = (status: number): FaultKind => ({ status, type: "server_error" });

export const faultKinds = {
  invalid_json: invalid(400),
  missing_required_parameter: invalid(400),
  invalid_parameter: invalid(400),
  unknown_parameter: invalid(400),
  context_length_exceeded: invalid(400),
  missing_api_key: authentication,
  invalid_api_key: authentication,
  expired_api_key: authentication,
  invalid_sign_in_code: authentication,
  insufficient_scope: permission,
  url_sources_disabled: permission,
  webhooks_disabled: permission,
  origin_not_allowed: permission,
  expert_not_found: notFound,
  source_not_found: notFound,
  original_not_found: notFound,
  site_not_found: notFound,
  table_not_found: notFound,
  check_not_found: notFound,
  query_not_found: notFound,
  conversation_not_found: notFound,
  webhook_not_found: notFound,
  key_not_found: notFound,
  workspace_not_found: notFound,
  model_not_found: notFound,
  route_not_found: notFound,
  method_not_allowed: invalid(405),
  request_timeout: { status: 408, type: "invalid_request_error", final: true },
  slug_taken: { status: 409, type: "conflict_error", final: true },
  idempotency_in_progress: { status: 409, type: "conflict_error" },
  last_admin_key: { status: 409, type: "conflict_error", final: true },
  kept_elsewhere: { status: 409, type: "conflict_error", final: true },
  nothing_held: { status: 409, type: "conflict_error", final: true },
  conversation_changed: { status: 409, type: "conflict_error", final: true },
  source_changed: { status: 409, type: "conflict_error", final: true },
  source_not_retryable: { status: 409, type: "conflict_error", final: true },
  payload_too_large: invalid(413),
  address_too_long: invalid(414),
  unsupported_file_type: invalid(415),
  unsupported_content_encoding: invalid(415),
  host_not_allowed: { status: 421, type: "permission_error", final: true },
  idempotency_key_reused: invalid(422),
  rate_limit_exceeded: { status: 429, type: "rate_limit_error" },
  queue_full: { status: 429, type: "rate_limit_error" },
  quota_exceeded: { status: 429, type: "insufficient_quota", final: true },
  internal_error: server(500),
  upstream_model_error: { ...server(502), final: true },
  upstream_timeout: { ...server(504), final: true },
  not_ready: server(503),
  shutting_down: server(503),
  overloaded: server(503),
  storage_full: { status: 507, type: "server_error", final: true },
} as const satisfies Record<string, FaultKind>;

export type FaultCode = keyof typeof faultKinds;

export interface FaultDetails {
  /** The request field at fault, as a path the client would write: `filter.year`, `messages[2].content`. */
  readonly param?: string | null;
  readonly hint?: string;
  readonly cause?: unknown;
  /** Headers that belong to this error: `Allow`, `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that a user may see. Everything else that is thrown is answered as `internal_error`. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(details.hint === undefined ? message : `${message} ${details.hint}`, { cause: details.cause });
    this.name = "Fault";
    this.code = code;
    this.param = details.param ?? null;
    this.headers = details.headers ?? {};
  }

  get kind(): FaultKind {
    return faultKinds[this.code];
  }
}

export function invalidParameter(param: string, message: string): Fault {
  return new Fault("invalid_parameter", message, { param });
}
