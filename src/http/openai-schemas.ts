/**
 * The shapes of OpenAI's chat, embeddings and models replies, as its public specification has them, with what this
 * service adds (`message.context`). They describe the routes and are the source of the types that the code writes.
 */
import { type Static, Type } from "@sinclair/typebox";

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

export const urlCitationSchema = Type.Object(
  {
    type: Type.Literal("url_citation"),
    url_citation: Type.Object({
      url: Type.String({ description: "The source's own address, else this service's link to the passage." }),
      title: Type.String(),
      start_index: Type.Integer({ minimum: 0, description: "Of the `[` of the marker, in Unicode code points." }),
      end_index: Type.Integer({ minimum: 0, description: "Behind the `]` of the marker, in Unicode code points." }),
    }),
  },
  { description: "Where an `[n]` stands in the content, and what it refers to." },
);

export const answerContextSchema = Type.Object(
  {
    expert_id: Type.String(),
    query_id: Type.String(),
    abstained: Type.Boolean(),
    abstain_reason: nullable(Type.String()),
    citations: Type.Array(Type.Unknown(), { description: "As in the reply of the native query." }),
  },
  { description: "What this service adds to OpenAI's message." },
);

export const completionUsageSchema = Type.Object({
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  prompt_tokens_details: Type.Object({ cached_tokens: Type.Integer(), audio_tokens: Type.Integer() }),
  completion_tokens_details: Type.Object({
    reasoning_tokens: Type.Integer(),
    audio_tokens: Type.Integer(),
    accepted_prediction_tokens: Type.Integer(),
    rejected_prediction_tokens: Type.Integer(),
  }),
});

const finishReasonSchema = Type.Union([Type.Literal("stop"), Type.Literal("length"), Type.Literal("content_filter")]);

export const chatCompletionSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal("chat.completion"),
  created: Type.Integer({ description: "Unix seconds." }),
  model: Type.String(),
  choices: Type.Array(
    Type.Object({
      index: Type.Literal(0),
      message: Type.Object({
        role: Type.Literal("assistant"),
        content: Type.String(),
        refusal: Type.Null(),
        annotations: Type.Array(urlCitationSchema),
        context: answerContextSchema,
      }),
      logprobs: Type.Null(),
      finish_reason: finishReasonSchema,
    }),
    { minItems: 1, maxItems: 1 },
  ),
  usage: completionUsageSchema,
});

const deltaSchema = Type.Object({
  role: Type.Optional(Type.Literal("assistant")),
  content: Type.Optional(Type.String()),
  refusal: Type.Optional(Type.Null()),
  annotations: Type.Optional(Type.Array(urlCitationSchema)),
  context: Type.Optional(answerContextSchema),
});

export const chatCompletionChunkSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal("chat.completion.chunk"),
  created: Type.Integer({ description: "Unix seconds." }),
  model: Type.String(),
  choices: Type.Array(
    Type.Object({
      index: Type.Literal(0),
      delta: deltaSchema,
      logprobs: Type.Null(),
      finish_reason: nullable(finishReasonSchema),
    }),
    { maxItems: 1, description: "Empty in the chunk that carries the usage." },
  ),
  usage: Type.Optional(nullable(completionUsageSchema)),
});

export const modelSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal("model"),
  created: Type.Integer({ description: "Unix seconds." }),
  owned_by: Type.String(),
});

export const modelListSchema = Type.Object({ object: Type.Literal("list"), data: Type.Array(modelSchema) });

export const embeddingListSchema = Type.Object({
  object: Type.Literal("list"),
  data: Type.Array(
    Type.Object({
      object: Type.Literal("embedding"),
      index: Type.Integer({ minimum: 0 }),
      embedding: Type.Union([
        Type.Array(Type.Number()),
        Type.String({ description: "Base64, little-endian float32." }),
      ]),
    }),
  ),
  model: Type.String(),
  usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer() }),
});

export type UrlCitation = Static<typeof urlCitationSchema>;
export type AnswerContext = Static<typeof answerContextSchema>;
export type CompletionUsage = Static<typeof completionUsageSchema>;
export type ChatCompletion = Static<typeof chatCompletionSchema>;
export type ChatCompletionChunk = Static<typeof chatCompletionChunkSchema>;
export type ChatDelta = Static<typeof deltaSchema>;
export type Model = Static<typeof modelSchema>;
export type EmbeddingList = Static<typeof embeddingListSchema>;
