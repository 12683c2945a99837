/**
 * Keeps SQLite from compiling a prepared statement again for each execution. Its planner looks at bound values, for instance
 * to compare a condition with that of a partial index, or to read a LIMIT. A statement whose plan depends on a value is
 * compiled again whenever that value is bound (https://www.sqlite.org/c3ref/prepare.html, point 3). SQLite can be told not
 * to look (SQLITE_DBCONFIG_ENABLE_QPSG), but bun:sqlite has no call for it. For a join of wide tables, compiling takes ten
 * times as long as running. The planner does not look into an expression, so each parameter becomes one with the same value.
 */
import { Database as Sqlite } from "bun:sqlite";

/** Quoted text and comments, which stay as they are; or a parameter without a number, after LIMIT or elsewhere. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?<limit>\blimit\s+)?(?<parameter>\?)(?!\d)/gi;

/** Unary plus does nothing to a value of any type. The planner looks through it in a LIMIT, but not into a subquery. */
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
