/** Questions and answers on the native API. */
import { Type } from "@sinclair/typebox";
import { searchModes } from "../../answering/search-choice.ts";
import { instant, MetadataSchema, nullable, oneOf, strict, unit } from "../description/schema-parts.ts";

const k = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Passages to retrieve; the expert's setting (8) when not given.",
});

export const QueryRequest = Type.Object(
  {
    question: Type.String({ maxLength: 8000 }),
    k: Type.Optional(k),
    top_k: Type.Optional(k),
    min_score: Type.Optional(unit),
    filter: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: "Which sources may answer; see the handbook on filters." },
      ),
    ),
    mode: Type.Optional(oneOf(searchModes)),
    generate: Type.Optional(Type.Boolean({ description: "false: passages only." })),
    messages: Type.Optional(
      Type.Array(
        Type.Object({ role: oneOf(["user", "assistant"]), content: Type.String({ maxLength: 100_000 }) }, strict),
        {
          maxItems: 200,
          description: "Earlier turns, oldest first: a question that leans on them is resolved against them.",
        },
      ),
    ),
    stream: Type.Optional(Type.Boolean({ description: "true: server-sent events." })),
    include: Type.Optional(Type.Array(oneOf(["retrieved", "scores", "expansion", "timings"]), { maxItems: 4 })),
  },
  { ...strict, examples: [{ question: "How often are filters changed?", k: 8 }] },
);

const citedPlace = {
  source_id: Type.String(),
  source_version: Type.Integer(),
  chunk_id: Type.String(),
  title: Type.String(),
  url: nullable(Type.String()),
  external_id: nullable(Type.String()),
  start: Type.Integer({ description: "Unicode code points in the content of that source version." }),
  end: Type.Integer(),
  page: nullable(Type.Integer()),
  section: Type.String(),
  score: unit,
  metadata: MetadataSchema,
};

export const CitationObject = Type.Object({
  index: Type.Integer({ minimum: 1 }),
  quote: Type.String(),
  ...citedPlace,
  answer_spans: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
});

export const RetrievedObject = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  ...citedPlace,
  scores: Type.Optional(
    Type.Object({ keyword: nullable(Type.Number()), sense: nullable(Type.Number()), vector: nullable(Type.Number()) }),
  ),
});

export const AnswerObject = Type.Object({
  id: Type.String(),
  object: Type.Literal("answer"),
  expert_id: Type.String(),
  question: Type.String(),
  answer: nullable(Type.String()),
  abstained: Type.Boolean(),
  abstain_reason: nullable(
    oneOf(["no_sources", "sources_pending", "filter_matched_nothing", "below_min_score", "not_supported"]),
  ),
  confidence: unit,
  citations: Type.Array(Type.Ref("Citation")),
  retrieved: Type.Optional(Type.Array(Type.Ref("RetrievedPassage"))),
  retrieval: Type.Object({
    mode: oneOf(["keyword", "sense", "vector", "hybrid"]),
    k: Type.Integer(),
    returned: Type.Integer(),
    used: Type.Integer(),
    sources_ready: Type.Integer(),
    sources_pending: Type.Integer(),
  }),
  expansion: Type.Optional(
    nullable(
      Type.Array(Type.Object({ term: Type.String(), weight: Type.Number() }), {
        description:
          'With `include: ["expansion"]`: what the built-in model made of the question, the strongest first; null where it took no part.',
      }),
    ),
  ),
  answer_mode: oneOf(["extractive", "generated", "none"]),
  model: nullable(Type.String()),
  usage: Type.Object({
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
  }),
  timings: Type.Optional(Type.Object({ total_ms: Type.Number() })),
  created_at: instant,
});
