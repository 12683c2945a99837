/**
 * SQLite compiles a statement again if its plan depends on a bound value (https://www.sqlite.org/c3ref/prepare.html,
 * point 3), which takes ten times as long as a join. bun:sqlite has no SQLITE_DBCONFIG_ENABLE_QPSG, so each parameter
 * becomes an expression, which the planner does not read.
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

export class SteadySqlite extends Sqlite {
  override prepare: Sqlite["prepare"] = (statement, parameters) => super.prepare(steadied(statement), parameters);
  override query: Sqlite["query"] = (statement) => super.query(steadied(statement));
}
