import type { OpenTransaction, Write } from "../kernel/stores/write.ts";
import type { PostgresOrm } from "./database.ts";

class PostgresWrite {
  readonly perform: (orm: PostgresOrm) => Promise<unknown>;

  constructor(perform: (orm: PostgresOrm) => Promise<unknown>) {
    this.perform = perform;
  }
}

/** @param perform is called inside a transaction, and once more whenever that was undone and is tried again */
export function postgresWrite<T>(perform: (orm: PostgresOrm) => Promise<T>): Write<T> {
  return new PostgresWrite(perform) as Write<T>;
}

/** @param orm of the transaction */
export function performedIn<T>(orm: PostgresOrm, write: Write<T>): Promise<T> {
  if (!(write instanceof PostgresWrite)) throw new Error("this write is of another database");
  return write.perform(orm) as Promise<T>;
}

class PostgresTransaction implements OpenTransaction {
  readonly kind = "transaction";
  readonly orm: PostgresOrm;

  constructor(orm: PostgresOrm) {
    this.orm = orm;
  }
}

/** @param orm of the transaction */
export function openTransaction(orm: PostgresOrm): OpenTransaction {
  return new PostgresTransaction(orm);
}

export function ormWithin(transaction: OpenTransaction): PostgresOrm {
  if (!(transaction instanceof PostgresTransaction)) throw new Error("this transaction is of another database");
  return transaction.orm;
}
