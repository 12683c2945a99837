/**
 * The shapes of the native API: what is accepted, what is answered. Requests are strict; the types of the routes and
 * the OpenAPI description both come from here.
 */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { searchModes } from "../answering/answer-service.ts";
import type { Metadata } from "../experts/expert.ts";
import { sourceStatuses } from "../sources/source.ts";

const strict = { additionalProperties: false } as const;

function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>(Type.Union(values.map((value) => Type.Literal(value))));
}

function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

const unit = Type.Number({ minimum: 0, maximum: 1 });
const instant = Type.String({ format: "date-time", examples: ["2026-11-21T08:00:00.000Z"] });

export const MetadataSchema = Type.Unsafe<Metadata>(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]), {
    description: "Flat, at most 16 KB as JSON.",
    expected: "a flat object of strings, numbers, booleans and lists of strings",
  }),
);

const slug = Type.String({
  pattern: "^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$",
  expected: "1 to 64 lower-case letters, digits, - and _, beginning and ending with a letter or digit",
  examples: ["house-manual"],
});
const alias = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$",
  expected: "a model name of 1 to 128 letters, digits, ., _, :, / and -",
  examples: ["gpt-4o-mini"],
});

const settings = Type.Object(
  {
    k: Type.Integer({ minimum: 1, maximum: 100, description: "Passages retrieved where a question does not say." }),
    min_score: unit,
    min_confidence: nullable(unit),
    refusal_text: nullable(Type.String({ minLength: 1, maxLength: 2000 })),
    chat_footer: Type.Boolean({ description: "Whether chat answers end with a list of their sources." }),
  },
  strict,
);

const expertFields = {
  name: Type.String({ minLength: 1, maxLength: 128, pattern: "\\S", expected: "a name of 1 to 128 characters" }),
  slug,
  description: Type.String({ maxLength: 2000 }),
  instructions: Type.String({ maxLength: 8000 }),
  language: Type.String({ minLength: 2, maxLength: 35, description: "BCP 47", examples: ["en"] }),
  aliases: Type.Array(alias, { maxItems: 16 }),
  settings: Type.Partial(settings),
  metadata: MetadataSchema,
};

export const NewExpert = Type.Object(
  { name: expertFields.name, ...Type.Partial(Type.Omit(Type.Object(expertFields), ["name"])).properties },
  { ...strict, examples: [{ name: "House manual", description: "Everything about the house." }] },
);
export const ExpertPatch = Type.Partial(Type.Object(expertFields), strict);

export const ExpertObject = Type.Object({
  id: Type.String({ examples: ["exp_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("expert"),
  ...expertFields,
  settings,
  source_counts: Type.Object({
    queued: Type.Integer(),
    processing: Type.Integer(),
    ready: Type.Integer(),
    failed: Type.Integer(),
    canceled: Type.Integer(),
    total: Type.Integer(),
  }),
  chunk_count: Type.Integer(),
  content_bytes: Type.Integer(),
  embedding: Type.Null({ description: "The embedding model of its memory; null: words only." }),
  created_at: instant,
  updated_at: instant,
});

export const TextSource = Type.Object(
  {
    type: Type.Optional(Type.Literal("text")),
    text: Type.String({ minLength: 1, description: "Plain text, Markdown or HTML." }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    url: Type.Optional(
      Type.String({
        pattern: "^https?://",
        maxLength: 2048,
        expected: "an http or https address",
        description: "Where it came from; shown in citations.",
      }),
    ),
    external_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    metadata: Type.Optional(MetadataSchema),
  },
  { ...strict, examples: [{ title: "Manual", text: "# Filters\n\nReplace the filter every six months." }] },
);
export type TextSource = Static<typeof TextSource>;

/** What goes beside the bytes, in a form's fields or in the query string. */
export const FileFields = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    url: TextSource.properties.url,
    external_id: TextSource.properties.external_id,
    metadata: Type.Optional(Type.String({ description: "JSON.", maxLength: 65_536 })),
    wait: Type.Optional(Type.Number({ minimum: 0, maximum: 60, description: "Seconds to wait until it is settled." })),
  },
  strict,
);

export const SourceObject = Type.Object({
  id: Type.String({ examples: ["src_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("source"),
  expert_id: Type.String(),
  type: oneOf(["text", "file"]),
  title: Type.String(),
  url: nullable(Type.String()),
  external_id: nullable(Type.String()),
  filename: nullable(Type.String()),
  mime_type: nullable(Type.String()),
  bytes: Type.Integer(),
  sha256: Type.String(),
  version: Type.Integer({ description: "The newest version, whose state this is." }),
  answering_version: nullable(Type.Integer({ description: "The version that questions are answered from." })),
  status: oneOf(sourceStatuses),
  stage: nullable(Type.String()),
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer(), unit: Type.String(), percent: Type.Number() }),
  error: nullable(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() })),
  attempts: Type.Integer(),
  chunk_count: Type.Integer(),
  page_count: nullable(Type.Integer()),
  metadata: MetadataSchema,
  deduplicated: Type.Boolean(),
  created_at: instant,
  updated_at: instant,
  ready_at: nullable(instant),
});

export const ChunkObject = Type.Object({
  id: Type.String(),
  object: Type.Literal("chunk"),
  source_id: Type.String(),
  start: Type.Integer(),
  end: Type.Integer(),
  section: Type.String(),
  page: nullable(Type.Integer()),
  text: Type.String(),
});

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
    stream: Type.Optional(Type.Boolean({ description: "true: server-sent events." })),
    include: Type.Optional(Type.Array(oneOf(["retrieved", "scores", "timings"]), { maxItems: 3 })),
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
  scores: Type.Optional(Type.Object({ keyword: nullable(Type.Number()), vector: nullable(Type.Number()) })),
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
    mode: oneOf(["keyword", "vector", "hybrid"]),
    k: Type.Integer(),
    returned: Type.Integer(),
    used: Type.Integer(),
    sources_ready: Type.Integer(),
    sources_pending: Type.Integer(),
  }),
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

