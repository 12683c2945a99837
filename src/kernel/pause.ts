export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export async function pauseUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}

/** A thread may hang, so `work` is left behind. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const longestTurn = 8;

/** Returns what long work awaits between its steps: the next turn, once this one has lasted for some milliseconds. */
export function turnEnds(): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < longestTurn) return undefined;
    return nextTurn().then(() => {
      begun = performance.now();
    });
  };
}
