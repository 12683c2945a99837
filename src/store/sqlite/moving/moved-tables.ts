/** All tables of the schema, so that a new one is never forgotten. */
import { Database as Sqlite } from "bun:sqlite";
import type { MovedTable } from "../../../upkeep/move-ports.ts";
import { migrate } from "../migrate.ts";

/** No row refers to a later table. A test compares them with PostgreSQL's. */
export function movedTables(): readonly MovedTable[] {
  using sqlite = new Sqlite(":memory:");
  migrate(sqlite);
  return inOrder(tablesOf(sqlite));
}

interface Referring extends MovedTable {
  readonly refersTo: readonly string[];
}

function tablesOf(sqlite: Sqlite): readonly Referring[] {
  const tables = sqlite.query<{ name: string; sql: string }, []>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  );
  const columnsOf = sqlite.query<{ name: string; pk: number }, [string]>(
    "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid",
  );
  const referencesOf = sqlite.query<{ name: string }, [string]>(
    'SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(?)',
  );
  return tables.all().map(({ name, sql }) => {
    const columns = columnsOf.all(name);
    const inKey = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    return {
      name,
      columns: columns.map((column) => column.name),
      key: inKey.map((column) => columns.indexOf(column)),
      isCounted: /\bAUTOINCREMENT\b/i.test(sql),
      refersTo: referencesOf
        .all(name)
        .map((reference) => reference.name)
        .filter((other) => other !== name),
    };
  });
}

function inOrder(tables: readonly Referring[]): readonly MovedTable[] {
  const ordered: MovedTable[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const isFree = ({ refersTo }: Referring) => ![...left].some(({ name }) => refersTo.includes(name));
    const free = [...left].filter(isFree);
    if (free.length === 0) throw new Error("tables refer to each other in a circle");
    for (const table of free) {
      const { refersTo: _, ...moved } = table;
      ordered.push(moved);
      left.delete(table);
    }
  }
  return ordered;
}
