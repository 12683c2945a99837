/**
 * Costly steps of many callers, one in each turn of the event loop: between two of them everybody else is heard, however
 * many callers there are.
 */
export interface TurnTaking {
  /** Resolves when it is the caller's turn, first come first served. */
  next(): Promise<void>;
}

/** @param nextTurn calls back in the next turn of the event loop, after the events that are already waiting */
export function createTurnTaking(nextTurn: (callback: () => void) => void = setImmediate): TurnTaking {
  let last = Promise.resolve();
  return {
    next: () => {
      last = last.then(() => new Promise<void>((resolve) => nextTurn(resolve)));
      return last;
    },
  };
}
