import type { Answer, AnswerEvent, ToolCallPiece } from "../../../answering/answer.ts";
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
  const items = itemsInOrder(emit);
  const message = startedMessage(emit, items, outputMessage(context, "in_progress", []));
  const call = ({ index, id, name, arguments: given }: ToolCallPiece): string => {
    const item = functionCall(context, { index, id: id ?? "", name: name ?? "", arguments: "", status: "in_progress" });
    const opening = items.begin(item);
    if (given === "") return opening;
    return opening + emit("response.function_call_arguments.delta", { ...items.placeOf(item.id), delta: given });
  };
  const finishCall = ({ id, name, arguments: given }: FunctionCall): string =>
    emit("response.function_call_arguments.done", { ...items.placeOf(id), name, arguments: given });
  return {
    text: message.text,
    call,
    sent: message.sent,
    finish: (response: OpenAiResponse): string => {
      const closing = response.output.map((item) => {
        const last = item.type === "message" ? message.finish(item) : finishCall(item);
        return last + emit("response.output_item.done", { output_index: items.at(item.id), item });
      });
      const output = response.output.toSorted((a, b) => items.at(a.id) - items.at(b.id));
      const end = response.status === "incomplete" ? "response.incomplete" : "response.completed";
      return closing.join("") + emit(end, { response: { ...response, output } });
    },
  };
}

function itemsInOrder(emit: Emit) {
  const ids: string[] = [];
  const at = (id: string) => ids.indexOf(id);
  return {
    at,
    placeOf: (id: string) => ({ item_id: id, output_index: at(id) }),
    begin: (item: OutputMessage | FunctionCall): string => {
      if (ids.includes(item.id)) return "";
      ids.push(item.id);
      return emit("response.output_item.added", { output_index: ids.length - 1, item });
    },
  };
}

function startedMessage(emit: Emit, items: ReturnType<typeof itemsInOrder>, message: OutputMessage) {
  let body = "";
  const place = (id = message.id) => ({ ...items.placeOf(id), content_index: 0 });
  const text = (words: string): string => {
    const begun = items.begin(message);
    const opening =
      begun === "" ? "" : begun + emit("response.content_part.added", { ...place(), part: outputText("", []) });
    body += words;
    if (words === "") return opening;
    return opening + emit("response.output_text.delta", { ...place(), delta: words, logprobs: [] });
  };
  const refuse = (item: OutputMessage, part: Extract<OutputMessage["content"][number], { type: "refusal" }>): string =>
    [
      items.begin(message),
      emit("response.content_part.added", { ...place(item.id), part: { ...part, refusal: "" } }),
      emit("response.refusal.delta", { ...place(item.id), delta: part.refusal }),
      emit("response.refusal.done", { ...place(item.id), refusal: part.refusal }),
      emit("response.content_part.done", { ...place(item.id), part }),
    ].join("");
  return {
    text,
    sent: () => body,
    finish: (item: OutputMessage): string => {
      const [part] = item.content;
      if (part === undefined) return "";
      if (part.type === "refusal") return refuse(item, part);
      return [
        text(part.text.slice(body.length)),
        ...part.annotations.map((annotation, annotation_index) =>
          emit("response.output_text.annotation.added", { ...place(item.id), annotation_index, annotation }),
        ),
        emit("response.output_text.done", { ...place(item.id), text: part.text, logprobs: [] }),
        emit("response.content_part.done", { ...place(item.id), part }),
      ].join("");
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
