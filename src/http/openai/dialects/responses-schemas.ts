/** By OpenAI's public specification, with our additions. */
import { type Static, Type } from "@sinclair/typebox";
import { namedObject, nullable, oneOf } from "../../../api/schema-parts.ts";
import { AnswerContextObject, askingFields, InputItem, OpenObject, optional, ToolChoice } from "../shared-schemas.ts";
import { ChatMessageObject, ResponseFormatObject } from "./chat-schemas.ts";

const notStored = "left out, since nothing is stored here: send the earlier turns in 'input'";
const open = { additionalProperties: true } as const;

const TextOptions = Type.Object({ format: optional(ResponseFormatObject) }, { $id: "ResponsesTextOptions", ...open });

const ReasoningOptions = Type.Object(
  { effort: optional(Type.String({ maxLength: 32 })) },
  { $id: "ReasoningOptions", additionalProperties: true },
);

export const ResponsesRequestBody = Type.Object(
  {
    ...askingFields,
    input: Type.Union([Type.String({ described: { pattern: "\\S" } }), Type.Array(InputItem, { minItems: 1 })], {
      expected: "a string or a list of items",
    }),
    instructions: optional(Type.String()),
    max_output_tokens: optional(Type.Integer({ minimum: 1, expected: "a whole number of at least 1" })),
    text: optional(TextOptions),
    reasoning: optional(ReasoningOptions),
    tools: optional(Type.Array(OpenObject)),
    tool_choice: optional(Type.Union([Type.String(), ToolChoice])),
    parallel_tool_calls: optional(Type.Boolean()),
    metadata: optional(OpenObject),
    background: optional(Type.Boolean({ described: { not: { enum: [true] } } })),
    previous_response_id: Type.Optional(Type.Null({ expected: notStored })),
    conversation: Type.Optional(Type.Null({ expected: notStored })),
    prompt: Type.Optional(Type.Null({ expected: notStored })),
  },
  { $id: "ResponsesRequest", ...open, examples: [{ model: "handbook", input: "How do I add a PDF?" }] },
);

export const InputMessages = Type.Object({ input: Type.Array(ChatMessageObject) });

export const PassageAnnotationObject = Type.Object(
  {
    type: Type.Literal("url_citation"),
    url: Type.String({ description: "The source's own address with a fragment, else this service's page for it." }),
    title: Type.String(),
    start_index: Type.Integer({ minimum: 0, description: "Position of the marker's `[`, in Unicode code points." }),
    end_index: Type.Integer({ minimum: 0, description: "Behind the `]` of the marker, in Unicode code points." }),
  },
  { $id: "PassageAnnotation", description: "Where an `[n]` stands in the text, and what it refers to." },
);

export const OutputTextObject = namedObject("OutputText", {
  type: Type.Literal("output_text"),
  text: Type.String(),
  annotations: Type.Array(PassageAnnotationObject),
  logprobs: Type.Array(Type.Unknown(), { maxItems: 0 }),
});

const OutputRefusal = Type.Object(
  { type: Type.Literal("refusal"), refusal: Type.String() },
  { $id: "OutputRefusal", description: "In place of JSON that was asked for." },
);

export const FunctionCallObject = namedObject("FunctionCall", {
  id: Type.String(),
  type: Type.Literal("function_call"),
  status: oneOf(["in_progress", "completed", "incomplete"]),
  call_id: Type.String(),
  name: Type.String(),
  arguments: Type.String({ description: "JSON, as the model wrote it." }),
});

export const OutputMessageObject = namedObject("OutputMessage", {
  id: Type.String(),
  type: Type.Literal("message"),
  status: oneOf(["in_progress", "completed", "incomplete"]),
  role: Type.Literal("assistant"),
  content: Type.Array(Type.Union([OutputTextObject, OutputRefusal])),
});

const InputTokensDetails = namedObject("InputTokensDetails", { cached_tokens: Type.Integer() });
const OutputTokensDetails = namedObject("OutputTokensDetails", { reasoning_tokens: Type.Integer() });

export const ResponsesUsageObject = namedObject("ResponsesUsage", {
  input_tokens: Type.Integer(),
  input_tokens_details: InputTokensDetails,
  output_tokens: Type.Integer(),
  output_tokens_details: OutputTokensDetails,
  total_tokens: Type.Integer(),
});

const ResponseError = namedObject("ResponseFailure", { code: Type.Literal("server_error"), message: Type.String() });
const IncompleteDetails = namedObject("IncompleteDetails", { reason: Type.Literal("max_output_tokens") });
const ResponseReasoning = namedObject("ResponseReasoning", { effort: Type.Null(), summary: Type.Null() });
const ResponseText = namedObject("ResponseText", { format: ResponseFormatObject });

export const ResponseObject = namedObject("Response", {
  id: Type.String(),
  object: Type.Literal("response"),
  created_at: Type.Integer({ description: "Unix seconds." }),
  status: oneOf(["in_progress", "completed", "incomplete", "failed"]),
  background: Type.Literal(false),
  error: nullable(ResponseError),
  incomplete_details: nullable(IncompleteDetails),
  instructions: nullable(Type.String()),
  max_output_tokens: nullable(Type.Number()),
  model: Type.String(),
  output: Type.Array(Type.Union([OutputMessageObject, FunctionCallObject])),
  parallel_tool_calls: Type.Boolean(),
  previous_response_id: Type.Null(),
  reasoning: ResponseReasoning,
  store: Type.Literal(false),
  temperature: nullable(Type.Number()),
  text: ResponseText,
  tool_choice: Type.Union([Type.String(), ToolChoice]),
  tools: Type.Array(OpenObject),
  top_p: nullable(Type.Number()),
  truncation: Type.Literal("disabled"),
  usage: nullable(ResponsesUsageObject),
  metadata: Type.Unsafe<Record<string, unknown>>(Type.Object({}, open)),
  context: Type.Optional(AnswerContextObject),
});

export type PassageAnnotation = Static<typeof PassageAnnotationObject>;
export type OutputText = Static<typeof OutputTextObject>;
export type OutputPart = OutputMessage["content"][number];
export type FunctionCall = Static<typeof FunctionCallObject>;
export type OutputMessage = Static<typeof OutputMessageObject>;
export type ResponsesUsage = Static<typeof ResponsesUsageObject>;
export type OpenAiResponse = Static<typeof ResponseObject>;
