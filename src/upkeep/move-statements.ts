/** What statements for moved rows have in common in both databases. */
import type { MovedTable } from "./move-ports.ts";

/** Read at once; a single row may have more bytes. */
export const mostRows = 1000;
export const mostBytes = 4 << 20;

export const quotedName = (name: string) => `"${name}"`;
export const quotedNames = (names: readonly string[]) => names.map(quotedName).join(", ");

export function keyColumns({ columns, key }: MovedTable): readonly string[] {
  return key.map((position) => columns[position] ?? "");
}

export function putStatement(table: MovedTable, values: string): string {
  const others = table.columns.filter((_, position) => !table.key.includes(position));
  const update = others.map((column) => `${quotedName(column)} = excluded.${quotedName(column)}`);
  return `INSERT INTO ${quotedName(table.name)} (${quotedNames(table.columns)}) VALUES ${values}
    ON CONFLICT (${quotedNames(keyColumns(table))}) DO ${update.length === 0 ? "NOTHING" : `UPDATE SET ${update.join(", ")}`}`;
}

/** Files that versions name, in the order of their numbers. @param last number before them, as SQL */
export const namedFilesAfter = (last: string) =>
  `SELECT v.no, v.bytes, v.sha256, v.title || ' (' || s.id || ')' AS name
   FROM source_versions v JOIN sources s ON s.no = v.source_no
   WHERE v.sha256 <> '' AND v.no > ${last} ORDER BY v.no LIMIT ${mostRows}`;
