import type { SharedStorage } from "../../config/shared-storage.ts";
import { openDatabaseSource } from "../../store/postgres/moving/database-source.ts";
import { openDatabaseTarget } from "../../store/postgres/moving/database-target.ts";
import { openFolderSource } from "../../store/sqlite/moving/folder-source.ts";
import { openFolderTarget } from "../../store/sqlite/moving/folder-target.ts";
import { movedTables } from "../../store/sqlite/moving/moved-tables.ts";
import { copyAhead, type DataMove, type MoveReport, moveData } from "../../upkeep/data-move.ts";
import type { MovedTable, MoveSource } from "../../upkeep/move-ports.ts";
import { filesToRead, filesToWrite } from "./moved-files.ts";

export interface MoveOrder {
  readonly dataDir: string;
  readonly shared: SharedStorage;
  /** @param what a table, or the original files @param done rows or files so far */
  readonly progress: (what: string, done: number) => void;
}

export type Moved =
  | { readonly isComplete: true; readonly report: MoveReport; readonly otherConnections: number }
  /** A service uses the folder: only what was there at the beginning has been copied. */
  | { readonly isComplete: false; readonly changes: number; readonly files: number };

/** @throws MoveError, DataDirError; Fault `not_ready` when the database cannot be reached */
export async function moveToDatabase({ dataDir, shared, progress }: MoveOrder): Promise<Moved> {
  await using opened = new AsyncDisposableStack();
  const tables = movedTables();
  const pace = { now: () => performance.now(), pause: (milliseconds: number) => Bun.sleep(milliseconds) };
  const from = opened.adopt(await openFolderSource(dataDir, pace), (source) => source.close());
  const { identity } = from;
  const to = opened.adopt(await openDatabaseTarget(shared.database, { tables, identity }), (target) => target.close());
  const written = opened.adopt(await filesToWrite({ dataDir, shared, identity }), (files) => files.close());
  const originals = { named: from.named, held: to.named, from: from.files, to: written.files };
  const move: DataMove = { tables, source: from.side, target: to.side, originals, progress };
  if (!from.isHeld) return { isComplete: false, ...(await copyAhead(move)) };
  const report = await moveData(move);
  await to.finish(await lastNumbers(tables, from.side));
  return { isComplete: true, report, otherConnections: 0 };
}

/** @throws MoveError, DataDirError; Fault `not_ready` when the database cannot be reached */
export async function moveToFolder({ dataDir, shared, progress }: MoveOrder): Promise<Moved> {
  await using opened = new AsyncDisposableStack();
  const tables = movedTables();
  const from = opened.adopt(await openDatabaseSource(shared.database, { tables }), (source) => source.close());
  const { identity, otherConnections } = from;
  const read = opened.adopt(await filesToRead({ dataDir, shared, identity }), (files) => files.close());
  const to = opened.adopt(openFolderTarget(dataDir, identity), (target) => target.close());
  const originals = { named: from.named, held: to.named, from: read.files, to: to.files };
  const report = await moveData({ tables, source: from.side, target: to.side, originals, progress });
  to.finish(await lastNumbers(tables, from.side));
  return { isComplete: true, report, otherConnections };
}

async function lastNumbers(
  tables: readonly MovedTable[],
  source: MoveSource,
): Promise<ReadonlyMap<MovedTable, number>> {
  const last = new Map<MovedTable, number>();
  for (const table of tables.filter(({ isCounted }) => isCounted)) last.set(table, await source.lastNumber(table));
  return last;
}
