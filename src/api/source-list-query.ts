/** Which sources a list has. */
import { type Static, Type } from "@sinclair/typebox";
import { invalidParameter } from "../kernel/fault.ts";
import { parseFilter, type SourceFilter } from "../kernel/stores/source-filter.ts";
import type { SourceSelection } from "../sources/ports/store-ports.ts";
import { sourceStatuses } from "../sources/source.ts";
import { listFields, oneOf, strict } from "./schema-parts.ts";

export const SourceListQuery = Type.Object(
  {
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
        minLength: 2,
        maxLength: 16_384,
        description: "A filter as JSON, as in questions. `type` and `title` are those of the newest version.",
        examples: ['{"year": {"$gte": 2020}}'],
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          "How many to leave out first, for a view that jumps. `after` is steadier while sources come and go.",
      }),
    ),
  },
  strict,
);

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