const counts = Type.Object({
  requests: Type.Object({
    query: Type.Integer(),
    chat: Type.Integer(),
    ingest: Type.Integer(),
    total: Type.Integer(),
    failed: Type.Integer(),
  }),
  answers: Type.Object({ answered: Type.Integer(), abstained: Type.Integer() }),
  tokens: Type.Object({
    prompt: Type.Integer(),
    completion: Type.Integer(),
    embedding: Type.Integer(),
    total: Type.Integer(),
  }),
  ingest: Type.Object({
    sources_created: Type.Integer(),
    sources_failed: Type.Integer(),
    bytes: Type.Integer(),
    chunks: Type.Integer(),
  }),
});

export const UsageObject = Type.Object({
  object: Type.Literal("usage"),
  workspace_id: Type.String(),
  period: Type.Object({ start: instant, end: instant, type: Type.Literal("calendar_month_utc") }),
  ...counts.properties,
  storage: Type.Object({
    experts: Type.Integer(),
    sources: Type.Integer(),
    chunks: Type.Integer(),
    bytes: Type.Integer(),
  }),
  limits: Type.Object({
    requests: Type.Object({
      used: Type.Integer(),
      limit: nullable(Type.Integer()),
      remaining: nullable(Type.Integer()),
    }),
  }),
  groups: Type.Array(Type.Object({ key: Type.String(), ...counts.properties })),
  as_of: instant,
});

export const UsageQuery = Type.Object(
  {
    month: Type.Optional(Type.String({ pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$", expected: "a month like 2026-11" })),
    group_by: Type.Optional(oneOf(["expert", "key", "day"])),
  },
  strict,
);

const listFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  order: Type.Optional(oneOf(["desc", "asc"])),
  after: Type.Optional(Type.String({ maxLength: 64, description: "The last id of the page before." })),
};
export const ListQuery = Type.Object(listFields, strict);
export const SourceListQuery = Type.Object(
  {
    ...listFields,
    status: Type.Optional(oneOf(sourceStatuses)),
    external_id: Type.Optional(Type.String({ maxLength: 256 })),
  },
  strict,
);
export const ContentQuery = Type.Object(
  { version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 })) },
  strict,
);

/** A page of things of one kind, named as in the components of the description. */
export function listOf(component: string) {
  return Type.Object({
    object: Type.Literal("list"),
    data: Type.Array(Type.Ref(component)),
    first_id: nullable(Type.String()),
    last_id: nullable(Type.String()),
    has_more: Type.Boolean(),
    total_count: Type.Integer(),
  });
}

export function deletedOf(thing: string) {
  return Type.Object({ id: Type.String(), object: Type.Literal(`${thing}.deleted`), deleted: Type.Literal(true) });
}

export const ErrorObject = Type.Object({
  error: Type.Object({
    message: Type.String(),
    type: Type.String(),
    param: nullable(Type.String()),
    code: nullable(Type.String()),
    request_id: Type.String(),
  }),
});
