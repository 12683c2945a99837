import { type SQL, sql } from "drizzle-orm";
import type { Scalar } from "../../kernel/stores/source-filter.ts";
import { type ScalarKind, sourceConditions } from "../sources/source-conditions.ts";
import { tables } from "./schema.ts";

/** From JSON to SQL; text compares by bytes. */
const casts: Readonly<Record<ScalarKind, SQL>> = {
  number: sql`(value #>> '{}')::float8`,
  string: sql`(value #>> '{}') COLLATE "C"`,
  boolean: sql`(value #>> '{}')::boolean`,
};

/** JSON may have characters that PostgreSQL's text cannot: U+0000, and halves of surrogate pairs. */
const metadata = sql`regexp_replace(${tables.sources.metadata}, ${sql.raw(
  String.raw`'\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g'`,
)})::jsonb`;

const textOf = (operand: Scalar): SQL => sql`${String(operand)}::text`;
const bindings: Readonly<Record<ScalarKind, (operand: Scalar) => SQL>> = {
  number: (operand) => sql`${Number(operand)}::float8`,
  string: textOf,
  boolean: (operand) => (operand === true ? sql`true` : sql`false`),
};

export const filterSql = sourceConditions(tables, {
  anyValue: (field, kind, { operands, condition }) => {
    const found = sql`${metadata} -> ${field}::text`;
    const values = sql`jsonb_array_elements(CASE jsonb_typeof(${found}) WHEN 'array' THEN ${found} ELSE jsonb_build_array(${found}) END)`;
    const met = condition(casts[kind], operands.map(bindings[kind]));
    return sql`EXISTS (SELECT 1 FROM ${values} AS value
      WHERE CASE WHEN jsonb_typeof(value) = '${sql.raw(kind)}' THEN ${met} ELSE false END)`;
  },
  operand: textOf,
  instant: (column) =>
    sql`to_char(to_timestamp(${column} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') COLLATE "C"`,
});
