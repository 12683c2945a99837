/** A source filter as an SQL condition on `sources` and the `source_versions` that answers. */
import { and, eq, gt, gte, inArray, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Field, ReservedField, Scalar, SourceFilter } from "../answering/source-filter.ts";
import { timestamp } from "../kernel/clock.ts";
import { sources, sourceVersions } from "./schema.ts";

const always = sql`1`;
const never = sql`0`;
const operators = { eq, gt, gte, lt, lte };

/** Conditions have two values: a source without a field fails a condition on that field, and passes its negation. */
export function filterSql(filter: SourceFilter): SQL {
  switch (filter.kind) {
    case "all":
      return and(...filter.of.map(filterSql)) ?? always;
    case "any":
      return or(...filter.of.map(filterSql)) ?? never;
    case "not":
      return not(filterSql(filter.of));
    case "compare":
      return holds(filter.field, [filter.value], (value, [operand]) => operators[filter.by](value, operand));
    case "in": {
      const kinds = Map.groupBy(filter.values, (value) => typeof value);
      return or(...[...kinds.values()].map((some) => holds(filter.field, some, inArray))) ?? never;
    }
  }
}

/** JSON's names for the kinds of scalars. A value never meets a condition on another kind. */
const jsonTypes = { number: sql`'integer', 'real'`, string: sql`'text'`, boolean: sql`'true', 'false'` };
type Kind = keyof typeof jsonTypes;

/** Whether any value of the field has the kind of the operands and meets the condition. */
function holds(field: Field, operands: readonly Scalar[], condition: (value: SQL, operands: Bound[]) => SQL): SQL {
  const kind = typeof operands[0] as Kind;
  if ("reserved" in field) {
    const bound = operands.map(field.reserved === "created_at" ? normalInstant : String);
    return kind === "string" ? sql`coalesce(${condition(reservedColumn(field.reserved), bound)}, 0)` : never;
  }
  // json_tree of the one field: a row for a scalar, or one for each member of a list besides the list itself. Its
  // atoms are SQL's values, with 1 and 0 for true and false.
  const path = `$.${JSON.stringify(field.metadata)}`;
  const met = condition(
    sql`value.atom`,
    operands.map((operand) => (typeof operand === "boolean" ? Number(operand) : operand)),
  );
  return sql`EXISTS (SELECT 1 FROM json_tree(${sources.metadata}, ${path}) AS value WHERE value.type IN (${jsonTypes[kind]}) AND ${met})`;
}
type Bound = string | number;

function reservedColumn(name: ReservedField): SQL {
  const columns = {
    source_id: sql`${sources.id}`,
    external_id: sql`${sources.externalId}`,
    type: sql`${sourceVersions.type}`,
    title: sql`${sourceVersions.title}`,
    created_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sources.createdAt} / 1000.0, 'unixepoch')`,
  };
  return columns[name];
}

/** Converts an RFC 3339 timestamp to our form, which sorts as text; leaves other values unchanged. */
function normalInstant(operand: Scalar): string {
  const text = String(operand);
  const milliseconds = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? text : timestamp(milliseconds);
}
