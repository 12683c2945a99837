import { Fault } from "../fault.ts";

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

/** What a write was prepared from has changed, so nothing was written. It must be prepared again from what is there now. */
export class OutdatedWrite extends Error {}

/** Every attempt that fails means that another one has succeeded, so this many are hardly ever needed. */
const mostAttempts = 20;

/**
 * Prepares and makes a write, again if it was outdated.
 * @param attempt is called with false at first, and with true for every further attempt
 * @throws Fault `overloaded` if others were faster too often
 */
export async function untilCurrent<T>(attempt: (again: boolean) => Promise<T>): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt(made > 1);
    } catch (error) {
      if (!(error instanceof OutdatedWrite)) throw error;
      if (made === mostAttempts) throw outrun(error);
    }
  }
}

function outrun(cause: OutdatedWrite): Fault {
  return new Fault("overloaded", "Other requests change the same source too fast, so this one was not carried out.", {
    hint: "Send it again in a moment.",
    headers: { "retry-after": "1" },
    cause,
  });
}

/** A transaction that is open. Only the adapters of its database look inside. */
export interface OpenTransaction {
  readonly kind: "transaction";
}
