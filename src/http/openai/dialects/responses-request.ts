/** The part of OpenAI's Responses API that a question needs. Nothing is stored: a request has its conversation. */

import { checked } from "../../../api/validation.ts";
import { Fault, invalidParameter } from "../../../kernel/fault.ts";
import type { Fields } from "../../../kernel/json.ts";
import { askingOf, checkQuestionLength, type ExpertRequest, givenFields } from "../expert-request.ts";
import { housekeepingTask } from "../front-ends/housekeeping-prompts.ts";
import { lenient } from "../lenient-body.ts";
import { conversationIdOf } from "../remembered-turns.ts";
import { responsesFormat, toolUse } from "../tools-and-formats.ts";
import { type Conversation, readConversation } from "./chat-messages.ts";
import { InputMessages, ResponsesRequestBody } from "./responses-schemas.ts";

export interface ResponsesRequest extends ExpertRequest {
  readonly echo: ResponsesEcho;
}

export interface ResponsesEcho {
  readonly instructions: string | null;
  readonly max_output_tokens: number | null;
  readonly temperature: number | null;
  readonly top_p: number | null;
  readonly metadata: Fields;
  readonly text: { readonly format: Fields & { readonly type: string } };
  readonly tools: readonly Fields[];
  readonly tool_choice: string | Fields;
  readonly parallel_tool_calls: boolean;
}

const responsesRequestBody = lenient(ResponsesRequestBody);
const inputMessages = checked(InputMessages);

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`, `context_length_exceeded`. */
export function parseResponsesRequest(body: unknown): ResponsesRequest {
  const fields = responsesRequestBody.parse(body);
  if (fields.background === true) {
    throw invalidParameter("background", "'background' cannot be used: responses are not stored here.");
  }
  const { temperature, top_p } = fields;
  const instructions = fields.instructions ?? null;
  const conversation = withInstructions(readInput(fields.input), instructions);
  const housekeeping = housekeepingTask(conversation);
  if (housekeeping === null) checkQuestionLength(conversation.question, "input");
  const maxTokens = fields.max_output_tokens ?? null;
  return {
    ...conversation,
    ...askingOf(fields),
    conversation: conversationIdOf(body),
    maxTokens,
    stop: [],
    sampling: givenFields({ temperature, top_p, reasoning_effort: fields.reasoning?.effort }),
    tools: toolUse(fields),
    format: responsesFormat(fields.text?.format ?? null),
    envelope: null,
    housekeeping,
    echo: {
      instructions,
      max_output_tokens: maxTokens,
      temperature: temperature ?? null,
      top_p: top_p ?? null,
      metadata: fields.metadata ?? {},
      text: { format: fields.text?.format ?? { type: "text" } },
      tools: fields.tools ?? [],
      tool_choice: fields.tool_choice ?? "auto",
      parallel_tool_calls: fields.parallel_tool_calls ?? true,
    },
  };
}

function readInput(input: string | readonly Fields[]): Conversation {
  if (typeof input !== "string") {
    return readConversation(inputMessages.parse({ input: input.map(messageOf) }).input, "input");
  }
  if (input.trim() === "") throw invalidParameter("input", "'input' has no text.");
  return readConversation([{ role: "user", content: input }], "input");
}

/** Drops reasoning and calls of tools that are not functions. */
function messageOf(item: Fields, position: number): Fields {
  const param = `input[${position}]`;
  switch (item.type ?? "message") {
    case "message":
      return item;
    case "function_call": {
      const call = { id: item.call_id, type: "function", function: { name: item.name, arguments: item.arguments } };
      return { role: "assistant", tool_calls: [call] };
    }
    case "function_call_output":
      return { role: "tool", tool_call_id: item.call_id, content: item.output };
    case "item_reference":
      throw new Fault("invalid_parameter", `'${param}' refers to a stored item, and none are stored here.`, {
        param,
        hint: "Send the item itself.",
      });
    default:
      return { role: "tool" };
  }
}

function withInstructions(conversation: Conversation, given: string | null): Conversation {
  const texts = [given?.trim() ?? "", conversation.instructions ?? ""].filter((text) => text !== "");
  return { ...conversation, instructions: texts.length === 0 ? null : texts.join("\n\n") };
}
