export type Mutex = ReturnType<typeof createMutex>;

export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    run<T>(task: () => T | Promise<T>) {
      pending += 1;
      const result = last.then(task).finally(() => {
        pending -= 1;
      });
      last = result.catch(() => undefined);
      return result;
    },
    get busy() {
      return pending > 0;
    },
  };
}

export type TurnTaking = ReturnType<typeof createTurnTaking>;

export function createTurnTaking(nextTurn: (callback: () => void) => void = setImmediate) {
  let last = Promise.resolve();
  return {
    next: () => {
      last = last.then(() => new Promise<void>((resolve) => nextTurn(resolve)));
      return last;
    },
  };
}

/** Work that only one node does at a time, such as creating what a first start needs. */
export interface ExclusiveWork {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export const inThisProcess: ExclusiveWork = { run: (_name, work) => work() };
