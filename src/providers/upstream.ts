/** Replies and keys of model servers never reach a user; the log gets the status and the beginning of an error. */

import { NamedError } from "../kernel/error-code.ts";
import { Fault } from "../kernel/fault.ts";
import { pauseUnlessStopped } from "../kernel/pause.ts";
import { within } from "../kernel/timer.ts";

export interface Upstream {
  /** With `/v1`, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string | null;
}

export interface CallPolicy {
  /** After 429, 503, or no connection. */
  readonly retries: number;
  /** Milliseconds, doubled each time; longer if the server asks for it. */
  readonly pause: number;
  /** Milliseconds until a reply begins. */
  readonly firstByte: number;
  /** Milliseconds. */
  readonly betweenBytes: number;
}

/** Small machines read a long prompt for minutes. */
export const defaultPolicy: CallPolicy = { retries: 2, pause: 500, firstByte: 180_000, betweenBytes: 60_000 };

/** The body is unread. Retries calls that had no effect, after the server's waiting time if the policy allows it. */
export async function post(upstream: Upstream, path: string, { body, policy, signal }: PostOptions): Promise<Response> {
  let waited = 0;
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryPost(upstream, path, { body, policy, signal });
    if (outcome instanceof Response) return outcome;
    if (attempt >= policy.retries || outcome.pause === null) throw outcome.fault;
    const pause = Math.max(outcome.pause, policy.pause * 2 ** attempt);
    waited += pause;
    if (waited > policy.firstByte) throw outcome.fault;
    await pauseUnlessStopped(pause, signal);
    signal.throwIfAborted();
  }
}

export interface PostOptions {
  readonly body: unknown;
  readonly policy: CallPolicy;
  readonly signal: AbortSignal;
}

/** `pause`: milliseconds until a retry; null: it would fail, or the call may have had an effect. */
interface Failure {
  readonly fault: Fault;
  readonly pause: number | null;
}

async function tryPost(
  upstream: Upstream,
  path: string,
  { body, policy, signal }: PostOptions,
): Promise<Response | Failure> {
  // AbortSignal.timeout would also cut a long reply that began in time.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), policy.firstByte);
  try {
    const response = await fetch(upstream.url + path, {
      method: "POST",
      headers: headersFor(upstream),
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.any([signal, late.signal]),
    });
    return response.ok ? response : await refused(response, upstream);
  } catch (cause) {
    signal.throwIfAborted();
    if (late.signal.aborted) return { fault: tooLate("did not begin to answer", cause), pause: null };
    return { fault: modelError("could not be reached", cause), pause: 0 };
  } finally {
    clearTimeout(timer);
  }
}

export function headersFor({ apiKey }: Upstream): Record<string, string> {
  const key = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  return { "content-type": "application/json", accept: "application/json, text/event-stream", ...key };
}

/** For the log, the operator, and callers that can react. */
export class Refusal extends NamedError {
  /** 200 for an error inside a stream. */
  readonly status: number;
  readonly said: string;

  constructor(status: number, said: string) {
    super(`${status}: ${said}`);
    this.status = status;
    this.said = said;
  }

  /** llama.cpp: "too large to process" with 500; vLLM: "maximum context length" with 400. */
  get isTooLong(): boolean {
    if (![200, 400, 413, 422, 500].includes(this.status)) return false;
    return (
      this.status === 413 ||
      /too (?:large|long|big|many tokens)|context[ _](?:size|length|window)|max\w{0,20} (?:\w{1,20} )?(?:length|tokens)/i.test(
        this.said,
      )
    );
  }
}

const longestRefusal = 4000;

async function refused(response: Response, { apiKey }: Upstream): Promise<Failure> {
  const { status, headers } = response;
  const said = await beginningOf(response, longestRefusal).catch(() => "");
  const refusal = new Refusal(status, apiKey === null ? said : said.replaceAll(apiKey, "…"));
  const isForNow = status === 429 || status === 503;
  return {
    fault: modelError(`answered with status ${status}`, refusal),
    pause: isForNow ? pauseAskedFor(headers) : null,
  };
}

/** `Retry-After` has seconds, or a date by the server's clock (RFC 9110, 10.2.3); OpenAI has milliseconds. */
function pauseAskedFor(headers: Headers): number {
  const after = headers.get("retry-after") ?? "0";
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const asked = [exact, Number(after) * 1000, Date.parse(after) - Date.parse(headers.get("date") ?? "")];
  return Math.max(0, asked.find(Number.isFinite) ?? 0);
}

async function beginningOf({ body }: Response, characters: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length >= characters) break;
  }
  return text.slice(0, characters);
}

/** @throws Fault `upstream_model_error` beyond `limit` bytes */
export async function wholeBody(
  response: Response,
  waiting: Omit<PostOptions, "body">,
  limit: number,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bounded(timedPieces(response, waiting), limit)) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

/** Its fields may be anything. @param what it is to be @throws Fault `upstream_model_error` unless it is a JSON object */
export function objectIn(text: string, what: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw modelError("sent something that is not JSON", cause);
  }
  if (typeof value === "object" && value !== null) return value;
  throw modelError(`sent something that is not ${what}`);
}

export function wholeNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

/** @throws Fault `upstream_model_error` beyond `limit` bytes */
export async function* bounded(pieces: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > limit) throw modelError("sent a reply that is too long");
    yield piece;
  }
}

/** Each piece has a deadline. Reads no faster than pieces are taken. */
export async function* timedPieces(
  response: Response,
  { policy, signal }: Omit<PostOptions, "body">,
): AsyncGenerator<Uint8Array> {
  if (response.body === null) throw modelError("sent an empty reply");
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(policy.betweenBytes, reader.read(), () => tooLate("stopped answering"));
      if (done) return;
      yield value;
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof Fault ? cause : modelError("ended its reply before it was complete", cause);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const connectionHint = "Check that it is running, and that its address, model name and key are correct.";

export function modelError(what: string, cause?: unknown, hint = connectionHint): Fault {
  return new Fault("upstream_model_error", `The model server ${what}.`, { hint, cause });
}

function tooLate(what: string, cause?: unknown): Fault {
  const hint = "It may be overloaded, or still loading the model.";
  return new Fault("upstream_timeout", `The model server ${what} in time.`, { hint, cause });
}
