/** Walks source and target by key. A walk that changes nothing proves them equal. */
import { type MovedRow, type MovedTable, MoveError, type MoveSides, type MoveSource } from "./move-ports.ts";
import { byKey, digestRow, isSameRow, keyOf, sizeOf } from "./row-order.ts";

export interface WalkedTable {
  readonly table: string;
  readonly rows: number;
  readonly sha256: string;
  readonly changes: number;
  readonly altered: number;
}

export type WalkProgress = (table: MovedTable, rows: number) => void;

const mostRows = 1000;
const mostBytes = 4 << 20;

/** @throws MoveError if the target cannot hold two rows */
export async function walkTable(
  table: MovedTable,
  sides: MoveSides,
  progress: WalkProgress = () => undefined,
): Promise<WalkedTable> {
  const walked = await walkOnce(table, sides, progress);
  if (walked !== "conflict") return walked;
  // Unique values may have moved between rows, so all that differs is removed first.
  const cleared = await clear(table, sides);
  const again = await walkOnce(table, sides, progress);
  if (again === "conflict") throw new MoveError(`Two rows of the table ${table.name} cannot both be moved.`);
  return { ...again, changes: again.changes + cleared };
}

async function walkOnce(
  table: MovedTable,
  sides: MoveSides,
  progress: WalkProgress,
): Promise<WalkedTable | "conflict"> {
  const hash = new Bun.CryptoHasher("sha256");
  const batch = changesOf(table, sides);
  let [rows, altered] = [0, 0];
  const outcome = await compare(table, sides, batch, (row, found, raw) => {
    rows += 1;
    altered += row === raw ? 0 : 1;
    digestRow(hash, row);
    if (rows % mostRows === 0) progress(table, rows);
    if (found === null || !isSameRow(row, found)) batch.put(row);
  });
  if (outcome === "conflict") return outcome;
  return { table: table.name, rows, altered, sha256: hash.digest("hex"), changes: batch.count() };
}

async function clear(table: MovedTable, sides: MoveSides): Promise<number> {
  const batch = changesOf(table, sides);
  await compare(table, sides, batch, (row, found) => {
    if (found !== null && !isSameRow(row, found)) batch.remove(found);
  });
  return batch.count();
}

/** @param wanted is told of each row of the source, with the target's and as the source has it */
async function compare(
  table: MovedTable,
  sides: MoveSides,
  batch: ReturnType<typeof changesOf>,
  wanted: (row: MovedRow, found: MovedRow | null, raw: MovedRow) => void,
): Promise<"done" | "conflict"> {
  for await (const [given, held] of pairsOf(table, sides)) {
    if (given !== null) wanted(sides.target.storable(given), held, given);
    else if (held !== null) batch.remove(held);
    if (batch.isFull() && (await batch.flush()) === "conflict") return "conflict";
  }
  return batch.flush();
}

/** Null: no row with the key on that side. */
async function* pairsOf(
  table: MovedTable,
  { source, target }: MoveSides,
): AsyncGenerator<readonly [MovedRow | null, MovedRow | null]> {
  const [given, held] = [cursor(source, table), cursor(target, table)];
  await given.next();
  await held.next();
  while (given.row !== null || held.row !== null) {
    const order = byKey(table, given.row, held.row);
    yield [order <= 0 ? given.row : null, order >= 0 ? held.row : null];
    if (order <= 0) await given.next();
    if (order >= 0) await held.next();
  }
}

function cursor(side: MoveSource, table: MovedTable) {
  let batch: readonly MovedRow[] = [];
  let at = 0;
  let last: MovedRow | null = null;
  let row: MovedRow | null = null;
  const load = async () => {
    batch = await side.rows(table, last);
    at = 0;
    row = batch[0] ?? null;
    last = batch.length === 0 ? last : keyOf(table, batch.at(-1) ?? []);
  };
  return {
    get row() {
      return row;
    },
    next: () => {
      at += 1;
      if (at >= batch.length) return load();
      row = batch[at] ?? null;
      return undefined;
    },
  };
}

function changesOf(table: MovedTable, { target }: MoveSides) {
  let put: MovedRow[] = [];
  let removed: MovedRow[] = [];
  let [bytes, count] = [0, 0];
  return {
    put: (row: MovedRow) => {
      put.push(row);
      bytes += sizeOf(row);
    },
    remove: (row: MovedRow) => void removed.push(keyOf(table, row)),
    isFull: () => put.length + removed.length >= mostRows || bytes >= mostBytes,
    count: () => count,
    flush: async (): Promise<"done" | "conflict"> => {
      if (removed.length > 0) {
        await target.remove(table, removed);
      }
      count += removed.length;
      removed = [];
      if (put.length > 0 && (await target.put(table, put)) === "conflict") return "conflict";
      count += put.length;
      [put, bytes] = [[], 0];
      return "done";
    },
  };
}
