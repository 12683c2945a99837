/** A filter as SQL on `sources` and the answering `source_versions`. */
import { and, eq, gt, gte, inArray, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import { timestamp } from "../../kernel/clock.ts";
import type { Field, ReservedField, Scalar, SourceFilter } from "../../kernel/stores/source-filter.ts";
import type { Tables } from "../tables.ts";

export type ValueCondition = (value: SQL, operands: Operand[]) => SQL;
export type Operand = string | number | SQL;

/** As JSON names them. Conditions never match values of another kind. */
export type ScalarKind = "number" | "string" | "boolean";

export interface FilterDialect {
  /** Whether any value of the metadata field has this kind and meets the condition. */
  anyValue(field: string, kind: ScalarKind, met: { operands: readonly Scalar[]; condition: ValueCondition }): SQL;
  operand(text: string): Operand;
  instant(column: SQL): SQL;
}

const always = sql`true`;
const never = sql`false`;
const operators = { eq, gt, gte, lt, lte };

/** Two-valued logic: without the field, a condition fails and its negation holds. */
export function sourceConditions(tables: Tables, dialect: FilterDialect): (filter: SourceFilter) => SQL {
  const conditionOf = (filter: SourceFilter): SQL => {
    switch (filter.kind) {
      case "all":
        return and(...filter.of.map(conditionOf)) ?? always;
      case "any":
        return or(...filter.of.map(conditionOf)) ?? never;
      case "not":
        return not(conditionOf(filter.of));
      case "compare":
        return holds(filter.field, [filter.value], (value, [operand]) => operators[filter.by](value, operand));
      case "in": {
        const kinds = Map.groupBy(filter.values, (value) => typeof value);
        return or(...[...kinds.values()].map((some) => holds(filter.field, some, inArray))) ?? never;
      }
    }
  };
  const holds = (field: Field, operands: readonly Scalar[], condition: ValueCondition): SQL => {
    const kind = typeof operands[0] as ScalarKind;
    if (!("reserved" in field)) return dialect.anyValue(field.metadata, kind, { operands, condition });
    if (kind !== "string") return never;
    const bound = operands.map(field.reserved === "created_at" ? normalInstant : String);
    return sql`coalesce(${condition(reservedColumn(field.reserved), bound.map(dialect.operand))}, false)`;
  };
  const reservedColumn = (name: ReservedField): SQL => {
    const { sources, sourceVersions } = tables;
    const columns = {
      source_id: sql`${sources.id}`,
      external_id: sql`${sources.externalId}`,
      type: sql`${sourceVersions.type}`,
      title: sql`${sourceVersions.title}`,
      created_at: dialect.instant(sql`${sources.createdAt}`),
    };
    return columns[name];
  };
  return conditionOf;
}

/** Rewrites RFC 3339 timestamps in our form, which sorts as text. */
function normalInstant(operand: Scalar): string {
  const text = String(operand);
  const milliseconds = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? text : timestamp(milliseconds);
}
