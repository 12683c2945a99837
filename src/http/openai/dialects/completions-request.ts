/** A prompt is what the last user message is in a chat. */
import { invalidParameter } from "../../../kernel/fault.ts";
import { lenient } from "../lenient-body.ts";
import { type ChatRequest, chatRequest } from "./chat-request.ts";
import { CompletionRequest } from "./completions-schemas.ts";

export interface PromptRequest extends ChatRequest {
  /** The prompt as it was sent, if the choice begins with it; or empty. */
  readonly echo: string;
}

const completionRequest = lenient(CompletionRequest);

const unsupported = {
  logprobs: "Answers have no probabilities of tokens.",
  suffix: "An answer is not written into a text.",
} as const;

export type ParsedCompletionRequest = ReturnType<typeof parseCompletionRequest>;

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`, `context_length_exceeded`. */
export function parseCompletionRequest(body: unknown) {
  const { prompt, echo, n: _, best_of: __, ...fields } = completionRequest.parse(body);
  for (const [name, reason] of Object.entries(unsupported)) refuse(name, Object(body)[name], reason);
  const prompts = [prompt].flat().map((text, at) => {
    const param = Array.isArray(prompt) ? `prompt[${at}]` : "prompt";
    const asked = chatRequest({ ...fields, messages: [{ role: "user", content: text }] }, param);
    return { ...asked, echo: echo === true ? text : "" };
  });
  const [{ stream, includeUsage }] = prompts as [PromptRequest];
  return { stream, includeUsage, prompts };
}

function refuse(name: string, value: unknown, reason: string): void {
  if (value === undefined || value === null || value === "" || value === false) return;
  throw invalidParameter(name, `"${name}" is not supported. ${reason}`);
}
