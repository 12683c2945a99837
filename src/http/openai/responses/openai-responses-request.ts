/**
 * `POST /v1/responses`, the way in: the part of OpenAI's Responses API that a question to an expert needs. Nothing is
 * ever stored, whatever `store` says, so a request must bring its whole conversation. Pure.
 */
import { Fault, invalidParameter } from "../../../kernel/fault.ts";
import { type Conversation, readConversation } from "../chat/openai-chat-messages.ts";
import {
  type ChatRequest,
  checkQuestionLength,
  readCitationFields,
  readFormat,
  readSampling,
  refuseForcedTool,
} from "../chat/openai-chat-request.ts";
import { housekeepingTask } from "../front-ends/openai-housekeeping.ts";
import {
  bodyFields,
  type Fields,
  isFields,
  missing,
  optionalBoolean,
  optionalNumber,
  requiredString,
} from "../openai-fields.ts";

/** A chat request, so that one path answers both, and what its reply repeats of it. */
export interface ResponsesRequest extends ChatRequest {
  readonly echo: ResponsesEcho;
}

/** Under the names of the Responses API. */
export interface ResponsesEcho {
  readonly instructions: string | null;
  readonly max_output_tokens: number | null;
  readonly temperature: number | null;
  readonly top_p: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** State that lives on a server between requests. This one has none. */
const storedState = ["previous_response_id", "conversation", "prompt"] as const;

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`, `context_length_exceeded`. */
export function parseResponsesRequest(body: unknown): ResponsesRequest {
  const fields = bodyFields(body);
  const model = requiredString(fields, "model");
  refuseStoredState(fields);
  refuseForcedTool(fields.tool_choice ?? null, "tool_choice");
  const instructions = readInstructions(fields.instructions ?? null);
  const conversation = withInstructions(readInput(fields.input ?? null), instructions);
  const housekeeping = housekeepingTask(conversation);
  if (housekeeping === null) checkQuestionLength(conversation.question, "input");
  const sampling = readSampling(fields);
  const maxTokens = optionalNumber(fields, "max_output_tokens", { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
  const text = isFields(fields.text) ? fields.text : {};
  return {
    ...conversation,
    model,
    ...readCitationFields(fields),
    stream: optionalBoolean(fields, "stream"),
    includeUsage: false,
    maxTokens,
    stop: [],
    sampling,
    responseFormat: readFormat(text.format ?? null, "text.format"),
    housekeeping,
    echo: {
      instructions,
      max_output_tokens: maxTokens,
      temperature: sampling.temperature ?? null,
      top_p: sampling.top_p ?? null,
      metadata: isFields(fields.metadata) ? fields.metadata : {},
    },
  };
}

function refuseStoredState(fields: Fields): void {
  for (const param of storedState) {
    if ((fields[param] ?? null) === null) continue;
    throw new Fault("invalid_parameter", `'${param}' cannot be used: responses are not stored here.`, {
      param,
      hint: "Send the earlier turns in 'input'.",
    });
  }
  if (optionalBoolean(fields, "background")) {
    throw invalidParameter("background", "'background' cannot be used: responses are not stored here.");
  }
}

function readInstructions(value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  throw invalidParameter("instructions", "'instructions' must be a string.");
}

function readInput(input: unknown): Conversation {
  if (input === null) throw missing("input");
  if (typeof input !== "string") {
    if (!Array.isArray(input)) throw invalidParameter("input", "'input' must be a string or an array of items.");
    return readConversation(input.map(messageOrTool), "input");
  }
  const question = input.trim();
  if (question === "") throw invalidParameter("input", "'input' has no text.");
  return { question, history: [], instructions: null };
}

/** An item as a message. Calls of tools, their outputs and reasoning stand as tool messages, which are read over. */
function messageOrTool(item: unknown, position: number): unknown {
  if (!isFields(item)) return item;
  if (item.type === "item_reference") {
    throw new Fault("invalid_parameter", `'input[${position}]' refers to a stored item, and none are stored here.`, {
      param: `input[${position}]`,
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
