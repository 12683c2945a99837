/** Models decide by the descriptions. */
import { Type } from "@sinclair/typebox";
import { QueryRequest } from "../api/answer-schemas.ts";
import { nullable, oneOf } from "../api/schema-parts.ts";
import { SourceObject } from "../api/source-schemas.ts";
import type { SourceView } from "./memory-backend.ts";

export const expertArgument = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    description: "The expert's slug, id or alias, as list_experts gives it. May be left out when there is only one.",
  }),
);

export const sourceArgument = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The id of the source (src_…), as citations and source_status give it.",
});

export const searchArguments = {
  k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Passages to retrieve (default 8)." })),
  filter: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Restricts the search to sources whose metadata (source_status shows it) matches, such as {"year": 2026} or {"year": {"$gte": 2024}}. ' +
          "Other operators: $eq, $ne, $gt, $lt, $lte, $in, $nin, $and, $or, $not. " +
          "Other fields: source_id, external_id, type, title, created_at.",
      },
    ),
  ),
  mode: Type.Optional({
    ...QueryRequest.properties.mode,
    description: "How to search; leave it out for the best way available.",
  }),
};

export const placeFields = {
  source_id: Type.String(),
  source_version: Type.Integer(),
  title: Type.String(),
  section: Type.String(),
  page: nullable(Type.Integer()),
  url: nullable(Type.String()),
  start: Type.Integer({ description: "Code points from the beginning of the source's text." }),
  end: Type.Integer(),
};

export const SourceSummary = Type.Object({
  id: Type.String(),
  title: Type.String(),
  status: Type.Unsafe<string>(oneOf(["queued", "processing", "ready", "failed", "canceled"])),
  progress: Type.Object({ percent: Type.Number() }),
  error: nullable(Type.String({ description: "Why it failed, and what to do." })),
  type: SourceObject.properties.type,
  url: nullable(Type.String()),
  external_id: nullable(Type.String()),
  version: Type.Integer(),
  passage_count: Type.Integer(),
  metadata: Type.Unsafe<SourceView["metadata"]>(
    Type.Object({}, { additionalProperties: true, description: "What `filter` can name." }),
  ),
  deduplicated: Type.Boolean({ description: "The same content was there already." }),
  created_at: Type.String(),
});
