import type { SQLQueryBindings, Database as Sqlite } from "bun:sqlite";
import { errorCode } from "../../../kernel/error-code.ts";
import type { MovedRow, MovedTable, MovedValue, MoveSource, MoveTarget } from "../../../upkeep/move-ports.ts";
import {
  keyColumns,
  mostBytes,
  mostRows,
  namedFilesAfter,
  putStatement,
  quotedName,
  quotedNames,
} from "../../../upkeep/move-statements.ts";
import type { MovedOriginal } from "../../../upkeep/original-walk.ts";
import { sizeOf } from "../../../upkeep/row-order.ts";

export function readingSide(sqlite: Sqlite): MoveSource {
  return {
    rows: (table, after) => batchOf(sqlite, table, after),
    lastNumber: ({ name }) =>
      sqlite.query<{ seq: number }, [string]>("SELECT seq FROM sqlite_sequence WHERE name = ?").get(name)?.seq ?? 0,
  };
}

function batchOf(sqlite: Sqlite, table: MovedTable, after: MovedRow | null): readonly MovedRow[] {
  const [columns, key] = [quotedNames(table.columns), quotedNames(keyColumns(table))];
  const where = after === null ? "" : `WHERE (${key}) > (${places(table.key.length)})`;
  const statement = sqlite.query<Record<string, MovedValue>, SQLQueryBindings[]>(
    `SELECT ${columns} FROM ${quotedName(table.name)} ${where} ORDER BY ${key} LIMIT ${mostRows}`,
  );
  const [first = []] = inBatches(table, statement.iterate(...bound(after ?? [])));
  return first;
}

export function* inBatches(
  { columns }: MovedTable,
  found: Iterable<Readonly<Record<string, MovedValue>>>,
): Generator<readonly MovedRow[]> {
  let [rows, bytes]: [MovedRow[], number] = [[], 0];
  for (const each of found) {
    const row = columns.map((column) => each[column] ?? null);
    bytes += sizeOf(row);
    rows.push(row);
    if (rows.length < mostRows && bytes < mostBytes) continue;
    yield rows;
    [rows, bytes] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

/** References are not enforced during writes; the caller checks them at the end. */
export function writingSide(sqlite: Sqlite): MoveTarget {
  return {
    ...readingSide(sqlite),
    storable: (row) => row,
    put: (table, rows) => {
      const statement = sqlite.query(putStatement(table, `(${places(table.columns.length)})`));
      try {
        sqlite.transaction(() => {
          for (const row of rows) statement.run(...bound(row));
        })();
        return "done";
      } catch (error) {
        if (errorCode(error) === "SQLITE_CONSTRAINT_UNIQUE") return "conflict";
        throw error;
      }
    },
    remove: (table, keys) => {
      const condition = keyColumns(table).map((column) => `${quotedName(column)} = ?`);
      const statement = sqlite.query(`DELETE FROM ${quotedName(table.name)} WHERE ${condition.join(" AND ")}`);
      sqlite.transaction(() => {
        for (const key of keys) statement.run(...bound(key));
      })();
    },
  };
}

export function setLastNumber(sqlite: Sqlite, { name }: MovedTable, last: number): void {
  const changed = sqlite.query("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?").run(last, name);
  if (changed.changes === 0) sqlite.query("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(name, last);
}

export function* namedFiles(sqlite: Sqlite): Generator<MovedOriginal> {
  const statement = sqlite.query<MovedOriginal, [number]>(namedFilesAfter("?"));
  for (let last = -1; ; ) {
    const files = statement.all(last);
    if (files.length === 0) return;
    yield* files;
    last = files.at(-1)?.no ?? last;
  }
}

const bound = (row: MovedRow) => row as SQLQueryBindings[];
const places = (count: number) => Array.from({ length: count }, () => "?").join(", ");
