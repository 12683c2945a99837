/** Rows decoded by their columns. Drizzle decodes by paths, which for eight rows took as long as SQLite itself. */
import { type Column, type GetColumnData, getTableName, type SQL, sql } from "drizzle-orm";

type NamedColumns = Readonly<Record<string, Column>>;

export type DecodedRow<Of extends NamedColumns> = { readonly [Name in keyof Of]: GetColumnData<Of[Name]> };

/** @param undecoded types of data that are right as the database gives them */
export function rowDecoder<const Of extends NamedColumns>(columns: Of, undecoded: readonly string[] = []) {
  const fields = Object.entries(columns).map(([name, column]) => ({
    name,
    column: undecoded.includes(column.dataType) ? null : column,
  }));
  return (given: (name: string, position: number) => unknown): DecodedRow<Of> => {
    const row: Record<string, unknown> = {};
    for (const [position, { name, column }] of fields.entries()) {
      const value = given(name, position);
      row[name] = column === null || value === null ? value : column.mapFromDriverValue(value);
    }
    return row as DecodedRow<Of>;
  };
}

/** @param alias of the table; default: its name @param prefix of the names that the columns get */
export function columnList(columns: NamedColumns, alias: string | null = null, prefix = ""): SQL {
  const named = Object.entries(columns).map(
    ([name, column]) => `${alias ?? getTableName(column.table)}."${column.name}" AS "${prefix}${name}"`,
  );
  return sql.raw(named.join(", "));
}
