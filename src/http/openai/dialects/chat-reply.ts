import type { Static } from "@sinclair/typebox";
import type { Answer, ToolCall } from "../../../answering/answer.ts";
import type { AnswerFormat } from "../../../answering/asked-question.ts";
import { utf16Cursor } from "../../../language/text/code-points.ts";
import { estimateTokens } from "../../../language/words/tokens.ts";
import {
  answerContext,
  type CitationContext,
  placedCitations,
  replyFooter,
  urlCitations,
} from "../citation-annotations.ts";
import type { MarkedText } from "../marked-text.ts";
import { type FinishReason, finishReason, type ReplyText, replyText } from "../reply-text.ts";
import type { CompletionUsage } from "../shared-schemas.ts";
import type { ChatCompletion, ToolCallObject } from "./chat-schemas.ts";

export interface ReplyContext extends CitationContext {
  readonly completionId: string;
  readonly model: string;
  /** Unix seconds. */
  readonly createdSeconds: number;
  readonly maxTokens: number | null;
  readonly stop: readonly string[];
  readonly format: AnswerFormat | null;
}

export interface LimitedAnswer {
  readonly answer: Answer;
  readonly body: string;
  readonly cut: boolean;
  readonly finish: FinishReason;
}

export function chatCompletion(answer: Answer, context: ReplyContext): ChatCompletion {
  const text = limitedText(context);
  const body = bodyOf(answer, text);
  const placed = placedCitations(answer, body, context.citations);
  return {
    id: context.completionId,
    object: "chat.completion",
    created: context.createdSeconds,
    model: context.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          ...contentOf(answer, body + replyFooter(answer, text.cut, context)),
          ...(answer.toolCalls.length === 0 ? {} : { tool_calls: answer.toolCalls.map(toolCallView) }),
          annotations: urlCitations(placed, context),
          context: answerContext(answer, placed, context),
        },
        logprobs: null,
        finish_reason: finishReason(text, answer),
      },
    ],
    usage: completionUsage(answer, body, text.cut),
  };
}

/** A program that expects JSON or a call reads null as "nothing". */
function contentOf(answer: Answer, content: string): { content: string | null; refusal: string | null } {
  const refusal = refusalOf(answer);
  return { content: refusal !== null || (content === "" && answer.toolCalls.length > 0) ? null : content, refusal };
}

/** Only if JSON was requested; otherwise it is the content. */
export function refusalOf({ form, abstained, text }: Answer): string | null {
  return form === "json" && abstained ? text : null;
}

export function bodyOf(answer: Answer, text: ReplyText): string {
  return refusalOf(answer) === null ? text.push(markedText(answer)) + text.end(isTextCut(answer)) : "";
}

/** JSON has no blocks of code. */
export function isTextCut({ form, truncated }: Answer): boolean {
  return form === "text" && truncated;
}

function markedText({ form, text, markers }: Answer): MarkedText {
  const at = utf16Cursor(text ?? "");
  const ranges = form === "json" ? [] : markers.map(({ start, end }) => ({ start: at(start), end: at(end) }));
  return { text: text ?? "", markers: ranges };
}

function toolCallView({ id, name, arguments: given }: ToolCall): Static<typeof ToolCallObject> {
  return { id, type: "function", function: { name, arguments: given } };
}

/** JSON contains no markers. */
export function limitedText({
  citations,
  maxTokens,
  stop,
  format,
}: Pick<ReplyContext, "citations" | "maxTokens" | "stop" | "format">): ReplyText {
  return replyText({ keepMarkers: citations !== "off" || format !== null, maxTokens, stop });
}

/** Only what was sent, without the footer. */
export function completionUsage(answer: Answer, body: string, cut: boolean): CompletionUsage {
  const { promptTokens, completionTokens: made } = answer.usage;
  const completionTokens = cut ? Math.min(made, estimateTokens(body)) : made;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
