/** What moving all data needs from a database. */
import type { Awaitable } from "../kernel/awaitable.ts";

/** A boolean is 0 or 1. */
export type Value = string | number | Uint8Array | null;

/** The values of a row in the order of the table's columns, or of its key's columns. */
export type Row = readonly Value[];

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Positions of the primary key's columns. Rows are in the order of this key: text and bytes by their bytes. */
  readonly key: readonly number[];
  /** Whether the key is a number that is counted up, so that the number of a deleted row is never used again. */
  readonly isCounted: boolean;
}

export interface MoveSource {
  /** The next rows after a key (null: the first ones): none at the end, otherwise at least one, and a few megabytes. */
  rows(table: MovedTable, after: Row | null): Awaitable<readonly Row[]>;
  /** The last number that a counted table has given out, in ascending order of rows. */
  lastNumber(table: MovedTable): Awaitable<number>;
}

export interface MoveTarget extends MoveSource {
  /** The row as this database can hold it. */
  storable(row: Row): Row;
  /**
   * One transaction: adds rows, or replaces those with the same keys. `conflict`: nothing was done, because a row with
   * another key has a value that only one row may have.
   */
  put(table: MovedTable, rows: readonly Row[]): Awaitable<"done" | "conflict">;
  /** One transaction. Rows of later tables that refer to these may go too. */
  remove(table: MovedTable, keys: readonly Row[]): Awaitable<void>;
}

export interface MoveSides {
  readonly source: MoveSource;
  readonly target: MoveTarget;
}

/** Data cannot be moved. The message is for the person who started the move. */
export class MoveError extends Error {
  constructor(message: string, cause: unknown = null) {
    super(message, { cause });
    this.name = "MoveError";
  }
}
