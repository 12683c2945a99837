/** A data folder with one expert between an archive and another database, so that one code handles archives. */
import { Database as Sqlite } from "bun:sqlite";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceId } from "../../../kernel/ids.ts";
import type { OriginalFiles } from "../../../sources/ports/store-ports.ts";
import type { MovedTable, MoveSource, MoveTarget } from "../../../upkeep/move-ports.ts";
import type { MovedOriginal } from "../../../upkeep/original-walk.ts";
import { carriedOtherwise, everyCarriedTable } from "../archives/carried-tables.ts";
import { databasePath } from "../folder/data-folder.ts";
import { migrate } from "../migrate.ts";
import { movedTables } from "./moved-tables.ts";
import { numberedFiles } from "./numbered-files.ts";
import { namedFiles, readingSide, writingSide } from "./sqlite-rows.ts";

export interface ExpertScratch {
  readonly dataDir: string;
  readonly files: OriginalFiles;
  named(): Iterable<MovedOriginal>;
  target(): MoveTarget;
  source(): MoveSource;
  arrived(): ArrivedExpert;
  /** Before an import: sets the expert's workspace and the models known there, in their order. */
  prepare(workspace: WorkspaceId, models: readonly string[]): void;
  close(): void;
}

export interface ArrivedExpert {
  readonly sources: readonly string[];
  readonly checks: readonly string[];
  readonly names: readonly string[];
  readonly models: ReadonlyMap<number, string>;
}

/** @param dataDir empty; the scratch owns it */
export function openExpertScratch(dataDir: string): ExpertScratch {
  const originals = join(dataDir, "originals");
  mkdirSync(originals, { mode: 0o700 });
  const sqlite = new Sqlite(databasePath(dataDir), { create: true, strict: true });
  migrate(sqlite);
  // The expert's rows refer to a workspace that stays behind.
  sqlite.run("PRAGMA foreign_keys = OFF");
  return {
    dataDir,
    files: numberedFiles(originals),
    named: () => namedFiles(sqlite),
    target: () => writingSide(sqlite),
    source: () => readingSide(sqlite),
    arrived: () => arrivedIn(sqlite),
    prepare: (workspace, models) => {
      sqlite.query("INSERT INTO workspaces (id, name, created_at) VALUES (?, 'import', 0)").run(workspace);
      for (const model of models) sqlite.query("INSERT INTO sense_models (name) VALUES (?)").run(model);
    },
    close: () => {
      sqlite.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function arrivedIn(sqlite: Sqlite): ArrivedExpert {
  const texts = (select: string) =>
    sqlite
      .query<{ text: string }, []>(select)
      .all()
      .map(({ text }) => text);
  const models = sqlite.query<{ no: number; name: string }, []>("SELECT no, name FROM sense_models ORDER BY no").all();
  return {
    sources: texts("SELECT id AS text FROM sources"),
    checks: texts("SELECT id AS text FROM checks"),
    names: texts("SELECT name AS text FROM expert_names ORDER BY position"),
    models: new Map(models.map(({ no, name }) => [no, name])),
  };
}

export function tablesOfExpert(): readonly MovedTable[] {
  const carried = new Set<string>([...carriedOtherwise, ...everyCarriedTable.map(({ name }) => name)]);
  return movedTables().filter(({ name }) => carried.has(name));
}
