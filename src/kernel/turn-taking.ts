/** Grants one caller a turn of the event loop, so that other events are served between costly steps. */
export interface TurnTaking {
  next(): Promise<void>;
}

export function createTurnTaking(nextTurn: (callback: () => void) => void = setImmediate): TurnTaking {
  let last = Promise.resolve();
  return {
    next: () => {
      last = last.then(() => new Promise<void>((resolve) => nextTurn(resolve)));
      return last;
    },
  };
}
