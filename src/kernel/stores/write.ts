declare const result: unique symbol;

/**
 * A change that one store has prepared and that another store of the same database makes, with changes of its own, in one
 * transaction. Only the adapters of that database look inside.
 */
export interface Write<T> {
  /** For the compiler only. */
  readonly [result]?: T;
}

/** Makes a change in a transaction of its own. Resolves when it is durable. */
export type PerformWrite = <T>(write: Write<T>) => Promise<T>;
