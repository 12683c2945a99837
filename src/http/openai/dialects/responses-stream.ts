import type { Answer, AnswerEvent } from "../../../answering/answer.ts";
import type { ToolCallPiece } from "../../../answering/tool-calls.ts";
import { Fault } from "../../../kernel/fault.ts";
import { streamWords } from "../../../language/text/shown-text.ts";
import { eventFrame } from "../../body/sse.ts";
import { finishReason } from "../reply-text.ts";
import { limitedText } from "./chat-reply.ts";
import { pieceOf } from "./chat-stream.ts";
import {
  finishedResponse,
  functionCall,
  outputMessage,
  outputText,
  pendingResponse,
  type ResponsesContext,
} from "./responses-reply.ts";
import type { FunctionCall, OpenAiResponse, OutputMessage } from "./responses-schemas.ts";

export interface ResponsesStreamContext extends ResponsesContext {
  describeError(error: unknown): { readonly message: string };
}

/** Numbered from 0. */
type Emit = (type: string, fields: object) => string;

/**
 * A message with one text, calls of the client's tools, then citations. An error before the first event is thrown; a
 * later one is `response.failed`.
 */
export async function* responseEvents(
  events: AsyncIterable<AnswerEvent>,
  context: ResponsesStreamContext,
): AsyncGenerator<string> {
  const emit = numberedEvents();
  const items = startedItems(emit, context);
  const text = limitedText(context);
  let started = false;
  let answer: Answer | null = null;
  try {
    for await (const event of events) {
      if (!started) yield openingFrames(emit, context);
      started = true;
      if (event.type === "end") answer = event.answer;
      yield event.type === "tool_call" ? items.call(event) : streamWords(pieceOf(event, text)).map(items.text).join("");
    }
    if (answer === null) throw new Fault("internal_error", "The answer ended before it was complete.");
    const limited = { answer, body: items.sent(), cut: text.cut, finish: finishReason(text, answer) };
    yield items.finish(finishedResponse(limited, context));
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
  return emit("response.created", { response }) + emit("response.in_progress", { response });
}

function startedItems(emit: Emit, context: ResponsesContext) {
  const message = outputMessage(context, "in_progress", []);
  /** In the order in which they began. */
  const addedItems: string[] = [];
  let body = "";

  const begin = (item: OutputMessage | FunctionCall): string => {
    if (addedItems.includes(item.id)) return "";
    addedItems.push(item.id);
    return emit("response.output_item.added", { output_index: addedItems.length - 1, item });
  };
  const placeOf = (id: string) => ({ item_id: id, output_index: addedItems.indexOf(id) });
  const text = (words: string): string => {
    const isNew = !addedItems.includes(message.id);
    const place = {
      ...(isNew ? { item_id: message.id, output_index: addedItems.length } : placeOf(message.id)),
      content_index: 0,
    };
    const opening = isNew
      ? begin(message) + emit("response.content_part.added", { ...place, part: outputText("", []) })
      : "";
    body += words;
    return opening + (words === "" ? "" : emit("response.output_text.delta", { ...place, delta: words, logprobs: [] }));
  };
  const call = ({ index, id, name, arguments: given }: ToolCallPiece): string => {
    const item = functionCall(context, { index, id: id ?? "", name: name ?? "", arguments: "", status: "in_progress" });
    const opening = begin(item);
    if (given === "") return opening;
    return opening + emit("response.function_call_arguments.delta", { ...placeOf(item.id), delta: given });
  };
  const finishMessage = (item: OutputMessage): string => {
    const [part] = item.content;
    if (part === undefined) return "";
    const place = () => ({ ...placeOf(item.id), content_index: 0 });
    if (part.type === "refusal") {
      return [
        begin(message),
        emit("response.content_part.added", { ...place(), part: { ...part, refusal: "" } }),
        emit("response.refusal.delta", { ...place(), delta: part.refusal }),
        emit("response.refusal.done", { ...place(), refusal: part.refusal }),
        emit("response.content_part.done", { ...place(), part }),
      ].join("");
    }
    return [
      text(part.text.slice(body.length)),
      ...part.annotations.map((annotation, annotation_index) =>
        emit("response.output_text.annotation.added", { ...place(), annotation_index, annotation }),
      ),
      emit("response.output_text.done", { ...place(), text: part.text, logprobs: [] }),
      emit("response.content_part.done", { ...place(), part }),
    ].join("");
  };
  const finishCall = ({ id, name, arguments: given }: FunctionCall): string =>
    emit("response.function_call_arguments.done", { ...placeOf(id), name, arguments: given });

  return {
    text,
    call,
    sent: () => body,
    finish: (response: OpenAiResponse): string => {
      const closing = response.output.map((item) => {
        const last = item.type === "message" ? finishMessage(item) : finishCall(item);
        return last + emit("response.output_item.done", { output_index: addedItems.indexOf(item.id), item });
      });
      const output = response.output.toSorted((a, b) => addedItems.indexOf(a.id) - addedItems.indexOf(b.id));
      const end = response.status === "incomplete" ? "response.incomplete" : "response.completed";
      return closing.join("") + emit(end, { response: { ...response, output } });
    },
  };
}

function failureFrame(emit: Emit, message: string, context: ResponsesContext): string {
  const response: OpenAiResponse = {
    ...pendingResponse(context),
    status: "failed",
    error: { code: "server_error", message },
  };
  return emit("response.failed", { response });
}
