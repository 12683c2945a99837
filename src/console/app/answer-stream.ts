import { type AnswerProgress, answerEvents } from "../../api/answer-events.ts";
import type { QuestionRequest } from "../../api/shapes.ts";
import type { ApiClient } from "./api-client.ts";
import { ApiProblem, isAbort, unreachable } from "./api-problem.ts";

/** Ends after `done`. @throws ApiProblem; its code is `stream_interrupted` if the stream breaks off. */
export async function* streamAnswer(
  api: ApiClient,
  { expertId, question, signal }: { expertId: string; question: QuestionRequest; signal: AbortSignal },
): AsyncGenerator<AnswerProgress> {
  const response = await api.raw(`/v1/experts/${encodeURIComponent(expertId)}/query`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ ...question, stream: true }),
    signal,
  });
  try {
    for await (const event of answerEvents(piecesOf(response.body))) {
      if (event.type === "error") throw new ApiProblem(event.error.message, { status: 200, ...event.error });
      yield event;
      if (event.type === "done") return;
    }
  } catch (cause) {
    // What else is thrown is about an event that was cut off.
    if (cause instanceof ApiProblem || isAbort(cause)) throw cause;
  }
  throw new ApiProblem("The answer broke off before its end.", {
    status: 0,
    code: "stream_interrupted",
    requestId: null,
  });
}

/** Not every browser iterates a stream. */
async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return;
      yield piece.value;
    }
  } catch (cause) {
    throw unreachable(cause);
  } finally {
    await reader?.cancel().catch(() => {});
  }
}
