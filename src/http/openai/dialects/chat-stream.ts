import type { Answer, AnswerEvent, ToolCallPiece } from "../../../answering/answer.ts";
import { Fault } from "../../../kernel/fault.ts";
import { streamWords } from "../../../language/text/shown-text.ts";
import { dataFrame } from "../../body/sse.ts";
import { answerContext, placedCitations, replyFooter, urlCitations } from "../citation-annotations.ts";
import { finishReason, type ReplyText } from "../reply-text.ts";
import type { CompletionUsage } from "../shared-schemas.ts";
import {
  completionUsage,
  isTextCut,
  type LimitedAnswer,
  limitedText,
  type ReplyContext,
  refusalOf,
} from "./chat-reply.ts";
import type { ChatCompletionChunk, ChatDelta, ToolCallDelta } from "./chat-schemas.ts";

export interface StreamContext extends ReplyContext {
  readonly includeUsage: boolean;
  describeError(error: unknown): { readonly message: string };
}

/**
 * Role, text, one delta with annotations and context, finish reason, usage, `[DONE]`. An error before the first event
 * is thrown; a later one is a frame, without `[DONE]`.
 */
export async function* chatCompletionChunks(
  events: AsyncIterable<AnswerEvent>,
  context: StreamContext,
): AsyncGenerator<string> {
  const text = limitedText(context);
  let body = "";
  let started = false;
  let answer: Answer | null = null;
  try {
    for await (const event of events) {
      if (!started) yield deltaFrame({ role: "assistant", content: "", refusal: null }, context);
      started = true;
      if (event.type === "end") answer = event.answer;
      const piece = pieceOf(event, text);
      body += piece;
      yield deltasOf(event, piece)
        .map((delta) => deltaFrame(delta, context))
        .join("");
    }
    if (answer === null) throw new Fault("internal_error", "The answer ended before it was complete.");
    yield* closingFrames({ answer, body, cut: text.cut, finish: finishReason(text, answer) }, context);
  } catch (error) {
    if (!started) throw error;
    yield dataFrame({ error: context.describeError(error) });
  }
}

export function pieceOf(event: AnswerEvent, text: ReplyText): string {
  if (event.type === "text") return text.push(event);
  return event.type === "end" ? text.end(isTextCut(event.answer)) : "";
}

function deltasOf(event: AnswerEvent, piece: string): ChatDelta[] {
  if (event.type === "tool_call") return [{ tool_calls: [toolCallDelta(event)] }];
  return streamWords(piece).map((content) => ({ content }));
}

function toolCallDelta({ index, id, name, arguments: given }: ToolCallPiece): ToolCallDelta {
  const first = id === null ? {} : { id, type: "function" as const };
  return { index, ...first, function: { ...(name === null ? {} : { name }), arguments: given } };
}

function* closingFrames({ answer, body, cut, finish }: LimitedAnswer, context: StreamContext): Generator<string> {
  const refusal = refusalOf(answer);
  if (refusal !== null) yield deltaFrame({ refusal }, context);
  const footer = replyFooter(answer, cut, context);
  if (footer !== "") yield deltaFrame({ content: footer }, context);
  const placed = placedCitations(answer, body, context.citations);
  yield deltaFrame(
    { content: "", annotations: urlCitations(placed, context), context: answerContext(answer, placed, context) },
    context,
  );
  yield chunkFrame([{ index: 0, delta: {}, logprobs: null, finish_reason: finish }], null, context);
  if (context.includeUsage) yield chunkFrame([], completionUsage(answer, body, cut), context);
  yield "data: [DONE]\n\n";
}

function deltaFrame(delta: ChatDelta, context: StreamContext): string {
  return chunkFrame([{ index: 0, delta, logprobs: null, finish_reason: null }], null, context);
}

function chunkFrame(
  choices: ChatCompletionChunk["choices"],
  usage: CompletionUsage | null,
  context: StreamContext,
): string {
  const chunk: ChatCompletionChunk = {
    id: context.completionId,
    object: "chat.completion.chunk",
    created: context.createdSeconds,
    model: context.model,
    choices,
  };
  return dataFrame(context.includeUsage ? { ...chunk, usage } : chunk);
}
