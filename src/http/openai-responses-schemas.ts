/** The shapes of the Responses API's replies, as OpenAI's public specification has them, with our `context` added. */
import { type Static, Type } from "@sinclair/typebox";
import { answerContextSchema } from "./openai-schemas.ts";

export const fileCitationSchema = Type.Object(
  {
    type: Type.Literal("file_citation"),
    file_id: Type.String({ description: "The id of the source." }),
    filename: Type.String({ description: "The title of the source." }),
    index: Type.Integer({ minimum: 0, description: "Of the `[` of the marker in the text, in Unicode code points." }),
  },
  { description: "Where an `[n]` stands in the text, and what it refers to." },
);

export const outputTextSchema = Type.Object({
  type: Type.Literal("output_text"),
  text: Type.String(),
  annotations: Type.Array(fileCitationSchema),
  logprobs: Type.Array(Type.Unknown(), { maxItems: 0 }),
});

const itemStatusSchema = Type.Union([
  Type.Literal("in_progress"),
  Type.Literal("completed"),
  Type.Literal("incomplete"),
]);

export const outputMessageSchema = Type.Object({
  id: Type.String(),
  type: Type.Literal("message"),
  status: itemStatusSchema,
  role: Type.Literal("assistant"),
  content: Type.Array(outputTextSchema),
});

export const responsesUsageSchema = Type.Object({
  input_tokens: Type.Integer(),
  input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
  output_tokens: Type.Integer(),
  output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
  total_tokens: Type.Integer(),
});

const nullableString = Type.Union([Type.String(), Type.Null()]);
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

export const responseSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal("response"),
  created_at: Type.Integer({ description: "Unix seconds." }),
  status: Type.Union([
    Type.Literal("in_progress"),
    Type.Literal("completed"),
    Type.Literal("incomplete"),
    Type.Literal("failed"),
  ]),
  background: Type.Literal(false),
  error: Type.Union([Type.Object({ code: Type.Literal("server_error"), message: Type.String() }), Type.Null()]),
  incomplete_details: Type.Union([Type.Object({ reason: Type.Literal("max_output_tokens") }), Type.Null()]),
  instructions: nullableString,
  max_output_tokens: nullableNumber,
  model: Type.String(),
  output: Type.Array(outputMessageSchema),
  parallel_tool_calls: Type.Boolean(),
  previous_response_id: Type.Null(),
  reasoning: Type.Object({ effort: Type.Null(), summary: Type.Null() }),
  store: Type.Literal(false),
  temperature: nullableNumber,
  text: Type.Object({ format: Type.Object({ type: Type.Literal("text") }) }),
  tool_choice: Type.Literal("auto"),
  tools: Type.Array(Type.Unknown(), { maxItems: 0 }),
  top_p: nullableNumber,
  truncation: Type.Literal("disabled"),
  usage: Type.Union([responsesUsageSchema, Type.Null()]),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  context: Type.Optional(answerContextSchema),
});

export type FileCitation = Static<typeof fileCitationSchema>;
export type OutputText = Static<typeof outputTextSchema>;
export type OutputMessage = Static<typeof outputMessageSchema>;
export type ResponsesUsage = Static<typeof responsesUsageSchema>;
export type ResponseObject = Static<typeof responseSchema>;
