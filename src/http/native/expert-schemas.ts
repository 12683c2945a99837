/** Experts on the native API: what is accepted, what is answered. */
import { Type } from "@sinclair/typebox";
import { instant, MetadataSchema, nullable, oneOf, strict, unit } from "../description/schema-parts.ts";

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
    sentences: nullable(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        description: "Sentences of an answer without a model; null: one to three.",
      }),
    ),
    chat_footer: Type.Boolean({ description: "Whether chat answers end with a list of their sources." }),
    fallback: oneOf(["none", "extractive"]),
    unsupported: oneOf(["drop", "mark"]),
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
  embedding: nullable(
    Type.Object(
      { model: Type.String(), dimensions: Type.Integer() },
      { description: "The embedding model of its memory; null: words only." },
    ),
  ),
  sense: nullable(
    Type.Object(
      { model: Type.String(), done: Type.Integer(), total: Type.Integer() },
      {
        description:
          "How many of its passages the built-in model of meaning has encoded; null: it is switched off, or does not speak the expert's language.",
      },
    ),
  ),
  created_at: instant,
  updated_at: instant,
});
