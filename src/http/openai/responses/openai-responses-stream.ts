/** `POST /v1/responses`, the way out as a stream: answer events as OpenAI's semantic events, numbered from 0. */
import type { Answer, AnswerEvent } from "../../../answering/answer.ts";
import { Fault } from "../../../kernel/fault.ts";
import { eventFrame } from "../../body/sse.ts";
import { limitedText } from "../chat/openai-chat-reply.ts";
import { pieceOf } from "../chat/openai-chat-stream.ts";
import { finishReason } from "../openai-reply-text.ts";
import {
  finishedResponse,
  outputMessage,
  outputText,
  pendingResponse,
  type ResponsesContext,
} from "./openai-responses-reply.ts";
import type { OpenAiResponse } from "./openai-responses-schemas.ts";

export interface ResponsesStreamContext extends ResponsesContext {
  /** The inner object of the error envelope. */
  describeError(error: unknown): { readonly message: string };
}

/** Writes one event with the next number. */
type Emit = (type: string, fields: object) => string;

/**
 * The events of a response with one message that has one text. Citations arrive as annotations when the text is whole.
 *
 * What fails before the first event is thrown, so that it can still be answered by its status; what fails later ends
 * the stream with `response.failed`.
 */
export async function* responseEvents(
  events: AsyncIterable<AnswerEvent>,
  context: ResponsesStreamContext,
): AsyncGenerator<string> {
  const emit = numberedEvents();
  const place = { item_id: outputMessage(context, "in_progress", []).id, output_index: 0, content_index: 0 };
  const text = limitedText(context);
  let body = "";
  let started = false;
  let answer: Answer | null = null;
  try {
    for await (const event of events) {
      if (!started) yield openingFrames(emit, context);
      started = true;
      if (event.type === "end") answer = event.answer;
      const piece = pieceOf(event, text);
      body += piece;
      if (piece !== "") yield emit("response.output_text.delta", { ...place, delta: piece, logprobs: [] });
    }
    if (answer === null) throw new Fault("internal_error", "The answer ended before it was complete.");
    const response = finishedResponse({ answer, body, cut: text.cut, finish: finishReason(text, answer) }, context);
    yield closingFrames(emit, response, body);
  } catch (error) {
    if (!started) throw error;
    yield failureFrame(emit, context.describeError(error).message, context);
  }
}

function numberedEvents(): Emit {
  let next = 0;
  return (type, fields) => eventFrame(type, { type, sequence_number: next++, ...fields });
}

function openingFrames(emit: Emit, context: ResponsesContext): string {
  const response = pendingResponse(context);
  const item = outputMessage(context, "in_progress", []);
  return [
    emit("response.created", { response }),
    emit("response.in_progress", { response }),
    emit("response.output_item.added", { output_index: 0, item }),
    emit("response.content_part.added", {
      item_id: item.id,
      output_index: 0,
      content_index: 0,
      part: outputText("", []),
    }),
  ].join("");
}

/** @param sent the text that went out in increments; what the response has beyond it, the footer, goes out here. */
function closingFrames(emit: Emit, response: OpenAiResponse, sent: string): string {
  const item = response.output[0];
  const part = item?.content[0];
  if (item === undefined || part === undefined) return "";
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const rest = part.text.slice(sent.length);
  return [
    rest === "" ? "" : emit("response.output_text.delta", { ...place, delta: rest, logprobs: [] }),
    ...part.annotations.map((annotation, annotation_index) =>
      emit("response.output_text.annotation.added", { ...place, annotation_index, annotation }),
    ),
    emit("response.output_text.done", { ...place, text: part.text, logprobs: [] }),
    emit("response.content_part.done", { ...place, part }),
    emit("response.output_item.done", { output_index: 0, item }),
    emit(response.status === "incomplete" ? "response.incomplete" : "response.completed", { response }),
  ].join("");
}

function failureFrame(emit: Emit, message: string, context: ResponsesContext): string {
  const response: OpenAiResponse = {
    ...pendingResponse(context),
    status: "failed",
    error: { code: "server_error", message },
  };
  return emit("response.failed", { response });
}
