import type { Static } from "@sinclair/typebox";
import type { SourceListQuery } from "../../api/contents/source-list-schemas.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import { jsonIn } from "../../kernel/json.ts";
import { parseFilter, type SourceFilter } from "../../kernel/stores/source-filter.ts";
import type { SourceFolder, SourceFolders, SourceSelection } from "../../sources/ports/store-ports.ts";

/** @throws Fault `invalid_parameter` if the filter is none */
export function selectionFrom(query: Static<typeof SourceListQuery>): SourceSelection {
  const { status = null, external_id: externalId = null, q: text = null, filter, folder, within } = query;
  return {
    status,
    externalId,
    text,
    filter: filter === undefined ? null : filterFrom(filter),
    folder: folderFrom(folder, within),
  };
}

function folderFrom(direct: string | undefined, within: string | undefined): SourceFolder | null {
  if (direct !== undefined && within !== undefined)
    throw invalidParameter("within", 'Give either "folder" or "within", not both.');
  const path = direct ?? within;
  return path === undefined ? null : { path, below: direct === undefined };
}

function filterFrom(text: string): SourceFilter {
  const given = jsonIn(text);
  if (given === undefined) throw invalidParameter("filter", '"filter" is not valid JSON.');
  return parseFilter(given);
}

export function foldersView({ folders, hasMore }: SourceFolders) {
  const objects = folders.map(({ path, name, sources, failed }) => ({
    object: "source.folder" as const,
    path,
    name,
    source_count: sources,
    failed_count: failed,
  }));
  return { folders: objects, has_more_folders: hasMore };
}
