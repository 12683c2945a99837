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
import { shownText } from "../language/text/shown-text.ts";
import { ClientError, Refusal, Unreachable } from "./client-error.ts";
import { type FailedAttempt, waitBeforeRepeat } from "./retry-plan.ts";

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
  readonly key: string;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly onWait: (reason: string, milliseconds: number) => void;
  /** False: nothing is sent again, because somebody waits who can decide. */
  readonly isPersistent?: boolean;
}

export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A Blob of a file is read from the disk as it is sent. */
  readonly body?: string | Blob;
  /** Sent again when no reply came, because to do it twice is to do it once. */
  readonly isRepeatable?: boolean;
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

export interface Connection {
  /** The body of a successful reply. @throws ClientError, also if it does not call itself so */
  json<T extends { readonly object: string }>(outgoing: OutgoingRequest, object: T["object"]): Promise<T>;
  /** The same, as it arrives. @throws ClientError, also while it is read */
  stream(outgoing: OutgoingRequest): AsyncGenerator<Uint8Array>;
  /** The events of a streamed answer, `done` the last. @throws ClientError */
  answer(outgoing: OutgoingRequest): AsyncGenerator<AnswerProgress>;
  /** The states of followed sources. It may end before they are settled. @throws ClientError */
  progress(outgoing: OutgoingRequest): AsyncGenerator<SourceObject>;
}

const usualDeadline = 120_000;

export function openConnection(parts: ConnectionParts): Connection {
  const { address } = parts.place;
  const strange = (reason: unknown) =>
    new ClientError(
      `${address} does not answer like this version of Docent: ${reason instanceof Error ? reason.message : reason}.`,
    );
  return {
    stream: (outgoing) => streamOf(parts, outgoing),
    json: async <T extends { readonly object: string }>(outgoing: OutgoingRequest, object: T["object"]) => {
      const text = await succeed(parts, outgoing, (reply) => reply.text());
      const reply = parsed(text);
      if (reply === undefined) throw strange(`reply is ${JSON.stringify(text.slice(0, 60))}, not JSON`);
      try {
        return expected<T>(reply, object);
      } catch (error) {
        throw strange(error);
      }
    },
    answer: (outgoing) => answerIn(streamOf(parts, outgoing), strange),
    progress: (outgoing) => statesIn(streamOf(parts, outgoing), strange),
  };
}

async function* answerIn(
  pieces: AsyncGenerator<Uint8Array>,
  strange: (reason: unknown) => ClientError,
): AsyncGenerator<AnswerProgress> {
  try {
    for await (const event of answerEvents(pieces)) {
      if (event.type === "error") throw refusalIn(event.error);
      yield event;
      if (event.type === "done") return;
    }
  } catch (error) {
    throw error instanceof ClientError ? error : strange(error);
  }
  throw strange("the answer broke off");
}

async function* statesIn(
  pieces: AsyncGenerator<Uint8Array>,
  strange: (reason: unknown) => ClientError,
): AsyncGenerator<SourceObject> {
  let isTold = false;
  try {
    for await (const event of sourceEvents(pieces)) {
      if (event.type === "error") throw refusalIn(event.error);
      isTold = true;
      yield event.source;
    }
    if (!isTold) throw new Error("the progress of the source is not told");
  } catch (error) {
    throw error instanceof ClientError ? error : strange(error);
  }
}

function refusalIn(error: ReplyError): Refusal {
  return new Refusal(shownText(error.message), { status: 200, ...error });
}

async function* streamOf(parts: ConnectionParts, outgoing: OutgoingRequest): AsyncGenerator<Uint8Array> {
  const pieces = await succeed(parts, outgoing, async (reply) => reply.body?.getReader());
  for (;;) {
    const piece = await onTheWay(parts.place.address, async () => pieces?.read());
    if (piece === undefined || piece.done) return;
    yield piece.value;
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
    const mayRepeat = parts.isPersistent !== false && (setback.status !== null || outgoing.isRepeatable === true);
    const wait = mayRepeat ? waitBeforeRepeat({ ...setback, repeats }) : null;
    if (wait === null) throw error;
    parts.onWait(error.message, wait);
    await parts.pause(wait);
  }
}

interface Failed extends Omit<FailedAttempt, "repeats"> {
  readonly error: ClientError;
}

async function attempt<T>(
  { place, key }: ConnectionParts,
  outgoing: OutgoingRequest,
  take: (reply: Response) => Promise<T>,
): Promise<{ readonly taken: T } | Failed> {
  const { method, path, headers, body, deadline = usualDeadline } = outgoing;
  const dial = {
    ...(place.socket === null ? {} : { unix: place.socket }),
    ...(place.trusted === null ? {} : { tls: { ca: place.trusted } }),
    ...(body === undefined ? {} : { body }),
  };
  const late = AbortSignal.timeout(deadline);
  const signal = outgoing.signal === undefined ? late : AbortSignal.any([late, outgoing.signal]);
  const init = { ...dial, method, headers: { authorization: `Bearer ${key}`, ...headers }, signal };
  try {
    return await onTheWay(place.address, async () => {
      const reply = await fetch(place.address + path, { ...init, redirect: "manual" });
      return reply.ok ? { taken: await take(reply) } : refused(reply, place.address);
    });
  } catch (error) {
    if (error instanceof Unreachable) return { error, status: null, retryAfter: null, isFinal: false };
    throw error;
  }
}

/** Errors of the connection become `Unreachable`; an error of the sent file stays. @throws Unreachable */
async function onTheWay<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || isOfFile(cause)) throw cause;
    throw new Unreachable(`${address} does not answer (${reasonOf(cause)}). ${remedyFor(cause)}`, cause);
  }
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
  return reasons[errorCode(error) ?? ""] ?? errorCode(error) ?? error.message;
}

function remedyFor(error: Error): string {
  return /CERT|TLS|SSL|ALTNAME/.test(errorCode(error) ?? "")
    ? "Give the address that its certificate is for with --url, or in DOCENT_PUBLIC_URL."
    : "Start it with `docent serve`, or say where it is with --url.";
}

async function refused(reply: Response, address: string): Promise<Failed> {
  const { status, headers } = reply;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return {
    error: await refusalOf(reply, address),
    status,
    retryAfter: seconds >= 0 ? seconds : null,
    isFinal: headers.get("x-should-retry") === "false",
  };
}

/** Anything may answer at an address: a proxy, another program. */
async function refusalOf(reply: Response, address: string): Promise<Refusal> {
  const { status } = reply;
  const error = errorIn(parsed(await reply.text()));
  if (error !== null) return new Refusal(shownText(error.message), { status, ...error });
  const message = `${address} answers with status ${status}, and not as Docent does. Is it the right address?`;
  return new Refusal(message, { status, code: null, param: null });
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function jsonBody(value: object) {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
