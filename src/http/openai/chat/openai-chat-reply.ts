/** `POST /v1/chat/completions`, the way out without streaming: an answer as OpenAI's chat completion. Pure. */

import { estimateTokens } from "../../../analysis/tokens.ts";
import type { Answer } from "../../../answering/answer.ts";
import {
  answerContext,
  type CitationContext,
  placedCitations,
  replyFooter,
  urlCitations,
} from "../openai-citations.ts";
import { finishReason, type ReplyText, replyText } from "../openai-reply-text.ts";
import type { CompletionUsage } from "../openai-schemas.ts";
import type { ChatCompletion } from "./openai-chat-schemas.ts";

export interface ReplyContext extends CitationContext {
  /** `chatcmpl-…`, one for the whole reply. */
  readonly completionId: string;
  /** The name of the expert that the client knows it by. */
  readonly model: string;
  /** Unix seconds. */
  readonly createdSeconds: number;
  readonly maxTokens: number | null;
  readonly stop: readonly string[];
}

export function chatCompletion(answer: Answer, context: ReplyContext): ChatCompletion {
  const text = limitedText(context);
  const body = text.push(answer.text ?? "") + text.end();
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
          content: body + replyFooter(answer, text.cut, context),
          refusal: null,
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

/** The text of an answer as one request wants it. */
export function limitedText({
  citations,
  maxTokens,
  stop,
}: Pick<ReplyContext, "citations" | "maxTokens" | "stop">): ReplyText {
  return replyText({ keepMarkers: citations !== "off", maxTokens, stop });
}

/** Tokens as the answer counted them; of a text cut short only what was sent. The footer counts nothing. */
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
