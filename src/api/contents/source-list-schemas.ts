import { Type } from "@sinclair/typebox";
import { sourceStatuses } from "../../sources/source.ts";
import { listFields, listOf, namedObject, oneOf, strictObject } from "../schema-parts.ts";
import { SourceObject } from "../source-schemas.ts";

const SourceFolderObject = namedObject("SourceFolder", {
  object: Type.Literal("source.folder"),
  path: Type.String({ examples: ["manuals/pump/"] }),
  name: Type.String({ examples: ["pump"] }),
  source_count: Type.Integer({
    description: "Of the sources in it and in its folders that the list is narrowed to.",
  }),
  failed_count: Type.Integer({ description: "How many of them could not be read." }),
});

export const SourceList = Type.Composite(
  [
    listOf(SourceObject, "SourcePage"),
    Type.Object({
      folders: Type.Optional(
        Type.Array(SourceFolderObject, {
          description: "With `folder`, on its first page: the folders directly in it.",
        }),
      ),
      has_more_folders: Type.Optional(
        Type.Boolean({ description: "Whether it has more folders than the 1,000 listed." }),
      ),
    }),
  ],
  { $id: "SourceList" },
);
const folderPath = Type.String({
  pattern: "^(?:[\\s\\S]*/)?$",
  maxLength: 2048,
  expected: "a path that ends in a slash",
});

export const SourceListQuery = strictObject({
  ...listFields("source"),
  status: Type.Optional(oneOf(sourceStatuses)),
  external_id: Type.Optional(Type.String({ maxLength: 256 })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Only those with this text in their title, file name, `external_id` or address.",
    }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: 16_384,
      description: "A filter as JSON, as in questions, with the newest title and type.",
    }),
  ),
  folder: Type.Optional({
    ...folderPath,
    description:
      "Only those that stand directly in this folder, by path: `manuals/pump/`, or empty for the top. " +
      "The path of a source is its `external_id`, else its address without `https://`.",
  }),
  within: Type.Optional({ ...folderPath, description: "Only those in this folder or in one below it." }),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: "How many to leave out first, for a view that jumps. `after` is steadier while sources come and go.",
    }),
  ),
});
