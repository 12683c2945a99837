import { Fault } from "../fault.ts";

declare const result: unique symbol;

/** A change that one store prepares and another commits with its own, in one transaction. */
export interface Write<T> {
  readonly [result]?: T;
}

/** Makes a change in a transaction of its own. Resolves when it is durable. */
export type PerformWrite = <T>(write: Write<T>) => Promise<T>;

/** The data that a write was prepared from has changed: nothing was written. */
export class OutdatedWrite extends Error {}

const mostAttempts = 20;

/** Repeats an outdated write. @param attempt gets true if it is not the first @throws Fault `overloaded` after 20 */
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

export interface OpenTransaction {
  readonly kind: "transaction";
}

/** The expert that the store of keys read along with the key, to save the store of experts a round trip. */
export interface Foreseen {
  readonly kind: "foreseen";
}
