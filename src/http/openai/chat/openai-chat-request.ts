/**
 * `POST /v1/chat/completions`, the way in: an OpenAI chat request as a question to an expert. Pure. Fields that are
 * not used are ignored, as a drop-in must; those that are used are checked.
 */
import { maxQuestionLength } from "../../../answering/answer-service.ts";
import { Fault, invalidParameter } from "../../../kernel/fault.ts";
import { codePointLength } from "../../../text/code-points.ts";
import { type Housekeeping, housekeepingTask } from "../front-ends/openai-housekeeping.ts";
import type { Fields } from "../openai-fields.ts";
import {
  bodyFields,
  isFields,
  optionalBoolean,
  optionalNumber,
  optionalWord,
  requiredString,
} from "../openai-fields.ts";
import type { Conversation } from "./openai-chat-messages.ts";
import { readConversation } from "./openai-chat-messages.ts";

/**
 * What of the citations the reply carries.
 *
 * |               | `[n]` in the content | annotations | context.citations | footer |
 * |---------------|----------------------|-------------|-------------------|--------|
 * | `full`        | yes                  | yes         | yes               | yes    |
 * | `annotations` | yes                  | yes         | yes               | no     |
 * | `inline`      | yes                  | no          | no                | yes    |
 * | `off`         | no                   | no          | no                | no     |
 */
export type CitationStyle = "full" | "annotations" | "inline" | "off";

/** Fields for the model behind the expert, under their own names; each only when it was given. */
export interface Sampling {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  readonly seed?: number;
}

export interface ChatRequest extends Conversation {
  /** Slug, id or alias of an expert. */
  readonly model: string;
  /** Passages to retrieve, 1–100. */
  readonly k: number | null;
  /** As given; whoever filters checks it. */
  readonly filter: unknown;
  readonly citations: CitationStyle;
  readonly stream: boolean;
  /** `stream_options.include_usage`. */
  readonly includeUsage: boolean;
  /** The smaller of `max_tokens` and `max_completion_tokens`. */
  readonly maxTokens: number | null;
  /** At most 4, none empty. */
  readonly stop: readonly string[];
  readonly sampling: Sampling;
  /** As given when it asks for more than text: to be refused where there is no model. */
  readonly responseFormat: unknown;
  /** Set when a front end asks for a title, tags or the like: not to be answered from memory. */
  readonly housekeeping: Housekeeping | null;
}

const maxStops = 4;
const anyWhole = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, whole: true } as const;
const samplingRanges = {
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
  presence_penalty: { min: -2, max: 2 },
  frequency_penalty: { min: -2, max: 2 },
  seed: anyWhole,
} as const;

/**
 * `top_k` is not an alias of `k` here: other servers of this protocol use it as a sampling field.
 *
 * @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`, `context_length_exceeded`.
 */
export function parseChatRequest(body: unknown): ChatRequest {
  const fields = bodyFields(body);
  const model = requiredString(fields, "model");
  const conversation = readConversation(fields.messages, "messages");
  const housekeeping = housekeepingTask(conversation);
  if (housekeeping === null) checkQuestionLength(conversation.question, "messages");
  refuseUnsupported(fields);
  return {
    ...conversation,
    model,
    ...readCitationFields(fields),
    stream: optionalBoolean(fields, "stream"),
    includeUsage: readIncludeUsage(fields.stream_options),
    maxTokens: readMaxTokens(fields),
    stop: readStop(fields.stop ?? null),
    sampling: readSampling(fields),
    responseFormat: readFormat(fields.response_format ?? null, "response_format"),
    housekeeping,
  };
}

/** @throws Fault `context_length_exceeded`. */
export function checkQuestionLength(question: string, param: string): void {
  const length = codePointLength(question);
  if (length <= maxQuestionLength) return;
  const message = `The question has ${length} characters; at most ${maxQuestionLength} are allowed.`;
  throw new Fault("context_length_exceeded", message, { param, hint: "Add long text as a source of the expert." });
}

/** The extra fields that this service adds to OpenAI's requests. */
export function readCitationFields(fields: Fields) {
  return {
    k: optionalNumber(fields, "k", { min: 1, max: 100, whole: true }),
    filter: fields.filter ?? null,
    citations: optionalWord(fields, "citations", ["full", "annotations", "inline", "off"]),
  };
}

export function readSampling(fields: Fields): Sampling {
  const given = Object.entries(samplingRanges).map(([name, range]) => [name, optionalNumber(fields, name, range)]);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}

function refuseUnsupported(fields: Fields): void {
  const choices = optionalNumber(fields, "n", { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true }) ?? 1;
  if (choices > 1) throw invalidParameter("n", "Only one choice a request is supported: leave 'n' out or set it to 1.");
  for (const name of ["tool_choice", "function_call"] as const) refuseForcedTool(fields[name] ?? null, name);
  const modalities = fields.modalities ?? null;
  if (Array.isArray(modalities) && modalities.some((each) => each !== "text")) {
    throw invalidParameter("modalities", "Experts answer in text only.");
  }
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

function readIncludeUsage(options: unknown): boolean {
  if (options === undefined || options === null) return false;
  if (!isFields(options)) throw invalidParameter("stream_options", "'stream_options' must be an object.");
  const value = options.include_usage ?? false;
  if (typeof value === "boolean") return value;
  throw invalidParameter("stream_options.include_usage", "'stream_options.include_usage' must be true or false.");
}

function readMaxTokens(fields: Fields): number | null {
  const range = { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true } as const;
  const limits = ["max_tokens", "max_completion_tokens"].map((name) => optionalNumber(fields, name, range));
  const given = limits.filter((limit) => limit !== null);
  return given.length === 0 ? null : Math.min(...given);
}

function readStop(value: unknown): string[] {
  if (value === null) return [];
  const stops: unknown[] = Array.isArray(value) ? value : [value];
  if (stops.length > maxStops || !stops.every((stop) => typeof stop === "string")) {
    throw invalidParameter("stop", `'stop' must be a string or an array of at most ${maxStops} strings.`);
  }
  return stops.filter((stop) => stop !== "");
}

/** Null for plain text. */
export function readFormat(value: unknown, param: string): unknown {
  if (value === null) return null;
  if (!isFields(value) || typeof value.type !== "string") {
    throw invalidParameter(param, `'${param}' must be an object with a type.`);
  }
  return value.type === "text" ? null : value;
}
