/** Migrates a database, and kills itself when the rows of the named table are in the new one and the old one is still there. */
import { Database as Sqlite } from "bun:sqlite";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import { setPragmas } from "../../../src/store/sqlite/pragmas.ts";

const [path = "", table = ""] = process.argv.slice(2);
const sqlite = new Sqlite(path);
setPragmas(sqlite);
const run = sqlite.run.bind(sqlite);
sqlite.run = (sql: string) => {
  const end = sql.indexOf(`DROP TABLE ${table};`);
  if (end === -1) return run(sql);
  run(sql.slice(0, end));
  process.kill(process.pid, "SIGKILL");
  throw new Error("the process goes on");
};
migrate(sqlite);
