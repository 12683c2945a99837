/** An HTTP connection to a running service: sends requests, repeats them if waiting helps, and throws errors for failures. */

import {
  type AnswerProgress,
  answerEvents,
  errorIn,
  expected,
  type ReplyError,
  sourceEvents,
} from "../api/answer-events.ts";
import type { SourceObject } from "../api/shapes.ts";
import { errorCode } from "../kernel/error-code.ts";
import { jsonIn } from "../kernel/json.ts";
import { shownText } from "../language/text/shown-text.ts";
import { ApiError, ConnectionError, DocentError, TimeoutError } from "./client-error.ts";
import { type FailedAttempt, type RetryLimits, waitBeforeRepeat } from "./retry-plan.ts";
import { untilSettled } from "./source-progress.ts";

export interface ServicePlace {
  /** What paths are appended to, without trailing slash. */
  readonly address: string;
  /** The socket in the file system that it listens on; null: the address says it all. */
  readonly socket: string | null;
  /** Certificates (PEM) to trust instead of the system's; null: the system's. */
  readonly trusted: string | null;
}

export interface ConnectionParts {
  readonly place: ServicePlace;
  /** Null: none is sent, as by a page whose cookie says who asks. */
  readonly key: string | null;
  /** @throws the reason of the signal when it is aborted meanwhile */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly onWait: (reason: string, milliseconds: number) => void;
  readonly retries: RetryLimits;
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds for one attempt. */
  readonly timeout?: number;
  /** What a person can do when nobody answers. @param code of the system's error */
  readonly remedy?: (code: string) => string;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface OutgoingRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A Blob of a file is read from the disk as it is sent. */
  readonly body?: string | Blob | FormData;
  /** Whether it is sent again when no reply came. */
  readonly isRepeatable?: boolean;
  /** Milliseconds for one attempt. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

export interface Connection {
  /** The body of a successful reply. @throws DocentError, also if it does not call itself so */
  json<T extends { readonly object: string }>(outgoing: OutgoingRequest, object: T["object"]): Promise<T>;
  /** The same, whatever it calls itself. */
  reply(outgoing: OutgoingRequest): Promise<unknown>;
  text(outgoing: OutgoingRequest): Promise<string>;
  /** The same, as it arrives. @throws DocentError, also while it is read */
  stream(outgoing: OutgoingRequest): AsyncGenerator<Uint8Array>;
  /** The events of a streamed answer, `done` the last. @throws DocentError */
  answer(outgoing: OutgoingRequest): AsyncGenerator<AnswerProgress>;
  /** The states of a followed source until it is settled. @throws DocentError */
  progress(outgoing: OutgoingRequest): AsyncGenerator<SourceObject>;
}

const usualDeadline = 120_000;

export function openConnection(parts: ConnectionParts): Connection {
  const { address } = parts.place;
  const strange = (reason: unknown) =>
    new DocentError(
      `${address} does not answer like this version of Docent: ${reason instanceof Error ? reason.message : reason}.`,
    );
  const text = (outgoing: OutgoingRequest) => succeed(parts, outgoing, (reply) => reply.text());
  const reply = async (outgoing: OutgoingRequest) => {
    const body = await text(outgoing);
    const value = jsonIn(body);
    if (value === undefined) throw strange(`reply is ${JSON.stringify(body.slice(0, 60))}, not JSON`);
    return value;
  };
  return {
    text,
    reply,
    stream: (outgoing) => streamOf(parts, outgoing),
    json: async <T extends { readonly object: string }>(outgoing: OutgoingRequest, object: T["object"]) => {
      const value = await reply(outgoing);
      try {
        return expected<T>(value, object);
      } catch (error) {
        throw strange(error);
      }
    },
    answer: (outgoing) => explained(answerIn(streamOf(parts, outgoing)), outgoing.signal, strange),
    progress: (given) => {
      const outgoing = { ...given, isRepeatable: true };
      return untilSettled(
        () => explained(statesIn(streamOf(parts, outgoing)), outgoing.signal, strange),
        (broken, repeats) => waitForStream(parts, outgoing.signal, broken, repeats),
      );
    },
  };
}

/** The events of a stream. What breaks it is the reason of the signal, an error of the service, or said to be strange. */
async function* explained<T>(
  events: AsyncGenerator<T>,
  signal: AbortSignal | undefined,
  strange: (reason: unknown) => DocentError,
): AsyncGenerator<T> {
  try {
    yield* events;
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof DocentError ? error : strange(error);
  }
}

function refusalIn(error: ReplyError): ApiError {
  return new ApiError(shownText(error.message), { status: 200, ...error });
}

