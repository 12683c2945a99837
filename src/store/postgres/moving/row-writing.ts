import type { MovedRow, MovedTable } from "../../../upkeep/move-ports.ts";
import { putStatement } from "../../../upkeep/move-statements.ts";
import type { RunStatement } from "./moving-connection.ts";

/** Values of a statement; it takes 65,535. */
const mostValues = 8000;

export async function putRows(
  run: RunStatement,
  types: ReadonlyMap<string, string>,
  table: MovedTable,
  rows: readonly MovedRow[],
): Promise<void> {
  for (const some of inGroups(rows, table.columns.length))
    await run(
      putStatement(table, places(table, types, { columns: table.columns, rows: some.length })),
      valuesOf(table, types, some),
    );
}

function valuesOf(
  table: MovedTable,
  types: ReadonlyMap<string, string>,
  rows: readonly MovedRow[],
): readonly unknown[] {
  const isBoolean = table.columns.map((column) => types.get(`${table.name}.${column}`) === "boolean");
  return rows.flatMap((row) => row.map((value, i) => (isBoolean[i] === true && value !== null ? value !== 0 : value)));
}

export function* inGroups(rows: readonly MovedRow[], width: number): Generator<readonly MovedRow[]> {
  const most = Math.floor(mostValues / width);
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}

interface Places {
  readonly columns: readonly string[];
  readonly rows: number;
}

export function places({ name }: MovedTable, types: ReadonlyMap<string, string>, { columns, rows }: Places): string {
  const one = (row: number) =>
    columns
      .map((column, i) => `$${row * columns.length + i + 1}::${types.get(`${name}.${column}`) ?? "text"}`)
      .join(", ");
  return Array.from({ length: rows }, (_, row) => `(${one(row)})`).join(", ");
}
