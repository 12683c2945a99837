/** A data folder with one expert between an archive and another database, so that one code handles archives. */
import { Database as Sqlite } from "bun:sqlite";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { MovedTable } from "../../../upkeep/move-ports.ts";
import { carriedOtherwise, everyCarriedTable } from "../archives/carried-tables.ts";
import { databasePath } from "../folder/data-folder.ts";
import { migrate } from "../migrate.ts";
import { movedTables } from "./moved-tables.ts";
import { numberedFiles } from "./numbered-files.ts";
import { namedFiles, writingSide } from "./sqlite-rows.ts";

export type ExpertScratch = ReturnType<typeof openExpertScratch>;

/** @param dataDir empty; the scratch owns it @param workspace of the expert that comes */
export function openExpertScratch(dataDir: string, workspace: string) {
  const originals = join(dataDir, "originals");
  mkdirSync(originals, { mode: 0o700 });
  const sqlite = new Sqlite(databasePath(dataDir), { create: true, strict: true });
  migrate(sqlite);
  // The expert's rows refer to a workspace that stays behind.
  sqlite.run("PRAGMA foreign_keys = OFF");
  sqlite.query("INSERT INTO workspaces (id, name, created_at) VALUES (?, 'import', 0)").run(workspace);
  return {
    dataDir,
    files: numberedFiles(originals),
    named: () => namedFiles(sqlite),
    target: () => writingSide(sqlite),
    close: () => {
      sqlite.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function tablesOfExpert(): readonly MovedTable[] {
  const carried = new Set<string>([...carriedOtherwise, ...everyCarriedTable.map(({ name }) => name)]);
  return movedTables().filter(({ name }) => carried.has(name));
}
