import { is, SQL } from "drizzle-orm";
import { Beside, type Step, type Work } from "../store/work.ts";
import type { Drizzle } from "./database.ts";

/** Must be called inside a transaction if the work writes. */
export function atOnce<T>(orm: Drizzle, work: Work<T>): T {
  const rowsOf = (statement: Step) => {
    if (statement instanceof Beside) return [void statement.happen()];
    return (is(statement, SQL) ? orm.all(statement) : statement.all()) as unknown[];
  };
  for (let step = work.next([]); ; ) {
    if (step.done === true) return step.value;
    step = work.next(rowsOf(step.value));
  }
}