async function* statesIn(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<SourceObject> {
  let isTold = false;
  for await (const event of sourceEvents(pieces)) {
    if (event.type === "error") throw endOf(event.error);
    isTold = true;
    yield event.source;
  }
  if (!isTold) throw new Error("the progress of the source is not told");
}

/** A service that stops is soon back. */
function endOf(error: ReplyError): DocentError {
  return error.code === "shutting_down" ? new ConnectionError(shownText(error.message)) : refusalIn(error);
}

async function waitForStream(
  { onWait, pause, retries }: ConnectionParts,
  signal: AbortSignal | undefined,
  broken: ConnectionError | null,
  repeats: number,
): Promise<void> {
  if (broken === null) return pause(1000, signal);
  const wait = waitBeforeRepeat({ ...noReply, repeats }, retries);
  if (wait === null) throw broken;
  onWait(broken.message, wait);
  await pause(wait, signal);
}

async function* answerIn(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<AnswerProgress> {
  for await (const event of answerEvents(pieces)) {
    if (event.type === "error") throw refusalIn(event.error);
    yield event;
    if (event.type === "done") return;
  }
  throw new Error("the answer broke off");
}

async function* streamOf(parts: ConnectionParts, outgoing: OutgoingRequest): AsyncGenerator<Uint8Array> {
  const pieces = await succeed(parts, outgoing, async (reply) => reply.body?.getReader());
  try {
    for (;;) {
      const piece = await onTheWay(parts, outgoing.signal, async () => pieces?.read());
      if (piece === undefined || piece.done) return;
      yield piece.value;
    }
  } finally {
    // Who leaves a stream early ends the work that makes it. A broken one has nothing to end.
    await pieces?.cancel().catch(() => undefined);
  }
}

async function succeed<T>(
  parts: ConnectionParts,
  outgoing: OutgoingRequest,
  take: (reply: Response) => Promise<T>,
): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    const outcome = await attempt(parts, outgoing, take);
    if ("taken" in outcome) return outcome.taken;
    const { error, ...setback } = outcome;
    const mayRepeat = setback.status !== null || outgoing.isRepeatable === true;
    const wait = mayRepeat ? waitBeforeRepeat({ ...setback, repeats }, parts.retries) : null;
    if (wait === null) throw error;
    parts.onWait(error.message, wait);
    await parts.pause(wait, outgoing.signal);
  }
}

const noReply = { status: null, retryAfter: null, isFinal: false };

interface Failed extends Omit<FailedAttempt, "repeats"> {
  readonly error: DocentError;
}

async function attempt<T>(
  parts: ConnectionParts,
  outgoing: OutgoingRequest,
  take: (reply: Response) => Promise<T>,
): Promise<{ readonly taken: T } | Failed> {
  const { place, key, timeout = usualDeadline } = parts;
  const { method, path, headers, body, signal: given, deadline = timeout } = outgoing;
  const dial = {
    ...(place.socket === null ? {} : { unix: place.socket }),
    ...(place.trusted === null ? {} : { tls: { ca: place.trusted } }),
    ...(body === undefined ? {} : { body }),
  };
  const late = AbortSignal.timeout(deadline);
  const signal = given === undefined ? late : AbortSignal.any([late, given]);
  const identity = key === null ? {} : { authorization: `Bearer ${key}` };
  const init = { ...dial, method, headers: { ...identity, ...headers }, signal, redirect: "manual" } as const;
  try {
    return await onTheWay(parts, given, async () => {
      const address = place.address + path;
      const reply = await (parts.fetch === undefined ? fetch(address, init) : parts.fetch(address, init));
      return reply.ok ? { taken: await take(reply) } : refused(reply, place.address);
    });
  } catch (error) {
    if (error instanceof ConnectionError) return { error, ...noReply };
    throw error;
  }
}

/** Errors of the connection become `ConnectionError`; an error of the sent file stays. @throws the signal's reason too */
async function onTheWay<T>(
  { place: { address }, remedy }: ConnectionParts,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    signal?.throwIfAborted();
    if (!(cause instanceof Error) || isOfFile(cause)) throw cause;
    const advice = remedy === undefined ? "" : ` ${remedy(codeOf(cause) ?? "")}`;
    const Kind = cause.name === "TimeoutError" ? TimeoutError : ConnectionError;
    throw new Kind(`${address} does not answer (${reasonOf(cause)}).${advice}`, cause);
  }
}

/** Node hides the system's error behind its own. */
function codeOf(error: Error): string | null {
  return errorCode(error) ?? errorCode(error.cause);
}

/** The runtime throws a TypeError for connections, and an Error with a system call for files. */
function isOfFile(error: Error): boolean {
  return !(error instanceof TypeError) && "syscall" in error && error.syscall !== "connect";
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOENT: "there is no such socket",
  ENOTFOUND: "its name is unknown",
  ECONNRESET: "the connection broke off",
};

function reasonOf(error: Error): string {
  if (error.name === "TimeoutError") return "it takes too long";
  return reasons[codeOf(error) ?? ""] ?? codeOf(error) ?? error.message;
}

async function refused(reply: Response, address: string): Promise<Failed> {
  const { status, headers } = reply;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const retryAfter = seconds >= 0 ? seconds : null;
  const isFinal = headers.get("x-should-retry") === "false";
  return { error: await refusalOf(reply, address, retryAfter), status, retryAfter, isFinal };
}

/** Anything may answer at an address: a proxy, another program. */
async function refusalOf(reply: Response, address: string, retryAfter: number | null): Promise<ApiError> {
  const { status, headers } = reply;
  const error = errorIn(jsonIn(await reply.text()));
  if (error !== null) return new ApiError(shownText(error.message), { status, retryAfter, ...error });
  const message = `${address} answers with status ${status}, and not as Docent does. Is it the right address?`;
  return new ApiError(message, { status, retryAfter, code: null, param: null, requestId: headers.get("x-request-id") });
}
