/** A source filter as an SQL condition on `sources` and the `source_versions` that answers. */
import { and, eq, gt, gte, inArray, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Comparison, Field, Scalar, SourceFilter } from "../answering/source-filter.ts";
import { timestamp } from "../kernel/clock.ts";
import { sources, sourceVersions } from "./schema.ts";

const always = sql`1`;
const never = sql`0`;

/** Two-valued: a source that lacks a field fails a condition on it, and passes the negation of that condition. */
export function filterSql(filter: SourceFilter): SQL {
  switch (filter.kind) {
    case "all":
      return and(...filter.of.map(filterSql)) ?? always;
    case "any":
      return or(...filter.of.map(filterSql)) ?? never;
    case "not":
      return not(filterSql(filter.of));
    case "compare":
      return holds(filter.field, (value) => compared(value, filter.by, filter.value));
    case "in":
      return holds(filter.field, (value) => inArray(value, filter.values.map(bound)));
  }
}

/** Whether any value of the field meets the condition. */
function holds(field: Field, condition: (value: SQL) => SQL): SQL {
  if ("reserved" in field) return sql`coalesce(${condition(reservedColumn(field.reserved))}, 0)`;
  // json_tree of the one field: a row for a scalar, or one for each member of a list besides the list itself.
  const path = `$.${JSON.stringify(field.metadata)}`;
  const value = sql`CASE WHEN value.type IN ('true', 'false') THEN value.type ELSE value.atom END`;
  return sql`EXISTS (SELECT 1 FROM json_tree(${sources.metadata}, ${path}) AS value WHERE value.type <> 'array' AND ${condition(value)})`;
}

function reservedColumn(name: Extract<Field, { reserved: unknown }>["reserved"]): SQL {
  const columns = {
    source_id: sql`${sources.id}`,
    external_id: sql`${sources.externalId}`,
    type: sql`${sourceVersions.type}`,
    title: sql`${sourceVersions.title}`,
    created_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sources.createdAt} / 1000.0, 'unixepoch')`,
  };
  return columns[name];
}

const operators = { eq, gt, gte, lt, lte };

/** Numbers compare with numbers and strings with strings; a value of the other kind does not match. */
function compared(value: SQL, by: Comparison, operand: Scalar): SQL {
  const sameKind = typeof operand === "number" ? sql`typeof(${value}) <> 'text'` : sql`typeof(${value}) = 'text'`;
  return and(sameKind, operators[by](value, bound(operand))) ?? never;
}

/** SQLite has no booleans; they are compared by their JSON names. A date in any RFC 3339 form becomes ours. */
function bound(operand: Scalar): string | number {
  if (typeof operand === "number") return operand;
  if (typeof operand === "boolean") return String(operand);
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(operand) ? normalInstant(operand) : operand;
}

function normalInstant(text: string): string {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? text : timestamp(milliseconds);
}
