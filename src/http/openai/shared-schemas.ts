import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { AnswerSpan, CitationObject } from "../../api/answer-schemas.ts";
import { namedObject, nullable, oneOf, unit } from "../../api/schema-parts.ts";

const open = { additionalProperties: true } as const;

/** These clients send unused fields as null. */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

export const OpenObject = Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({}, open));

/** Named, because generated Java cannot have a map beside a text. */
const named = ($id: string, fields: Readonly<Record<string, unknown>>) => ({ ...OpenObject, $id, described: fields });
const text = { type: "string" };
export const ContentPart = named("ContentPart", { required: ["type"], properties: { type: text, text } });
export const InputItem = named("InputItem", { properties: { type: text, role: text } });

export const ToolChoice = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object({ type: Type.Optional(Type.String()) }, { $id: "ToolChoice", ...open }),
);

/** The used fields of OpenAI's, and our own. `top_k` is no alias of `k` here: other servers use it for sampling. */
export const askingFields = {
  model: Type.String({ minLength: 1, description: "An expert's slug, id or alias." }),
  stream: optional(Type.Boolean({ default: false })),
  temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: optional(Type.Number({ minimum: 0, maximum: 1 })),
  k: optional(Type.Integer({ minimum: 1, maximum: 100, description: "Passages to retrieve." })),
  filter: optional(OpenObject),
  citations: optional(oneOf(["full", "annotations", "inline", "off"])),
};

export const NoteObject = Type.Object(
  {
    code: oneOf([
      "part_skipped",
      "material_shortened",
      "instructions_not_followed",
      "tools_not_called",
      "model_failed",
      "statements_removed",
    ]),
    message: Type.String(),
  },
  { $id: "Note", description: "A part of the request that was skipped or not followed." },
);

const UrlCitationPlace = namedObject("UrlCitationPlace", {
  url: Type.String({
    description: "The source's own address with a fragment for the passage, else this service's page for it.",
  }),
  title: Type.String(),
  start_index: Type.Integer({ minimum: 0, description: "Position of the marker's `[`, in Unicode code points." }),
  end_index: Type.Integer({ minimum: 0, description: "Behind the `]` of the marker, in Unicode code points." }),
});

export const UrlCitationObject = Type.Object(
  { type: Type.Literal("url_citation"), url_citation: UrlCitationPlace },
  { $id: "UrlCitation", description: "Where an `[n]` stands in the content, and what it refers to." },
);

export const MessageCitationObject = Type.Object(
  {
    index: Type.Integer({ minimum: 1 }),
    origin: oneOf(["message", "tool"]),
    message: Type.Integer({ minimum: 0, description: "Position of the message among those of the request." }),
    title: Type.String(),
    url: nullable(Type.String()),
    quote: Type.String(),
    start: Type.Integer({ description: "Unicode code points in the text of that message." }),
    end: Type.Integer(),
    score: unit,
    answer_spans: Type.Array(AnswerSpan),
  },
  {
    $id: "MessageCitation",
    description: "A citation of what the client brought: an attached file, a found page, what a tool gave.",
  },
);

export const AnswerContextObject = Type.Object(
  {
    expert_id: Type.String(),
    query_id: Type.String(),
    abstained: Type.Boolean(),
    abstain_reason: nullable(Type.String()),
    citations: Type.Array(Type.Union([CitationObject, MessageCitationObject])),
    grounded: Type.Boolean({ description: "false: some of the content rests on nothing that was found." }),
    unsupported: Type.Array(AnswerSpan, { description: "Which parts of the content those are." }),
    notes: Type.Array(NoteObject),
  },
  { $id: "AnswerContext", description: "What Docent adds to OpenAI's message." },
);

const PromptTokensDetails = namedObject("PromptTokensDetails", {
  cached_tokens: Type.Integer(),
  audio_tokens: Type.Integer(),
});
const CompletionTokensDetails = namedObject("CompletionTokensDetails", {
  reasoning_tokens: Type.Integer(),
  audio_tokens: Type.Integer(),
  accepted_prediction_tokens: Type.Integer(),
  rejected_prediction_tokens: Type.Integer(),
});

export const CompletionUsageObject = namedObject("CompletionUsage", {
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  prompt_tokens_details: PromptTokensDetails,
  completion_tokens_details: CompletionTokensDetails,
});

export const ModelObject = namedObject("ListedModel", {
  id: Type.String(),
  object: Type.Literal("model"),
  created: Type.Integer({ description: "Unix seconds." }),
  owned_by: Type.String(),
  name: Type.String({ description: "The expert's name, for front ends that show one." }),
});

export const ModelList = namedObject("ModelList", { object: Type.Literal("list"), data: Type.Array(ModelObject) });

export const EmbeddingsRequestBody = Type.Object(
  {
    model: Type.String({ minLength: 1, description: "The name of the configured embedding model." }),
    input: Type.Union(
      [Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2048 })],
      { expected: "a text or a list of 1 to 2048 texts, each of at least one character" },
    ),
    encoding_format: optional(oneOf(["float", "base64"])),
    dimensions: optional(Type.Integer({ minimum: 1, description: "Must be what the model gives." })),
  },
  {
    $id: "EmbeddingsRequest",
    ...open,
  },
);

const EmbeddingVector = namedObject("EmbeddingVector", {
  object: Type.Literal("embedding"),
  index: Type.Integer({ minimum: 0 }),
  embedding: Type.Union([Type.Array(Type.Number()), Type.String({ description: "Base64, little-endian float32." })]),
});
const EmbeddingsUsage = namedObject("EmbeddingsUsage", { prompt_tokens: Type.Integer(), total_tokens: Type.Integer() });

export const EmbeddingListObject = namedObject("EmbeddingList", {
  object: Type.Literal("list"),
  data: Type.Array(EmbeddingVector),
  model: Type.String(),
  usage: EmbeddingsUsage,
});

export type UrlCitation = Static<typeof UrlCitationObject>;
export type AnswerContext = Static<typeof AnswerContextObject>;
export type CompletionUsage = Static<typeof CompletionUsageObject>;
export type Model = Static<typeof ModelObject>;
export type EmbeddingList = Static<typeof EmbeddingListObject>;
export type Note = Static<typeof NoteObject>;
