/** What programs read of a streamed answer, of the progress of a source and of an error's envelope. The page imports this too: no schema is needed here. */
import { serverEvents } from "../language/text/event-stream-reader.ts";
import type { AnswerObject, CitationObject, SourceObject } from "./shapes.ts";

export interface ReplyError {
  readonly message: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly requestId: string | null;
}

export type StreamedEvent =
  | { readonly type: "retrieval"; readonly retrieval: AnswerObject["retrieval"] }
  | { readonly type: "delta"; readonly text: string }
  | { readonly type: "citation"; readonly citation: CitationObject }
  | { readonly type: "done"; readonly answer: AnswerObject }
  | { readonly type: "error"; readonly error: ReplyError };

export type AnswerProgress = Exclude<StreamedEvent, { readonly type: "error" }>;

/** An answer with a hundred passages and all their metadata is the longest line, in UTF-16 units. */
const longestLine = 16_777_216;

/** Events of a newer service are left out. @throws Error if the stream is not that of an answer */
export async function* answerEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  for await (const { name, data } of serverEvents(body, undefined, longestLine)) {
    const event = eventOf(name, JSON.parse(data));
    if (event !== null) yield event;
  }
}

export type SourceProgressEvent =
  | { readonly type: "source"; readonly source: SourceObject }
  | { readonly type: "error"; readonly error: ReplyError };

/** Ends with `done`. @throws Error if the stream is not that of sources */
export async function* sourceEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<SourceProgressEvent> {
  for await (const { name, data } of serverEvents(body, undefined, longestLine)) {
    const value: unknown = JSON.parse(data);
    if (name === "done") return;
    if (name === "source") yield { type: name, source: expected<SourceObject>(value, "source") };
    if (name === "error")
      yield { type: name, error: errorIn(value) ?? { message: "The stream broke off.", ...noFacts } };
    if (name === "deleted") yield { type: "error", error: { ...noFacts, code: "source_not_found", message: deleted } };
  }
}

const deleted = "The source was deleted.";

function eventOf(name: string, data: unknown): StreamedEvent | null {
  switch (name) {
    case "retrieval":
      return { type: name, retrieval: (data as { retrieval: AnswerObject["retrieval"] }).retrieval };
    case "delta":
      return { type: name, text: (data as { text: string }).text };
    case "citation":
      return { type: name, citation: data as CitationObject };
    case "done":
      return { type: name, answer: expected<AnswerObject>(data, "answer") };
    case "error":
      return { type: name, error: errorIn(data) ?? { message: "The answer broke off.", ...noFacts } };
    default:
      return null;
  }
}

const noFacts = { code: null, param: null, requestId: null };

/** A reply of the stated kind; the fields are those of the service's version. @throws Error if it is something else */
export function expected<T extends { readonly object: string }>(reply: unknown, object: T["object"]): T {
  const found = fieldOf(reply, "object");
  if (found === object) return reply as T;
  throw new Error(`reply.object is ${JSON.stringify(found)}, not "${object}"`);
}

/** Null: the body is not the envelope; it may come from a proxy. */
export function errorIn(body: unknown): ReplyError | null {
  const error = fieldOf(body, "error");
  const textOf = (name: string) => {
    const value = fieldOf(error, name);
    return typeof value === "string" ? value : null;
  };
  const message = textOf("message");
  return message === null
    ? null
    : { message, code: textOf("code"), param: textOf("param"), requestId: textOf("request_id") };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
