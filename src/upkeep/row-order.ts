import type { MovedRow, MovedTable, MovedValue } from "./move-ports.ts";

export function keyOf({ key }: MovedTable, row: MovedRow): MovedRow {
  return key.map((position) => row[position] ?? null);
}

/** A missing row comes last. */
export function byKey({ key }: MovedTable, a: MovedRow | null, b: MovedRow | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  for (const position of key) {
    const order = inOrder(a[position] ?? null, b[position] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** By UTF-8, as SQLite and PostgreSQL (C) order them. Keys have one type and are never null. */
function inOrder(a: MovedValue, b: MovedValue): number {
  if (a === b) return 0;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(bytesOf(a), bytesOf(b));
}

export function isSameRow(a: MovedRow, b: MovedRow): boolean {
  return a.length === b.length && a.every((value, i) => isSame(value, b[i] ?? null));
}

function isSame(a: MovedValue, b: MovedValue): boolean {
  if (a === b) return true;
  return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0;
}

export function sizeOf(row: MovedRow): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === "object" ? (value?.length ?? 1) : lengthOf(value)),
    0,
  );
}

const lengthOf = (value: string | number) => (typeof value === "string" ? value.length : 8);

export function digestRow(hash: Bun.CryptoHasher, row: MovedRow): void {
  for (const value of row) {
    if (value === null) hash.update("n");
    else if (typeof value === "number") hash.update(`i${value};`);
    else {
      const bytes = bytesOf(value);
      hash.update(`${typeof value === "string" ? "t" : "b"}${bytes.length}:`);
      hash.update(bytes);
    }
  }
}

function bytesOf(value: MovedValue): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}
