/** `POST /v1/chat/completions`, the way in: an OpenAI chat request as a question to an expert. Pure. */
import { Fault } from "../../../kernel/fault.ts";
import { askingOf, checkQuestionLength, type ExpertRequest, givenNumbers } from "../expert-request.ts";
import { housekeepingTask } from "../front-ends/openai-housekeeping.ts";
import { type Fields, isFields, lenient } from "../lenient-body.ts";
import { readConversation } from "./openai-chat-messages.ts";
import { ChatCompletionRequest } from "./openai-chat-schemas.ts";

export interface ChatRequest extends ExpertRequest {
  /** `stream_options.include_usage`. */
  readonly includeUsage: boolean;
}

const chatCompletionRequest = lenient(ChatCompletionRequest);

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`, `context_length_exceeded`. */
export function parseChatRequest(body: unknown): ChatRequest {
  const fields = chatCompletionRequest.parse(body);
  const conversation = readConversation(fields.messages, "messages");
  const housekeeping = housekeepingTask(conversation);
  if (housekeeping === null) checkQuestionLength(conversation.question, "messages");
  for (const name of ["tool_choice", "function_call"] as const) refuseForcedTool(fields[name] ?? null, name);
  const { temperature, top_p, presence_penalty, frequency_penalty, seed } = fields;
  const limits = [fields.max_tokens, fields.max_completion_tokens].filter((limit) => typeof limit === "number");
  return {
    ...conversation,
    ...askingOf(fields),
    includeUsage: fields.stream_options?.include_usage ?? false,
    maxTokens: limits.length === 0 ? null : Math.min(...limits),
    stop: [fields.stop ?? []].flat().filter((stop) => stop !== ""),
    sampling: givenNumbers({ temperature, top_p, presence_penalty, frequency_penalty, seed }),
    responseFormat: formatOf(fields.response_format),
    housekeeping,
  };
}

/** Tools that the model may call are ignored, since it may also not call them; a call that is required cannot be made. */
export function refuseForcedTool(choice: unknown, param: string): void {
  const mode = isFields(choice) && choice.type === "allowed_tools" ? allowedToolsMode(choice) : choice;
  if (mode === null || mode === "auto" || mode === "none") return;
  throw new Fault("invalid_parameter", `'${param}' requires a tool call, and experts do not call tools.`, {
    param,
    hint: "Set it to 'auto' or 'none'.",
  });
}

function allowedToolsMode(choice: Fields): unknown {
  return isFields(choice.allowed_tools) ? choice.allowed_tools.mode : choice.mode;
}

/** Null for plain text. */
export function formatOf(format: (Fields & { readonly type: string }) | null | undefined): Fields | null {
  return format?.type === "text" ? null : (format ?? null);
}
