/** Copies rows and files repeatedly, until nothing differs. */

import { type MovedTable, MoveError, type MoveSides } from "./move-ports.ts";
import { dropOriginals, type MovedOriginal, type MovedOriginals, walkOriginals } from "./original-walk.ts";
import { type WalkedTable, walkTable } from "./table-walk.ts";

export interface DataMove extends MoveSides {
  /** No row refers to a later table. */
  readonly tables: readonly MovedTable[];
  readonly originals: MovedOriginals;
  readonly progress: (what: string, done: number) => void;
}

export interface MoveReport {
  readonly tables: readonly WalkedTable[];
  /** Rows with U+0000, which becomes U+FFFD. */
  readonly altered: number;
  readonly originals: number;
  readonly originalBytes: number;
  readonly missing: readonly MovedOriginal[];
}

/** One copies, one proves, and some to spare. */
const mostWalks = 4;

/** @throws MoveError if somebody else changes the target */
export async function moveData(move: DataMove): Promise<MoveReport> {
  await dropOriginals(move.originals);
  for (let walk = 1; walk <= mostWalks; walk++) {
    const tables = await walkTables(move);
    const files = await walkOriginals(move.originals, (done) => move.progress("original files", done));
    if (files.copied === 0 && tables.every(({ changes }) => changes === 0)) {
      const altered = tables.reduce((sum, table) => sum + table.altered, 0);
      return { tables, altered, originals: files.whole, originalBytes: files.bytes, missing: files.missing };
    }
  }
  throw new MoveError("The data did not become equal: something else changes them. Stop it, and start the move again.");
}

export async function copyAhead(move: DataMove): Promise<{ readonly changes: number; readonly files: number }> {
  await dropOriginals(move.originals);
  const tables = await walkTables(move);
  const { copied } = await walkOriginals(move.originals, (done) => move.progress("original files", done));
  return { changes: tables.reduce((sum, table) => sum + table.changes, 0), files: copied };
}

async function walkTables({ tables, source, target, progress }: DataMove): Promise<readonly WalkedTable[]> {
  const walked: WalkedTable[] = [];
  for (const table of tables) {
    walked.push(await walkTable(table, { source, target }, (_, rows) => progress(table.name, rows)));
  }
  return walked;
}
