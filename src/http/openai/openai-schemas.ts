/**
 * The shapes of OpenAI's chat, embeddings and models routes, as its public specification has them, with what this
 * service adds (`k`, `filter`, `citations`, `message.context`). They describe the routes, and those of the replies are
 * the source of the types that the code writes. Requests are described by the fields that are used; what is accepted
 * beyond them is ignored.
 */
import { type Static, Type } from "@sinclair/typebox";
import { nullable, oneOf } from "../description/schema-parts.ts";

const open = { additionalProperties: true } as const;

/** The fields that this service adds to OpenAI's requests. */
export const citationFields = {
  k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  filter: Type.Optional(Type.Object({}, open)),
  citations: Type.Optional(oneOf(["full", "annotations", "inline", "off"])),
};

export const ChatCompletionRequest = Type.Object(
  {
    model: Type.String({ description: "An expert's slug, id or alias." }),
    messages: Type.Array(
      Type.Object(
        {
          role: Type.String({ examples: ["user"] }),
          content: Type.Optional(nullable(Type.Union([Type.String(), Type.Array(Type.Object({}, open))]))),
        },
        open,
      ),
      { minItems: 1 },
    ),
    stream: Type.Optional(Type.Boolean({ default: false })),
    stream_options: Type.Optional(Type.Object({ include_usage: Type.Optional(Type.Boolean()) }, open)),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    max_completion_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    stop: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 4 })])),
    ...citationFields,
  },
  { ...open, examples: [{ model: "handbook", messages: [{ role: "user", content: "How do I add a PDF?" }] }] },
);

export const UrlCitationObject = Type.Object(
  {
    type: Type.Literal("url_citation"),
    url_citation: Type.Object({
      url: Type.String({
        description: "The source's own address with a fragment for the passage, else this service's page for it.",
      }),
      title: Type.String(),
      start_index: Type.Integer({ minimum: 0, description: "Of the `[` of the marker, in Unicode code points." }),
      end_index: Type.Integer({ minimum: 0, description: "Behind the `]` of the marker, in Unicode code points." }),
    }),
  },
  { description: "Where an `[n]` stands in the content, and what it refers to." },
);

export const AnswerContextObject = Type.Object(
  {
    expert_id: Type.String(),
    query_id: Type.String(),
    abstained: Type.Boolean(),
    abstain_reason: nullable(Type.String()),
    citations: Type.Array(Type.Unsafe<unknown>(Type.Ref("Citation"))),
  },
  { description: "What this service adds to OpenAI's message." },
);

export const CompletionUsageObject = Type.Object({
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

const finishReason = oneOf(["stop", "length", "content_filter"]);

export const ChatCompletionObject = Type.Object({
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
        annotations: Type.Array(UrlCitationObject),
        context: AnswerContextObject,
      }),
      logprobs: Type.Null(),
      finish_reason: finishReason,
    }),
    { minItems: 1, maxItems: 1 },
  ),
  usage: CompletionUsageObject,
});

const delta = Type.Object({
  role: Type.Optional(Type.Literal("assistant")),
  content: Type.Optional(Type.String()),
  refusal: Type.Optional(Type.Null()),
  annotations: Type.Optional(Type.Array(UrlCitationObject)),
  context: Type.Optional(AnswerContextObject),
});

export const ChatCompletionChunkObject = Type.Object({
  id: Type.String(),
  object: Type.Literal("chat.completion.chunk"),
  created: Type.Integer({ description: "Unix seconds." }),
  model: Type.String(),
  choices: Type.Array(
    Type.Object({
      index: Type.Literal(0),
      delta,
      logprobs: Type.Null(),
      finish_reason: nullable(finishReason),
    }),
    { maxItems: 1, description: "Empty in the chunk that carries the usage." },
  ),
  usage: Type.Optional(nullable(CompletionUsageObject)),
});

export const ModelObject = Type.Object({
  id: Type.String(),
  object: Type.Literal("model"),
  created: Type.Integer({ description: "Unix seconds." }),
  owned_by: Type.String(),
  name: Type.String({ description: "The expert's name, for front ends that show one." }),
});

export const ModelList = Type.Object({ object: Type.Literal("list"), data: Type.Array(Type.Ref("Model")) });

export const EmbeddingsRequestBody = Type.Object(
  {
    model: Type.String({ description: "The name of the configured embedding model." }),
    input: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 2048 })]),
    encoding_format: Type.Optional(oneOf(["float", "base64"])),
    dimensions: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { ...open, examples: [{ model: "nomic-embed-text", input: ["How often are filters changed?"] }] },
);

export const EmbeddingListObject = Type.Object({
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

export type UrlCitation = Static<typeof UrlCitationObject>;
export type AnswerContext = Static<typeof AnswerContextObject>;
export type CompletionUsage = Static<typeof CompletionUsageObject>;
export type ChatCompletion = Static<typeof ChatCompletionObject>;
export type ChatCompletionChunk = Static<typeof ChatCompletionChunkObject>;
export type ChatDelta = Static<typeof delta>;
export type Model = Static<typeof ModelObject>;
export type EmbeddingList = Static<typeof EmbeddingListObject>;
