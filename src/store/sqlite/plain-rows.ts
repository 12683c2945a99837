/** Drizzle decodes values by paths, which for eight rows took as long as SQLite itself. */
import type { Column } from "drizzle-orm";

interface PreparedSelect<Row> {
  values(placeholders: Record<string, unknown>): unknown[][];
  all(placeholders: Record<string, unknown>): Row[];
}

const undecoded: ReadonlySet<string> = new Set(["string", "number", "buffer"]);

/** @param statement selects exactly `columns`, in order; blobs stay SQLite's arrays */
export function plainRows<Row>(
  statement: PreparedSelect<Row>,
  columns: Readonly<Record<keyof Row & string, Column>>,
): (placeholders: Record<string, unknown>) => Row[] {
  const fields = Object.entries<Column>(columns).map(([name, column]) => ({
    name,
    column: undecoded.has(column.dataType) ? null : column,
  }));
  const rowOf = (values: readonly unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < fields.length; i++) {
      const { name, column } = fields[i]!;
      const value = values[i];
      row[name] = column === null || value === null ? value : column.mapFromDriverValue(value);
    }
    return row as Row;
  };
  return (placeholders) => statement.values(placeholders).map(rowOf);
}
