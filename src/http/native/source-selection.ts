import type { Static } from "@sinclair/typebox";
import type { SourceListQuery } from "../../api/source-schemas.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import { parseFilter, type SourceFilter } from "../../kernel/stores/source-filter.ts";
import type { SourceSelection } from "../../sources/ports/store-ports.ts";

/** @throws Fault `invalid_parameter` if the filter is none */
export function selectionFrom(query: Static<typeof SourceListQuery>): SourceSelection {
  const { status = null, external_id: externalId = null, q: text = null, filter } = query;
  return { status, externalId, text, filter: filter === undefined ? null : filterFrom(filter) };
}

function filterFrom(text: string): SourceFilter {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw invalidParameter("filter", '"filter" is not valid JSON.');
  }
  return parseFilter(given);
}
