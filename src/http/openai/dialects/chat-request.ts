import type { Static } from "@sinclair/typebox";
import { Fault } from "../../../kernel/fault.ts";
import {
  askingOf,
  checkQuestionLength,
  type ExpertRequest,
  givenFields,
  withoutScaffolding,
} from "../expert-request.ts";
import { housekeepingTask } from "../front-ends/housekeeping-prompts.ts";
import { lenient } from "../lenient-body.ts";
import { conversationIdOf } from "../remembered-turns.ts";
import { chatFormat, toolUse } from "../tools-and-formats.ts";
import { readConversation } from "./chat-messages.ts";
import { ChatCompletionRequest } from "./chat-schemas.ts";

export interface ChatRequest extends ExpertRequest {
  readonly includeUsage: boolean;
}

const chatCompletionRequest = lenient(ChatCompletionRequest);

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`, `context_length_exceeded`. */
export function parseChatRequest(body: unknown): ChatRequest {
  return chatRequest(chatCompletionRequest.parse(body), "messages");
}

/** @param param the field that has the question */
export function chatRequest(fields: Static<typeof ChatCompletionRequest>, param: string): ChatRequest {
  const format = chatFormat(fields.response_format ?? null);
  const conversation = withoutScaffolding(readConversation(fields.messages, param), format);
  const housekeeping = housekeepingTask(conversation);
  if (housekeeping === null) checkQuestionLength(conversation.question, param);
  refuseFunctionCall(fields.function_call ?? null);
  const { temperature, top_p, presence_penalty, frequency_penalty, seed, reasoning_effort } = fields;
  const limits = [fields.max_tokens, fields.max_completion_tokens].filter((limit) => typeof limit === "number");
  return {
    ...conversation,
    ...askingOf(fields),
    conversation: conversationIdOf(fields),
    includeUsage: fields.stream_options?.include_usage ?? false,
    maxTokens: limits.length === 0 ? null : Math.min(...limits),
    stop: [fields.stop ?? []].flat().filter((stop) => stop !== ""),
    sampling: givenFields({ temperature, top_p, presence_penalty, frequency_penalty, seed, reasoning_effort }),
    tools: toolUse(fields),
    housekeeping,
  };
}

/** The predecessor of `tools`. */
function refuseFunctionCall(call: unknown): void {
  if (call === null || call === "auto" || call === "none") return;
  throw new Fault("invalid_parameter", "'function_call' is no longer supported.", {
    param: "function_call",
    hint: "Use 'tools' and 'tool_choice'.",
  });
}
