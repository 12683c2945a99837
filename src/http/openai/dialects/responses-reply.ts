import type { Answer, ToolCall } from "../../../answering/answer.ts";
import {
  answerContext,
  type PlacedCitation,
  placedCitations,
  replyFooter,
  urlCitations,
} from "../citation-annotations.ts";
import { finishReason } from "../reply-text.ts";
import {
  bodyOf,
  completionUsage,
  type LimitedAnswer,
  limitedText,
  type ReplyContext,
  refusalOf,
} from "./chat-reply.ts";
import type { ResponsesEcho } from "./responses-request.ts";
import type {
  FunctionCall,
  OpenAiResponse,
  OutputMessage,
  OutputPart,
  OutputText,
  PassageAnnotation,
  ResponsesUsage,
} from "./responses-schemas.ts";

export interface ResponsesContext extends Omit<ReplyContext, "completionId"> {
  readonly responseId: string;
  readonly echo: ResponsesEcho;
}

export function responseObject(answer: Answer, context: ResponsesContext): OpenAiResponse {
  const text = limitedText(context);
  const body = bodyOf(answer, text);
  return finishedResponse({ answer, body, cut: text.cut, finish: finishReason(text, answer) }, context);
}

export function finishedResponse(limited: LimitedAnswer, context: ResponsesContext): OpenAiResponse {
  const { answer, body, cut, finish } = limited;
  const placed = placedCitations(answer, body, context.citations);
  const refusal = refusalOf(answer);
  const text = body + replyFooter(answer, cut, context);
  const part: OutputPart =
    refusal === null ? outputText(text, passageAnnotations(placed, context)) : { type: "refusal", refusal };
  const isCallOnly = refusal === null && text === "" && answer.toolCalls.length > 0;
  const status = finish === "length" ? "incomplete" : "completed";
  return {
    ...pendingResponse(context),
    status,
    incomplete_details: finish === "length" ? { reason: "max_output_tokens" } : null,
    output: [
      ...(isCallOnly ? [] : [outputMessage(context, status, [part])]),
      ...answer.toolCalls.map((call, index) => functionCall(context, { ...call, index, status })),
    ],
    usage: responsesUsage(answer, body, cut),
    context: answerContext(answer, placed, context),
  };
}

export function pendingResponse(context: ResponsesContext): OpenAiResponse {
  const { instructions, max_output_tokens, temperature, top_p, metadata } = context.echo;
  const { text, tools, tool_choice, parallel_tool_calls } = context.echo;
  return {
    id: context.responseId,
    object: "response",
    created_at: context.createdSeconds,
    status: "in_progress",
    background: false,
    error: null,
    incomplete_details: null,
    instructions,
    max_output_tokens,
    model: context.model,
    output: [],
    parallel_tool_calls,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature,
    text,
    tool_choice,
    tools: [...tools],
    top_p,
    truncation: "disabled",
    usage: null,
    metadata,
  };
}

export function outputMessage(
  { responseId }: ResponsesContext,
  status: OutputMessage["status"],
  content: OutputPart[],
): OutputMessage {
  return { id: responseId.replace(/^resp_/, "msg_"), type: "message", status, role: "assistant", content };
}

/** @param call `index` counts the calls of the response */
export function functionCall(
  { responseId }: ResponsesContext,
  { index, status, id, name, arguments: given }: ToolCall & { index: number; status: FunctionCall["status"] },
): FunctionCall {
  return {
    id: `${responseId.replace(/^resp_/, "fc_")}_${index}`,
    type: "function_call",
    status,
    call_id: id,
    name,
    arguments: given,
  };
}

export function outputText(text: string, annotations: PassageAnnotation[]): OutputText {
  return { type: "output_text", text, annotations, logprobs: [] };
}

function passageAnnotations(placed: readonly PlacedCitation[], context: ResponsesContext): PassageAnnotation[] {
  return urlCitations(placed, context).map(({ type, url_citation }) => ({ type, ...url_citation }));
}

function responsesUsage(answer: Answer, body: string, cut: boolean): ResponsesUsage {
  const { prompt_tokens, completion_tokens, total_tokens } = completionUsage(answer, body, cut);
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens,
  };
}
