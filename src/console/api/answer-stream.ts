/** Asks a question over the native API and yields its events (`text/event-stream`, WHATWG HTML, section 9.2). */

import type { Answer, Citation, Question } from "../../api/shapes.ts";
import type { ApiClient } from "./api-client.ts";
import { ApiProblem, problemOf, unreachable } from "./api-problem.ts";

export type AnswerEvent =
  | { readonly type: "delta"; readonly text: string }
  | { readonly type: "citation"; readonly citation: Citation }
  | { readonly type: "done"; readonly answer: Answer };

export interface StreamedQuestion {
  readonly expertId: string;
  readonly question: Question;
  readonly signal: AbortSignal;
}

/** Ends after `done`. @throws ApiProblem; its code is `stream_interrupted` if the stream breaks off. */
export async function* streamAnswer(
  api: ApiClient,
  { expertId, question, signal }: StreamedQuestion,
): AsyncGenerator<AnswerEvent> {
  const response = await api.raw(`/v1/experts/${encodeURIComponent(expertId)}/query`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ ...question, stream: true }),
    signal,
  });
  for await (const frame of framesOf(response.body)) {
    const event = eventOf(frame);
    if (event !== null) yield event;
    if (event?.type === "done") return;
  }
  throw new ApiProblem("The answer broke off before its end.", {
    status: 0,
    code: "stream_interrupted",
    requestId: null,
  });
}

interface Frame {
  readonly event: string;
  readonly data: string;
}

async function* framesOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<Frame> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      yield* blocks.map(frameOf);
    }
  } catch (cause) {
    throw unreachable(cause);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function frameOf(block: string): Frame {
  const lines = block.split("\n");
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
  return { event: valuesOf("event")[0] ?? "message", data: valuesOf("data").join("\n") };
}

/** Null for comments and for events that the page does not use. */
function eventOf({ event, data }: Frame): AnswerEvent | null {
  if (data === "") return null;
  const value: unknown = JSON.parse(data);
  if (event === "error") throw problemOf(200, value);
  if (event === "delta") return { type: "delta", text: (value as { text: string }).text };
  if (event === "citation") return { type: "citation", citation: value as Citation };
  return event === "done" ? { type: "done", answer: value as Answer } : null;
}
