import { type Static, Type } from "@sinclair/typebox";
import { outlineKinds } from "../language/structure/outline.ts";
import { sourceStatuses, sourceTypes } from "../sources/source.ts";
import { ConversationSource } from "./contents/conversation-schemas.ts";
import { oldName } from "./deprecations.ts";
import {
  deletedOf,
  ErrorDetails,
  instant,
  listOf,
  MetadataSchema,
  namedObject,
  nullable,
  oneOf,
  strict,
  strictObject,
  unit,
} from "./schema-parts.ts";

export const address = Type.String({
  pattern: String.raw`^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\u0000-\u001f\u007f-\u009f<>"\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+$`,
  maxLength: 2048,
  expected: "an http or https address",
  examples: ["https://example.org/manual.html"],
});

export const TextSource = Type.Object(
  {
    type: Type.Optional(Type.Literal("text", { expected: '"text", "url", "site" or "conversation"' })),
    text: Type.String({ minLength: 1, description: "Plain text, Markdown or HTML." }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    url: Type.Optional({ ...address, description: "Where it came from; shown in citations." }),
    external_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    metadata: Type.Optional(MetadataSchema),
  },
  {
    $id: "TextRequest",
    ...strict,
    otherNames: {
      text: ["content", "body", "data", "document"],
      title: ["name"],
      external_id: ["id", "externalid"],
      url: ["link", "uri", "source"],
      metadata: ["meta", "tags"],
    },
    examples: [{ title: "Manual", text: "# Filters\n\nReplace the filter every six months." }],
  },
);
export type TextSource = Static<typeof TextSource>;

export const UrlSource = Type.Object(
  {
    type: Type.Literal("url"),
    url: address,
    title: TextSource.properties.title,
    external_id: TextSource.properties.external_id,
    metadata: TextSource.properties.metadata,
  },
  { $id: "UrlRequest", ...strict, examples: [{ type: "url", url: "https://example.org/manual.html" }] },
);

export type UrlSource = Static<typeof UrlSource>;

export const SourceQuery = strictObject({
  wait: Type.Optional(Type.Number({ minimum: 0, maximum: 60, description: "Seconds to wait until it is settled." })),
});

export const SourcePatch = Type.Object(
  {
    title: TextSource.properties.title,
    url: Type.Optional(nullable(address)),
    metadata: TextSource.properties.metadata,
  },
  { $id: "SourceChanges", ...strict, minProperties: 1, examples: [{ title: "Manual, second edition" }] },
);

const count = Type.Integer();
export const SourcesSettled = Type.Object(
  { object: Type.Literal("sources.settled"), ready: count, failed: count, canceled: count, deleted: count },
  { $id: "SourcesSettled", description: "How many of the followed sources ended how." },
);

export const NewSource = Type.Union([TextSource, UrlSource, ConversationSource], { $id: "SourceRequest" });

const fileFields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  filename: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  url: TextSource.properties.url,
  external_id: TextSource.properties.external_id,
  wait: SourceQuery.properties.wait,
};

/** In the query string; the request head has a limit of 16 KB. */
export const FileQuery = strictObject({
  ...fileFields,
  metadata: Type.Optional(Type.String({ description: "JSON.", maxLength: 8192 })),
});

export const FormFields = strictObject({
  ...fileFields,
  metadata: Type.Optional(Type.String({ description: "JSON.", maxLength: 65_536 })),
});

const bytes = { type: "string", format: "binary" };

/** Without `wait`: some generators cannot name a parameter of the query in a form, too. */
const { wait: _, ...uploadFields } = FormFields.properties;

export const SourceUpload = Type.Object(
  { file: Type.Unsafe<Blob>({ ...bytes, description: "The document." }), ...uploadFields },
  { $id: "SourceUpload", ...strict },
);

export const DocumentBytes = Type.Unsafe<Blob>(bytes);

const SourceProgress = namedObject("SourceProgress", {
  done: Type.Integer(),
  total: Type.Integer(),
  unit: oneOf(["bytes", "passages", "pages"]),
  percent: Type.Number(),
});
const SourceFailure = namedObject("SourceFailure", {
  code: Type.String(),
  message: Type.String(),
  retryable: Type.Boolean(),
});

const SourceWarning = namedObject("SourceWarning", {
  code: Type.String({ examples: ["pages_not_read"] }),
  message: Type.String(),
  pages: Type.Optional(Type.Array(Type.Integer(), { description: "Numbers of pages, from 1." })),
  confidences: Type.Optional(Type.Array(unit, { description: "Of pages that were read from pictures." })),
});

