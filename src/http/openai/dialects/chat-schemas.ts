/** By OpenAI's specification, and `k`, `filter`, `citations`, `message.context`. Unused fields are left out. */
import { type Static, Type } from "@sinclair/typebox";
import { namedObject, nullable, oneOf } from "../../../api/schema-parts.ts";
import {
  AnswerContextObject,
  askingFields,
  CompletionUsageObject,
  ContentPart,
  OpenObject,
  optional,
  ToolChoice,
  UrlCitationObject,
} from "../shared-schemas.ts";

const open = { additionalProperties: true } as const;
const tokenLimit = optional(Type.Integer({ minimum: 1, expected: "a whole number of at least 1" }));
const penalty = optional(Type.Number({ minimum: -2, maximum: 2 }));

const CalledFunction = Type.Object(
  { name: Type.String(), arguments: Type.String({ description: "JSON, as the model wrote it." }) },
  { $id: "CalledFunction", ...open },
);

export const ToolCallObject = Type.Object(
  { id: Type.String(), type: Type.Literal("function"), function: CalledFunction },
  { $id: "ToolCall", ...open },
);

export const ChatMessageObject = Type.Object(
  {
    role: oneOf(["user", "assistant", "system", "developer", "tool", "function"]),
    content: optional(
      Type.Union([Type.String(), Type.Array(ContentPart)], { expected: "a string or a list of parts of content" }),
    ),
    tool_calls: optional(Type.Array(OpenObject)),
    tool_call_id: optional(Type.String()),
  },
  { $id: "ChatMessage", ...open, expected: "an object with a role and content" },
);

const StreamOptions = Type.Object({ include_usage: optional(Type.Boolean()) }, { $id: "ChatStreamOptions", ...open });

export const ResponseFormatObject = Type.Object(
  { type: Type.String({ described: { enum: ["text", "json_object", "json_schema"] } }) },
  { $id: "ResponseFormat", ...open },
);

export const ChatCompletionRequest = Type.Object(
  {
    ...askingFields,
    messages: Type.Array(ChatMessageObject, { minItems: 1, expected: "a list of messages" }),
    stream_options: optional(StreamOptions),
    max_tokens: tokenLimit,
    max_completion_tokens: tokenLimit,
    stop: optional(
      Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 4 })], {
        expected: "a string or a list of at most 4 strings",
      }),
    ),
    n: optional(
      Type.Integer({ minimum: 1, maximum: 1, expected: "1: a request has one choice; leave it out or set it to 1" }),
    ),
    presence_penalty: penalty,
    frequency_penalty: penalty,
    seed: optional(Type.Integer()),
    reasoning_effort: optional(Type.String({ maxLength: 32 })),
    tools: optional(Type.Array(OpenObject)),
    tool_choice: optional(Type.Union([Type.String(), ToolChoice])),
    parallel_tool_calls: optional(Type.Boolean()),
    function_call: optional(Type.Unknown({ described: { type: "string", enum: ["auto", "none"] } })),
    response_format: optional(ResponseFormatObject),
    modalities: optional(Type.Array(Type.Literal("text", { expected: '"text": experts answer in text only' }))),
  },
  {
    $id: "ChatCompletionRequest",
    ...open,
    examples: [{ model: "handbook", messages: [{ role: "user", content: "How do I add a PDF?" }] }],
  },
);

const finishReason = oneOf(["stop", "length", "tool_calls", "content_filter"]);

const AssistantMessage = namedObject("AssistantMessage", {
  role: Type.Literal("assistant"),
  content: nullable(Type.String()),
  refusal: nullable(Type.String()),
  tool_calls: Type.Optional(Type.Array(ToolCallObject)),
  annotations: Type.Array(UrlCitationObject),
  context: AnswerContextObject,
});
const ChatChoice = namedObject("ChatChoice", {
  index: Type.Literal(0),
  message: AssistantMessage,
  logprobs: Type.Null(),
  finish_reason: finishReason,
});

export const ChatCompletionObject = namedObject("ChatCompletion", {
  id: Type.String(),
  object: Type.Literal("chat.completion"),
  created: Type.Integer({ description: "Unix seconds." }),
  model: Type.String(),
  choices: Type.Array(ChatChoice, { minItems: 1, maxItems: 1 }),
  usage: CompletionUsageObject,
});

const CalledFunctionDelta = namedObject("CalledFunctionDelta", {
  name: Type.Optional(Type.String()),
  arguments: Type.String(),
});
const ToolCallDelta = namedObject("ToolCallDelta", {
  index: Type.Integer({ minimum: 0 }),
  id: Type.Optional(Type.String()),
  type: Type.Optional(Type.Literal("function")),
  function: CalledFunctionDelta,
});

const delta = namedObject("ChatDelta", {
  role: Type.Optional(Type.Literal("assistant")),
  content: Type.Optional(Type.String()),
  refusal: Type.Optional(nullable(Type.String())),
  tool_calls: Type.Optional(Type.Array(ToolCallDelta)),
  annotations: Type.Optional(Type.Array(UrlCitationObject)),
  context: Type.Optional(AnswerContextObject),
});
const ChatChunkChoice = namedObject("ChatChunkChoice", {
  index: Type.Literal(0),
  delta,
  logprobs: Type.Null(),
  finish_reason: nullable(finishReason),
});

export const ChatCompletionChunkObject = namedObject("ChatCompletionChunk", {
  id: Type.String(),
  object: Type.Literal("chat.completion.chunk"),
  created: Type.Integer({ description: "Unix seconds." }),
  model: Type.String(),
  choices: Type.Array(ChatChunkChoice, { maxItems: 1, description: "Empty in the chunk that carries the usage." }),
  usage: Type.Optional(nullable(CompletionUsageObject)),
});

export type ChatMessage = Static<typeof ChatMessageObject>;
export type ChatCompletion = Static<typeof ChatCompletionObject>;
export type ChatCompletionChunk = Static<typeof ChatCompletionChunkObject>;
export type ToolCallDelta = Static<typeof ToolCallDelta>;
export type ChatDelta = Static<typeof delta>;
