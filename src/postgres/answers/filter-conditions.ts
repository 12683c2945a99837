/** A source filter as a condition on `s` (sources) and `v` (the source version that answers). */
import { type SQL, sql } from "drizzle-orm";
import type { Comparison, Field, ReservedField, Scalar, SourceFilter } from "../../answering/source-filter.ts";
import { timestamp } from "../../kernel/clock.ts";

const operators: Readonly<Record<Comparison, SQL>> = {
  eq: sql`=`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/** Conditions have two values: a source without a field fails a condition on that field, and passes its negation. */
export function filterSql(filter: SourceFilter): SQL {
  switch (filter.kind) {
    case "all":
      return joined(filter.of, sql` AND `, sql`true`);
    case "any":
      return joined(filter.of, sql` OR `, sql`false`);
    case "not":
      return sql`NOT ${filterSql(filter.of)}`;
    case "compare":
      return holds(
        filter.field,
        [filter.value],
        (value, [operand]) => sql`${value} ${operators[filter.by]} ${operand}`,
      );
    case "in": {
      const kinds = Map.groupBy(filter.values, (value) => typeof value);
      const each = [...kinds.values()].map((some) =>
        holds(filter.field, some, (value, operands) => sql`${value} IN (${sql.join(operands, sql`, `)})`),
      );
      return each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` OR `)})`;
    }
  }
}

function joined(filters: readonly SourceFilter[], between: SQL, none: SQL): SQL {
  return filters.length === 0 ? none : sql`(${sql.join(filters.map(filterSql), between)})`;
}

/** How JSON calls the kinds of scalars. A value never meets a condition on another kind. */
type Kind = "number" | "string" | "boolean";

/** A value of JSON as one of SQL. Text is compared by its bytes. */
const casts: Readonly<Record<Kind, SQL>> = {
  number: sql`(value #>> '{}')::float8`,
  string: sql`(value #>> '{}') COLLATE "C"`,
  boolean: sql`(value #>> '{}')::boolean`,
};

/** Whether any value of the field has the kind of the operands and meets the condition. */
function holds(field: Field, operands: readonly Scalar[], condition: (value: SQL, operands: SQL[]) => SQL): SQL {
  const kind = typeof operands[0] as Kind;
  if ("reserved" in field) {
    const bound = operands.map(field.reserved === "created_at" ? normalInstant : String);
    if (kind !== "string") return sql`false`;
    const met = condition(reservedColumn(field.reserved), bound.map(textOf));
    return sql`coalesce(${met}, false)`;
  }
  const found = sql`${metadata} -> ${field.metadata}::text`;
  const values = sql`jsonb_array_elements(CASE jsonb_typeof(${found}) WHEN 'array' THEN ${found} ELSE jsonb_build_array(${found}) END)`;
  const met = condition(casts[kind], operands.map(bindings[kind]));
  // A CASE, because the cast of a value of another kind would fail.
  return sql`EXISTS (SELECT 1 FROM ${values} AS value
    WHERE CASE WHEN jsonb_typeof(value) = '${sql.raw(kind)}' THEN ${met} ELSE false END)`;
}

/**
 * The metadata of a source. JSON may name characters that PostgreSQL's text cannot hold: U+0000, and halves of a surrogate
 * pair. U+FFFD takes their place here; the stored text keeps them.
 */
const metadata = sql.raw(
  String.raw`regexp_replace(s.metadata, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g')::jsonb`,
);

const textOf = (operand: Scalar): SQL => sql`${String(operand)}::text`;
const bindings: Readonly<Record<Kind, (operand: Scalar) => SQL>> = {
  number: (operand) => sql`${Number(operand)}::float8`,
  string: textOf,
  boolean: (operand) => (operand === true ? sql`true` : sql`false`),
};

function reservedColumn(name: ReservedField): SQL {
  const columns = {
    source_id: sql`s.id`,
    external_id: sql`s.external_id`,
    type: sql`v.type`,
    title: sql`v.title`,
    created_at: sql`to_char(to_timestamp(s.created_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') COLLATE "C"`,
  };
  return columns[name];
}

/** Converts an RFC 3339 timestamp to our form, which sorts as text; leaves other values unchanged. */
function normalInstant(operand: Scalar): string {
  const text = String(operand);
  const milliseconds = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? text : timestamp(milliseconds);
}
