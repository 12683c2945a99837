export interface Settlements {
  /** Resolves when the version is settled, or after `milliseconds`, or when the signal aborts. */
  wait(versionNo: number, milliseconds: number, signal: AbortSignal): Promise<void>;
  settle(versionNo: number): void;
  settleAll(): void;
}

export function createSettlements(): Settlements {
  const waiters = new Map<number, Set<() => void>>();
  const settle = (versionNo: number) => {
    for (const resolve of waiters.get(versionNo) ?? []) resolve();
    waiters.delete(versionNo);
  };
  return {
    wait: async (versionNo, milliseconds, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const mine = waiters.get(versionNo) ?? new Set();
      waiters.set(versionNo, mine.add(resolve));
      const timer = setTimeout(resolve, milliseconds);
      const stop = () => resolve();
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) resolve();
      await promise;
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      mine.delete(resolve);
      if (mine.size === 0 && waiters.get(versionNo) === mine) waiters.delete(versionNo);
    },
    settle,
    settleAll: () => {
      for (const versionNo of [...waiters.keys()]) settle(versionNo);
    },
  };
}
