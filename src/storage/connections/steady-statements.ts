/**
 * Keeps SQLite from compiling a prepared statement again for each execution. Its planner reads bound values, for instance
 * to compare a condition with that of a partial index, or to read a LIMIT. A statement whose plan depends on a value is
 * compiled again whenever that value is bound (https://www.sqlite.org/c3ref/prepare.html, point 3). SQLite has an
 * option against this (SQLITE_DBCONFIG_ENABLE_QPSG), but bun:sqlite does not offer it. For a join of wide tables, compiling takes ten
 * times as long as running. The planner does not read values inside expressions, so each parameter becomes an expression.
 */
import { Database as Sqlite } from "bun:sqlite";

/** Quoted text and comments, which stay unchanged; or a parameter without a number, after LIMIT or elsewhere. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?<limit>\blimit\s+)?(?<parameter>\?)(?!\d)/gi;

/** Unary plus leaves a value of any type unchanged. In a LIMIT the planner sees through it, but not through a subquery. */
export function steadied(statement: string): string {
  return statement.replaceAll(tokens, (token, limit?: string, parameter?: string) => {
    if (parameter === undefined) return token;
    return limit === undefined ? "+?" : `${limit}(SELECT ?)`;
  });
}

/** A connection whose prepared statements are compiled once. */
export class SteadySqlite extends Sqlite {
  override prepare: Sqlite["prepare"] = (statement, parameters) => super.prepare(steadied(statement), parameters);
  override query: Sqlite["query"] = (statement) => super.query(steadied(statement));
}
