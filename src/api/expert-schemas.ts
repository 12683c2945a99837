import { Type } from "@sinclair/typebox";
import { oldName } from "./deprecations.ts";
import {
  deletedOf,
  instant,
  listFields,
  listOf,
  MetadataSchema,
  namedObject,
  nullable,
  oneOf,
  strict,
  strictObject,
  unit,
} from "./schema-parts.ts";

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
    k: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "How many passages to retrieve when a question does not set `k`.",
    }),
    min_score: unit,
    min_confidence: nullable(unit),
    refusal_text: nullable(Type.String({ minLength: 1, maxLength: 2000 })),
    sentences: nullable(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        description: "Most sentences in an extractive answer; null: one to four.",
      }),
    ),
    chat_footer: Type.Boolean({ description: "Whether chat answers end with a list of their sources." }),
    fallback: oneOf(["none", "extractive"]),
    unsupported: oneOf(["drop", "mark"]),
    remember: Type.Boolean({
      description: "Whether what users say of themselves in chats is added to the memory. Off unless it is set.",
    }),
    keep_questions: Type.Boolean({
      description: "Whether questions that were not answered are kept, for `/gaps`. Off unless it is set.",
    }),
  },
  { $id: "ExpertSettings", ...strict },
);
const settingsChanges = Type.Partial(settings, {
  $id: "ExpertSettingsChanges",
  ...strict,
  otherNames: {
    k: ["top_k", "limit"],
    min_score: ["threshold"],
    min_confidence: ["confidence"],
    refusal_text: ["refusal"],
    chat_footer: ["footer"],
  },
});

const expertFields = {
  name: Type.String({ minLength: 1, maxLength: 128, pattern: "\\S", expected: "a name of 1 to 128 characters" }),
  slug,
  description: Type.String({ maxLength: 2000 }),
  instructions: Type.String({ maxLength: 8000 }),
  language: Type.String({
    minLength: 2,
    maxLength: 35,
    pattern: "^[A-Za-z]",
    expected: "auto, or a language tag such as en, de or zh-Hans (BCP 47)",
    description:
      "`auto` (the default): each text's language is found. Or a language tag (BCP 47) such as `en` or `zh-Hans`, or a language's name, " +
      "in English or its own: it stands where none is found.",
    examples: ["auto"],
  }),
  aliases: Type.Array(alias, { maxItems: 16 }),
  settings: settingsChanges,
  metadata: MetadataSchema,
};

const expertNames = {
  name: ["title"],
  slug: ["id"],
  instructions: ["prompt", "system", "system_prompt"],
  language: ["lang", "locale"],
  aliases: ["alias"],
  metadata: ["meta", "tags"],
};

export const NewExpert = Type.Object(
  { name: expertFields.name, ...Type.Partial(Type.Omit(Type.Object(expertFields), ["name"])).properties },
  {
    $id: "ExpertRequest",
    ...strict,
    otherNames: expertNames,
    examples: [{ name: "House manual", description: "Everything about the house." }],
  },
);
export const ExpertPatch = Type.Partial(Type.Object(expertFields), {
  $id: "ExpertChanges",
  ...strict,
  otherNames: expertNames,
});

const SourceCounts = namedObject("SourceCounts", {
  queued: Type.Integer(),
  processing: Type.Integer(),
  ready: Type.Integer(),
  failed: Type.Integer(),
  canceled: Type.Integer(),
  total: Type.Integer(),
});

const ExpertEmbedding = Type.Object(
  { model: Type.String(), dimensions: Type.Integer() },
  { $id: "ExpertEmbedding", description: "The embedding model of its memory." },
);

const ExpertSense = Type.Object(
  { model: Type.String(), done: Type.Integer(), total: Type.Integer() },
  { $id: "ExpertSense", description: "How many of its passages the built-in model of meaning has encoded." },
);

const ExpertVectors = Type.Object(
  { model: Type.String(), done: Type.Integer(), total: Type.Integer() },
  {
    $id: "ExpertVectors",
    description: "How many of its passages have a vector of the model pack, or of the built-in model.",
  },
);

export const ExpertObject = namedObject("Expert", {
  id: Type.String({ examples: ["exp_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("expert"),
  ...expertFields,
  settings,
  source_counts: SourceCounts,
  passage_count: Type.Integer(),
  chunk_count: oldName("chunk_count", Type.Integer()),
  content_bytes: Type.Integer(),
  embedding: Type.Union([ExpertEmbedding, Type.Null()], { description: "Null: it is searched without one." }),
  sense: Type.Union([ExpertSense, Type.Null()], {
    description: "Null: the model is switched off, or does not know the expert's language.",
  }),
  vectors: Type.Union([ExpertVectors, Type.Null()], {
    description: "Null: vectors are off, come from a model server, or their model does not know the expert's language.",
  }),
  created_at: instant,
  updated_at: instant,
});

export const ExpertList = listOf(ExpertObject, "ExpertList");
export const ExpertListQuery = strictObject({
  ...listFields("expert"),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Only those with this text in their name or slug." }),
  ),
});
export const DeletedExpert = deletedOf("expert", "DeletedExpert");

const DescribedDocument = namedObject("DescribedDocument", {
  source_id: Type.String(),
  title: Type.String(),
  date: nullable(
    Type.String({
      description: "Of its first turn, or named by its title or its beginning: a day or a month.",
      examples: ["2026-03-22", "2026-03"],
    }),
  ),
  headings: Type.Array(Type.String(), { description: "Of its first sections, at most six." }),
  opening: nullable(Type.String({ description: "Its first statement." })),
});

export const IntroductionObject = namedObject("Introduction", {
  object: Type.Literal("introduction"),
  expert_id: Type.String(),
  documents: Type.Array(DescribedDocument, { description: "The sources added last, at most twelve." }),
  questions: Type.Array(Type.String(), { description: "Questions that the expert answers, at most four." }),
});
