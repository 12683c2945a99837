/** Moves everything: rows of all tables, then original files, again and again until nothing is left to change. */
import { dropOriginals, type MovedOriginal, type MovedOriginals, walkOriginals } from "./original-walk.ts";
import { type MovedTable, MoveError, type MoveSides } from "./ports.ts";
import { type WalkedTable, walkTable } from "./table-walk.ts";

export interface DataMove extends MoveSides {
  /** In an order in which no row refers to a later table. */
  readonly tables: readonly MovedTable[];
  readonly originals: MovedOriginals;
  readonly progress: (what: string, done: number) => void;
}

export interface MoveReport {
  /** As they are at the end, equal on both sides. */
  readonly tables: readonly WalkedTable[];
  /** Rows with U+0000 in a text, which the target holds as U+FFFD. */
  readonly altered: number;
  readonly originals: number;
  readonly originalBytes: number;
  /** Original files that the source has lost or that were changed there. */
  readonly missing: readonly MovedOriginal[];
}

/** Walks over everything: one that copies, one that proves it, and some to spare. */
const mostWalks = 4;

/** @throws MoveError if the target does not come to rest, because somebody else changes it */
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

/** Copies everything once, while the source still changes. @returns rows that were added, replaced or removed, and files */
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
