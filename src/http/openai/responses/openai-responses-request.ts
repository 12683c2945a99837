/**
 * `POST /v1/responses`, the way in: the part of OpenAI's Responses API that a question to an expert needs. Nothing is
 * ever stored, whatever `store` says, so a request must bring its whole conversation. Pure.
 */
import { Fault, invalidParameter } from "../../../kernel/fault.ts";
import { checked } from "../../body/validation.ts";
import { type Conversation, readConversation } from "../chat/openai-chat-messages.ts";
import { formatOf, refuseForcedTool } from "../chat/openai-chat-request.ts";
import { askingOf, checkQuestionLength, type ExpertRequest, givenNumbers } from "../expert-request.ts";
import { housekeepingTask } from "../front-ends/openai-housekeeping.ts";
import { type Fields, lenient } from "../lenient-body.ts";
import { InputMessages, ResponsesRequestBody } from "./openai-responses-schemas.ts";

export interface ResponsesRequest extends ExpertRequest {
  /** What the reply repeats of the request. */
  readonly echo: ResponsesEcho;
}

/** Under the names of the Responses API. */
export interface ResponsesEcho {
  readonly instructions: string | null;
  readonly max_output_tokens: number | null;
  readonly temperature: number | null;
  readonly top_p: number | null;
  readonly metadata: Fields;
}

const responsesRequestBody = lenient(ResponsesRequestBody);
const inputMessages = checked(InputMessages);

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`, `context_length_exceeded`. */
export function parseResponsesRequest(body: unknown): ResponsesRequest {
  const fields = responsesRequestBody.parse(body);
  if (fields.background === true) {
    throw invalidParameter("background", "'background' cannot be used: responses are not stored here.");
  }
  refuseForcedTool(fields.tool_choice ?? null, "tool_choice");
  const { temperature, top_p } = fields;
  const instructions = fields.instructions ?? null;
  const conversation = withInstructions(readInput(fields.input), instructions);
  const housekeeping = housekeepingTask(conversation);
  if (housekeeping === null) checkQuestionLength(conversation.question, "input");
  const maxTokens = fields.max_output_tokens ?? null;
  return {
    ...conversation,
    ...askingOf(fields),
    maxTokens,
    stop: [],
    sampling: givenNumbers({ temperature, top_p }),
    responseFormat: formatOf(fields.text?.format),
    housekeeping,
    echo: {
      instructions,
      max_output_tokens: maxTokens,
      temperature: temperature ?? null,
      top_p: top_p ?? null,
      metadata: fields.metadata ?? {},
    },
  };
}

function readInput(input: string | readonly Fields[]): Conversation {
  if (typeof input !== "string") {
    return readConversation(inputMessages.parse({ input: input.map(messageOrTool) }).input, "input");
  }
  if (input.trim() === "") throw invalidParameter("input", "'input' has no text.");
  return readConversation([{ role: "user", content: input }], "input");
}

/** An item as a message. Calls of tools, their outputs and reasoning stand as tool messages, which are read over. */
function messageOrTool(item: Fields, position: number): Fields {
  const param = `input[${position}]`;
  if (item.type === "item_reference") {
    throw new Fault("invalid_parameter", `'${param}' refers to a stored item, and none are stored here.`, {
      param,
      hint: "Send the item itself.",
    });
  }
  const isMessage = item.type === undefined || item.type === null || item.type === "message";
  return isMessage ? item : { role: "tool" };
}

function withInstructions(conversation: Conversation, given: string | null): Conversation {
  const texts = [given?.trim() ?? "", conversation.instructions ?? ""].filter((text) => text !== "");
  return { ...conversation, instructions: texts.length === 0 ? null : texts.join("\n\n") };
}