export const SourceObject = namedObject("Source", {
  id: Type.String({ examples: ["src_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("source"),
  expert_id: Type.String(),
  type: oneOf(sourceTypes),
  title: Type.String(),
  url: nullable(Type.String()),
  external_id: nullable(Type.String()),
  filename: nullable(Type.String()),
  mime_type: nullable(Type.String()),
  bytes: Type.Integer(),
  sha256: nullable(Type.String({ description: "SHA-256 of the original bytes; null until they have been fetched." })),
  version: Type.Integer({ description: "The newest version, whose state this is." }),
  answering_version: nullable(Type.Integer({ description: "The version that questions are answered from." })),
  status: oneOf(sourceStatuses),
  stage: nullable(Type.String()),
  progress: SourceProgress,
  error: nullable(SourceFailure),
  attempts: Type.Integer(),
  passage_count: Type.Integer(),
  chunk_count: oldName("chunk_count", Type.Integer()),
  page_count: nullable(Type.Integer()),
  language: nullable(
    Type.String({
      description: "The language found in its text, such as `de`; `und` if it does not show, null until it is read.",
    }),
  ),
  warnings: Type.Array(SourceWarning, {
    description:
      "What could not be read of a source that is otherwise ready, or which facts a known one did not take over.",
  }),
  metadata: MetadataSchema,
  keepers: Type.Array(Type.String(), {
    description: "Who keeps it: `api`, the mark of a folder or the id of a site. First the one that added it.",
  }),
  deduplicated: Type.Boolean(),
  created_at: instant,
  updated_at: instant,
  ready_at: nullable(instant),
});

const PassageCell = namedObject("PassageCell", {
  column: Type.Integer({ description: "From 0." }),
  name: nullable(Type.String({ description: "Of its column, where the row says it." })),
  start: Type.Integer(),
  end: Type.Integer(),
});

const PassageBlock = namedObject("PassageBlock", {
  kind: oneOf(outlineKinds),
  level: Type.Integer({ description: "Of a heading, 1 to 6; of a list item, its depth from 1; otherwise 0." }),
  start: Type.Integer(),
  end: Type.Integer(),
  bullet: Type.Optional(Type.Literal(true, { description: "A list item whose mark is not in the text." })),
  cells: Type.Optional(Type.Array(PassageCell, { description: "Of a table row whose cells are known." })),
  speaker: Type.Optional(Type.String({ description: "Of a turn of a conversation." })),
  said_at: Type.Optional(nullable(Type.String())),
});

export const PassageObject = namedObject("Passage", {
  id: Type.String(),
  object: Type.Literal("passage"),
  source_id: Type.String(),
  start: Type.Integer(),
  end: Type.Integer(),
  section: Type.String(),
  page: nullable(Type.Integer()),
  speaker: nullable(Type.String({ description: "For a turn of a conversation: who said it." })),
  said_at: nullable(Type.String({ description: "When it was said, with the offset of the place." })),
  text: Type.String(),
  blocks: Type.Array(PassageBlock, {
    description: "Its headings, paragraphs, list items, rows and other blocks; none while they are still to be found.",
  }),
});

const ChunkObject = Type.Object(
  { ...PassageObject.properties, object: Type.Literal("chunk") },
  { $id: "Chunk", deprecated: true },
);

export const NewSources = Type.Object(
  { sources: Type.Array(NewSource, { minItems: 1, maxItems: 100 }) },
  {
    $id: "SourcesRequest",
    ...strict,
    otherNames: { sources: ["documents", "data", "items"] },
    examples: [{ sources: [{ text: "Replace the filter every six months.", external_id: "filters" }] }],
  },
);

const AddedSource = namedObject("AddedSource", {
  status: Type.Integer({ description: "As if it had been added alone: 200, 201, 202, or that of the error." }),
  source: nullable(SourceObject),
  error: nullable(ErrorDetails),
});

export const SourceBatch = namedObject("SourceBatch", {
  object: Type.Literal("source.batch"),
  data: Type.Array(AddedSource, { description: "In the order of the request." }),
});

export const SourceVersionObject = namedObject("SourceVersion", {
  object: Type.Literal("source.version"),
  version: Type.Integer({ description: "From 1." }),
  status: oneOf(sourceStatuses),
  answering: Type.Boolean({ description: "Whether questions are answered from it." }),
  readable: Type.Boolean({ description: "Whether `/content?version=` has its text." }),
  title: Type.String(),
  filename: nullable(Type.String()),
  mime_type: nullable(Type.String()),
  bytes: Type.Integer(),
  sha256: nullable(Type.String()),
  error: nullable(SourceFailure),
  passage_count: Type.Integer(),
  chunk_count: oldName("chunk_count", Type.Integer()),
  page_count: nullable(Type.Integer()),
  created_at: instant,
  ready_at: nullable(instant),
});

export const SourceVersionList = listOf(SourceVersionObject, "SourceVersionList");

export const PassageList = listOf(PassageObject, "PassageList");
export const ChunkList = listOf(ChunkObject, "ChunkList");
export const DeletedSource = deletedOf("source", "DeletedSource");
