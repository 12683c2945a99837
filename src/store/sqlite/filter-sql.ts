import { sql } from "drizzle-orm";
import { type ScalarKind, sourceConditions } from "../sources/source-conditions.ts";
import { sources, tables } from "./schema.ts";

const jsonTypes: Readonly<Record<ScalarKind, ReturnType<typeof sql>>> = {
  number: sql`'integer', 'real'`,
  string: sql`'text'`,
  boolean: sql`'true', 'false'`,
};

export const filterSql = sourceConditions(tables, {
  // For a list, json_tree also returns the list itself. true and false are 1 and 0.
  anyValue: (field, kind, { operands, condition }) => {
    const path = `$.${JSON.stringify(field)}`;
    const bound = operands.map((operand) => (typeof operand === "boolean" ? Number(operand) : operand));
    return sql`EXISTS (SELECT 1 FROM json_tree(${sources.metadata}, ${path}) AS value
      WHERE value.type IN (${jsonTypes[kind]}) AND ${condition(sql`value.atom`, bound)})`;
  },
  operand: (text) => text,
  instant: (column) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
});
