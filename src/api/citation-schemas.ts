import { Type } from "@sinclair/typebox";
import { MetadataSchema, nullable, unit } from "./schema-parts.ts";

const place = {
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
  speaker: nullable(Type.String({ description: "For a turn of a conversation: who said it." })),
  said_at: nullable(Type.String({ description: "When it was said, with the offset of the place." })),
  metadata: MetadataSchema,
};

const SpokenDate = Type.Object(
  {
    phrase: Type.String({ examples: ["yesterday"] }),
    date: Type.String({ description: "A day, a week (first/last day), a month or a year.", examples: ["2026-03-22"] }),
  },
  { $id: "SpokenDate" },
);

export const AnswerSpan = Type.Object(
  { start: Type.Integer(), end: Type.Integer() },
  { $id: "AnswerSpan", description: "Unicode code points of the answer, half-open." },
);

export const CitationObject = Type.Object(
  {
    index: Type.Integer({ minimum: 1, description: "The number in `[n]`." }),
    quote: Type.String(),
    ...place,
    dates: Type.Array(SpokenDate, {
      description: "The days that the quote mentions, resolved against the time when it was said.",
    }),
    answer_spans: Type.Array(AnswerSpan),
  },
  { $id: "Citation", description: "`content[start:end] == quote` in the content of the source version." },
);

const PassageScores = Type.Object(
  { keyword: nullable(Type.Number()), sense: nullable(Type.Number()), vector: nullable(Type.Number()) },
  { $id: "PassageScores", description: "By part of the search; null: the part did not find the passage." },
);

export const RetrievedObject = Type.Object(
  {
    rank: Type.Integer({ minimum: 1 }),
    text: Type.String(),
    ...place,
    scores: Type.Optional(PassageScores),
  },
  { $id: "RetrievedPassage" },
);
