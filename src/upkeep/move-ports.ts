import type { Awaitable } from "../kernel/awaitable.ts";
import { NamedError } from "../kernel/error-code.ts";

export type MovedValue = string | number | Uint8Array | null;

export type MovedRow = readonly MovedValue[];

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, by which rows are ordered; text and bytes by bytes. */
  readonly key: readonly number[];
  /** Whether numbers count up and are never used again. */
  readonly isCounted: boolean;
}

export interface MoveSource {
  /** A few megabytes of rows; none at the end. @param after null: from the beginning */
  rows(table: MovedTable, after: MovedRow | null): Awaitable<readonly MovedRow[]>;
  lastNumber(table: MovedTable): Awaitable<number>;
}

export interface MoveTarget extends MoveSource {
  storable(row: MovedRow): MovedRow;
  /** One transaction. `conflict`: nothing done, because another row has a unique value. */
  put(table: MovedTable, rows: readonly MovedRow[]): Awaitable<"done" | "conflict">;
  /** One transaction, with referring rows of later tables. */
  remove(table: MovedTable, keys: readonly MovedRow[]): Awaitable<void>;
}

export interface MoveSides {
  readonly source: MoveSource;
  readonly target: MoveTarget;
}

export class MoveError extends NamedError {}
