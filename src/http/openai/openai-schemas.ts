/**
 * The shapes of OpenAI's chat, embeddings and models routes, as its public specification has them, with what this
 * service adds (`k`, `filter`, `citations`, `message.context`). They describe the routes, and those of the replies are
 * the source of the types that the code writes. Requests are described by the fields that are used; what is accepted
 * beyond them is ignored.
 */
import { type Static, Type } from "@sinclair/typebox";
import { CitationObject } from "../citations/citation-schemas.ts";
import { nullable, oneOf } from "../description/schema-parts.ts";

const open = { additionalProperties: true } as const;

/** The fields that this service adds to OpenAI's requests. */
export const citationFields = {
  k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  filter: Type.Optional(Type.Object({}, open)),
  citations: Type.Optional(oneOf(["full", "annotations", "inline", "off"])),
};

const ChatMessage = Type.Object(
  {
    role: Type.String({ examples: ["user"] }),
    content: Type.Optional(nullable(Type.Union([Type.String(), Type.Array(Type.Object({}, open))]))),
  },
  { $id: "ChatMessage", ...open },
);
const StreamOptions = Type.Object(
  { include_usage: Type.Optional(Type.Boolean()) },
  { $id: "ChatStreamOptions", ...open },
);

export const ChatCompletionRequest = Type.Object(
  {
    model: Type.String({ description: "An expert's slug, id or alias." }),
    messages: Type.Array(ChatMessage, { minItems: 1 }),
    stream: Type.Optional(Type.Boolean({ default: false })),
    stream_options: Type.Optional(StreamOptions),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    max_completion_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    stop: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 4 })])),
    ...citationFields,
  },
  {
    $id: "ChatCompletionRequest",
    ...open,
    examples: [{ model: "handbook", messages: [{ role: "user", content: "How do I add a PDF?" }] }],
  },
);

const UrlCitationPlace = Type.Object(
  {
    url: Type.String({
      description: "The source's own address with a fragment for the passage, else this service's page for it.",
    }),
    title: Type.String(),
    start_index: Type.Integer({ minimum: 0, description: "Of the `[` of the marker, in Unicode code points." }),
    end_index: Type.Integer({ minimum: 0, description: "Behind the `]` of the marker, in Unicode code points." }),
  },
  { $id: "UrlCitationPlace" },
);

export const UrlCitationObject = Type.Object(
  { type: Type.Literal("url_citation"), url_citation: UrlCitationPlace },
  { $id: "UrlCitation", description: "Where an `[n]` stands in the content, and what it refers to." },
);

export const AnswerContextObject = Type.Object(
  {
    expert_id: Type.String(),
    query_id: Type.String(),
    abstained: Type.Boolean(),
    abstain_reason: nullable(Type.String()),
    citations: Type.Array(CitationObject),
  },
  { $id: "AnswerContext", description: "What this service adds to OpenAI's message." },
);

const PromptTokensDetails = Type.Object(
  { cached_tokens: Type.Integer(), audio_tokens: Type.Integer() },
  { $id: "PromptTokensDetails" },
);
const CompletionTokensDetails = Type.Object(
  {
    reasoning_tokens: Type.Integer(),
    audio_tokens: Type.Integer(),
    accepted_prediction_tokens: Type.Integer(),
    rejected_prediction_tokens: Type.Integer(),
  },
  { $id: "CompletionTokensDetails" },
);

export const CompletionUsageObject = Type.Object(
  {
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    prompt_tokens_details: PromptTokensDetails,
    completion_tokens_details: CompletionTokensDetails,
  },
  { $id: "CompletionUsage" },
);

const finishReason = oneOf(["stop", "length", "content_filter"]);

const AssistantMessage = Type.Object(
  {
    role: Type.Literal("assistant"),
    content: Type.String(),
    refusal: Type.Null(),
    annotations: Type.Array(UrlCitationObject),
    context: AnswerContextObject,
  },
  { $id: "AssistantMessage" },
);
const ChatChoice = Type.Object(
  {
    index: Type.Literal(0),
    message: AssistantMessage,
    logprobs: Type.Null(),
    finish_reason: finishReason,
  },
  { $id: "ChatChoice" },
);

export const ChatCompletionObject = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal("chat.completion"),
    created: Type.Integer({ description: "Unix seconds." }),
    model: Type.String(),
    choices: Type.Array(ChatChoice, { minItems: 1, maxItems: 1 }),
    usage: CompletionUsageObject,
  },
  { $id: "ChatCompletion" },
);

const delta = Type.Object(
  {
    role: Type.Optional(Type.Literal("assistant")),
    content: Type.Optional(Type.String()),
    refusal: Type.Optional(Type.Null()),
    annotations: Type.Optional(Type.Array(UrlCitationObject)),
    context: Type.Optional(AnswerContextObject),
  },
  { $id: "ChatDelta" },
);
const ChatChunkChoice = Type.Object(
  {
    index: Type.Literal(0),
    delta,
    logprobs: Type.Null(),
    finish_reason: nullable(finishReason),
  },
  { $id: "ChatChunkChoice" },
);

export const ChatCompletionChunkObject = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal("chat.completion.chunk"),
    created: Type.Integer({ description: "Unix seconds." }),
    model: Type.String(),
    choices: Type.Array(ChatChunkChoice, { maxItems: 1, description: "Empty in the chunk that carries the usage." }),
    usage: Type.Optional(nullable(CompletionUsageObject)),
  },
  { $id: "ChatCompletionChunk" },
);

export const ModelObject = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal("model"),
    created: Type.Integer({ description: "Unix seconds." }),
    owned_by: Type.String(),
    name: Type.String({ description: "The expert's name, for front ends that show one." }),
  },
  { $id: "Model" },
);

export const ModelList = Type.Object(
  { object: Type.Literal("list"), data: Type.Array(ModelObject) },
  { $id: "ModelList" },
);

export const EmbeddingsRequestBody = Type.Object(
  {
    model: Type.String({ description: "The name of the configured embedding model." }),
    input: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 2048 })]),
    encoding_format: Type.Optional(oneOf(["float", "base64"])),
    dimensions: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  {
    $id: "EmbeddingsRequest",
    ...open,
    examples: [{ model: "nomic-embed-text", input: ["How often are filters changed?"] }],
  },
);

const EmbeddingVector = Type.Object(
  {
    object: Type.Literal("embedding"),
    index: Type.Integer({ minimum: 0 }),
    embedding: Type.Union([Type.Array(Type.Number()), Type.String({ description: "Base64, little-endian float32." })]),
  },
  { $id: "EmbeddingVector" },
);
const EmbeddingsUsage = Type.Object(
  { prompt_tokens: Type.Integer(), total_tokens: Type.Integer() },
  { $id: "EmbeddingsUsage" },
);

export const EmbeddingListObject = Type.Object(
  {
    object: Type.Literal("list"),
    data: Type.Array(EmbeddingVector),
    model: Type.String(),
    usage: EmbeddingsUsage,
  },
  { $id: "EmbeddingList" },
);

export type UrlCitation = Static<typeof UrlCitationObject>;
export type AnswerContext = Static<typeof AnswerContextObject>;
export type CompletionUsage = Static<typeof CompletionUsageObject>;
export type ChatCompletion = Static<typeof ChatCompletionObject>;
export type ChatCompletionChunk = Static<typeof ChatCompletionChunkObject>;
export type ChatDelta = Static<typeof delta>;
export type Model = Static<typeof ModelObject>;
export type EmbeddingList = Static<typeof EmbeddingListObject>;
