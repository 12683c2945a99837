import type { Write } from "../kernel/stores/write.ts";

class SqliteWrite {
  readonly perform: () => unknown;

  constructor(perform: () => unknown) {
    this.perform = perform;
  }
}

/** @param perform is called inside a transaction, at most once */
export function sqliteWrite<T>(perform: () => T): Write<T> {
  return new SqliteWrite(perform) as Write<T>;
}

/** Must be called inside a transaction. */
export function performed<T>(write: Write<T>): T {
  if (!(write instanceof SqliteWrite)) throw new Error("this write is of another database");
  return write.perform() as T;
}
